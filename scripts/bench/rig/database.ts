import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@/lib/platform/database'
import { acquirePostgres } from '../../boot/postgres.mjs'
import { ensureDatabase, ensureRoles, urlsOf } from '../../boot/roles.mjs'

/**
 * A migrated database on a server of its own, which waits for the disk at each commit as a real one does.
 * @param name of the database; a server under test asks for one that begins as those of the tests do
 */
export async function startDatabase(name: string) {
  const home = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  // The seals that another database's home has seen would hold every mail of this one's.
  process.env.DAYBOOK_HOME = home
  const postgres = await acquirePostgres(home)
  const admin = postgres.urlOf('postgres')
  const passwords = await ensureRoles(admin, home)
  await ensureDatabase(admin, { name })
  const { ownerUrl, appUrl } = urlsOf(postgres.port, passwords, name)
  const migrated = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/db.ts', 'migrate'], {
    env: { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    encoding: 'utf8',
  })
  if (migrated.status !== 0) throw new Error(migrated.stderr)
  const db = connect(appUrl)
  return {
    db,
    url: appUrl,
    /** The superuser's, for what only a rig may do. */
    adminUrl: postgres.urlOf(name),
    stop: async () => {
      await db.$disconnect()
      await postgres.release()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
