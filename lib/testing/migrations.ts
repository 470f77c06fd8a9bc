import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureDatabase, urlsOf, withClient } from '@/scripts/boot/roles.mjs'
import { migrationNames } from '@/scripts/db/engine'
import type { TestDatabase } from './database'
import type { TestServer } from './server'

const root = process.cwd()

/** Node with TypeScript, as the scripts run: the schema engine leaves a timer, so it gets a process of its own. */
function node(args: readonly string[], env: object): void {
  const child = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(`The database was not migrated: ${child.stderr}`)
}

/**
 * A database as an installation left it whose last migration is `last`: applied by the schema engine, from a copy of
 * the folder that ends there. It has the owner's tables and nothing of what `migrate` adds to them.
 */
export async function databaseAt(server: TestServer, last: string): Promise<TestDatabase> {
  const { adminUrl, port, passwords } = server
  if (!migrationNames().includes(last)) throw new Error(`There is no migration ${last}.`)
  const name = `daybook_test_${randomBytes(8).toString('hex')}`
  await ensureDatabase(adminUrl, { name })
  const { appUrl, ownerUrl } = urlsOf(port, passwords, name)
  const folder = mkdtempSync(join(tmpdir(), 'daybook-migrations-'))
  try {
    cpSync(join(root, 'prisma/schema'), join(folder, 'prisma/schema'), { recursive: true })
    for (const one of migrationNames().filter((other) => other <= last))
      cpSync(join(root, 'prisma/migrations', one), join(folder, 'prisma/migrations', one), { recursive: true })
    const engine = pathToFileURL(join(root, 'scripts/db/engine.ts')).href
    const script = `const { applyMigrations } = await import(${JSON.stringify(engine)})
      process.chdir(process.env.MIGRATIONS_OF)
      await applyMigrations(process.env.OWNER_URL)
      process.exit(0)`
    node(['--input-type=module', '-e', script], { MIGRATIONS_OF: folder, OWNER_URL: ownerUrl })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const drop = () =>
    withClient(adminUrl, async (admin) => void (await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)))
  return { name, url: appUrl, ownerUrl, drop }
}

/** What `npm run db -- migrate` does: the migrations that are left, rights, edges and the flag. */
export const migrateOn = ({ url, ownerUrl }: TestDatabase): void =>
  node(['scripts/db.ts', 'migrate'], { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
