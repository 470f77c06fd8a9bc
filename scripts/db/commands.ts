import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../boot/roles.mjs'
import { syncEdges } from './edges'
import { applyMigrations, draftMigration, markRolledBack, migrationNames } from './engine'
import { ensureFlag } from './flag'
import { grantApp } from './grants'
import type { Target } from './target'

/** Any number; two starts that migrate at once take turns. */
const MIGRATION_LOCK = 7_052_031

const userOf = (url: string) => decodeURIComponent(new URL(url).username)

/** What the engine says of a failed migration, without its own stack. */
function explain(error: Error): never {
  const failed = error.message.match(/migration_name="([^"]+)"|The `([^`]+)` migration .* failed/s)
  const name = failed?.[1] ?? failed?.[2]
  const said = error.message.split(/\n\s+0: /)[0]
  if (!name) throw new Error(said)
  throw new Error(`${said}\nMend prisma/migrations/${name}/migration.sql, then: npm run db -- resolve ${name}`)
}

/** Applies migrations, then rights and edges, which follow the code without a migration of their own, and the flag. */
export async function migrate({ ownerUrl, appUrl }: Target): Promise<string> {
  return withClient(ownerUrl, async (owner: pg.Client) => {
    await owner.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const applied = await applyMigrations(ownerUrl).catch(explain)
    if (userOf(ownerUrl) !== userOf(appUrl)) await grantApp(owner, userOf(appUrl))
    await syncEdges(owner)
    await ensureFlag(appUrl)
    return applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to apply'
  })
}

/** Writes the migration that leads from the migrations to the schema files. */
export async function create({ ownerUrl }: Target, name: string | undefined): Promise<string> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error('Name it in lower case: npm run db -- create add_shift_note')
  const scratch = `daybook_draft_${randomBytes(6).toString('hex')}`
  const sql = await withClient(ownerUrl, async (owner: pg.Client) => {
    await owner.query(`CREATE DATABASE ${scratch}`)
    try {
      return await draftMigration(Object.assign(new URL(ownerUrl), { pathname: `/${scratch}` }).href)
    } finally {
      await owner.query(`DROP DATABASE ${scratch} WITH (FORCE)`)
    }
  })
  if (!sql) return 'the migrations already say what the schema says'
  const last = Number(migrationNames().at(-1)?.match(/^\d+/)?.[0] ?? 0)
  const folder = join('prisma/migrations', `${String(last + 1).padStart(4, '0')}_${name}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
  return `wrote ${folder}/migration.sql: read it before you apply it`
}

/** Lets a failed migration be tried again. */
export async function resolve({ ownerUrl }: Target, name: string | undefined): Promise<string> {
  if (!name) throw new Error('Say which one failed: npm run db -- resolve 0040_add_shift_note')
  await markRolledBack(ownerUrl, name)
  return `${name} counts as rolled back: mend it and migrate again`
}

/** Empties the database, and migrates it again. */
export async function reset(target: Target): Promise<string> {
  await withClient(target.ownerUrl, (owner: pg.Client) =>
    owner.query("SET lock_timeout = '10s'; DROP SCHEMA public CASCADE; CREATE SCHEMA public"),
  )
  return migrate(target)
}
