import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { acquirePostgres } from '@/scripts/boot/postgres.mjs'
import { ensureDatabase, ensureRoles, type Passwords, urlsOf, withClient } from '@/scripts/boot/roles.mjs'

/** What a test needs to make a database: plain data, so that it reaches worker processes. */
export type TestServer = { adminUrl: string; port: number; passwords: Passwords; template: string }

const root = process.cwd()

/** Everything that a migrated database is made from. */
function sources(): string[] {
  const under = (dir: string, pattern: RegExp) =>
    readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(dir, name))
      .sort()
  return [
    ...under('prisma/migrations', /\.sql$/),
    ...under('lib', /(^|\/)(machine|registry)\.ts$/),
    ...under('scripts/db', /\.ts$/),
  ]
}

const digest = (texts: string[]) => createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 16)

/**
 * Starts or joins the embedded server that all test runs of this folder share, and migrates a template once for each
 * state of the migrations. Nothing on it outlives a crash, so it does not wait for the disk.
 */
export async function startTestServer(): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const home = join(tmpdir(), `daybook-test-${process.getuid?.() ?? 0}-${digest([root])}`)
  const postgres = await acquirePostgres(home, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  try {
    const adminUrl = postgres.urlOf('postgres')
    const template = `daybook_test_template_${digest(sources().map((file) => readFileSync(join(root, file), 'utf8')))}`
    const passwords = await withClient(adminUrl, async (admin) => {
      await admin.query('SELECT pg_advisory_lock(1)') // another run may be making the same template
      const made = await ensureRoles(adminUrl, home)
      await ensureTemplate({ adminUrl, port: postgres.port, passwords: made, template })
      return made
    })
    return { server: { adminUrl, port: postgres.port, passwords, template }, stop: postgres.release }
  } catch (error) {
    await postgres.release()
    throw error
  }
}

/** Tests meet the new engine in charge, as users of the sample do; those of the cut-over roll it back by its own verb. */
const goLive = (owner: pg.Client) =>
  owner.query(`
    WITH live AS (UPDATE cutover SET state = 'LIVE', version = 1, changed_at = clock_timestamp() RETURNING id)
    INSERT INTO audit_event (at, machine, subject_id, type, edge, version, from_state, to_state, actor_kind, actor_name, data, request_id)
    SELECT clock_timestamp(), 'cutover', id, 'cutover.went_live', 'goLive', 1, 'DORMANT', 'LIVE', 'system', 'tests', '{}', 'tests' FROM live`)

async function ensureTemplate({ adminUrl, port, passwords, template }: TestServer) {
  const isDone = await withClient(adminUrl, async (admin) => {
    const found = await admin.query('SELECT datistemplate FROM pg_database WHERE datname = $1', [template])
    if (found.rows[0]?.datistemplate) return true
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`) // half made
    return false
  })
  if (isDone) return
  await ensureDatabase(adminUrl, { name: template })
  const { ownerUrl, appUrl } = urlsOf(port, passwords, template)
  const migrated = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/db.ts', 'migrate'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl },
    encoding: 'utf8',
  })
  if (migrated.status !== 0) throw new Error(`The test template was not migrated: ${migrated.stderr}`)
  await withClient(ownerUrl, goLive)
  await withClient(adminUrl, (admin) =>
    admin.query(`ALTER DATABASE ${template} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`),
  )
}
