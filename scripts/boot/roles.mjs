// Two roles: the owner migrates, the app lives under the guards. Neither is a superuser.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { keepEnv, readEnv } from './home.mjs'

/** @typedef {{ owner: string, app: string }} Passwords */

/**
 * Makes both roles, or gives them the kept passwords again.
 * @param {string} adminUrl a superuser's @param {string} home @returns {Promise<Passwords>}
 */
export async function ensureRoles(adminUrl, home) {
  const kept = readEnv(home)
  const password = (/** @type {string} */ name) => kept[name] ?? randomBytes(24).toString('base64url')
  const passwords = { owner: password('DATABASE_OWNER_PASSWORD'), app: password('DATABASE_APP_PASSWORD') }
  keepEnv(home, { DATABASE_OWNER_PASSWORD: passwords.owner, DATABASE_APP_PASSWORD: passwords.app })
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query(
      "select rolname from pg_roles where rolname in ('daybook_owner', 'daybook_app')",
    )
    const verb = (/** @type {string} */ role) => (rows.some((row) => row.rolname === role) ? 'alter' : 'create')
    // CREATEDB is for `npm run db -- create`, which drafts a migration in a scratch database.
    await client.query(`${verb('daybook_owner')} role daybook_owner login createdb password '${passwords.owner}'`)
    await client.query(`${verb('daybook_app')} role daybook_app login password '${passwords.app}'`)
    // A role may set its own defaults: read-only ones, set by whoever had its password, would outlive a new one.
    await client.query('alter role daybook_app reset all')
  })
  return passwords
}

/**
 * Makes a database of the owner's that nobody else may create in and the app may use. Its rights are set each time,
 * as a copy of a template does not inherit them.
 * @param {string} adminUrl @param {{ name: string, template?: string }} database
 */
export async function ensureDatabase(adminUrl, { name, template }) {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    const source = template ? `template ${template} strategy file_copy` : ''
    if (!rowCount) await client.query(`create database ${name} owner daybook_owner ${source}`)
    // A temporary table would shadow the tables that the guards read.
    await client.query(`revoke temporary, create, connect on database ${name} from public`)
    await client.query(`grant connect on database ${name} to daybook_app`)
  })
}

/** @param {number} port @param {Passwords} passwords @param {string} database */
export const urlsOf = (port, passwords, database) => ({
  ownerUrl: `postgresql://daybook_owner:${passwords.owner}@127.0.0.1:${port}/${database}`,
  appUrl: `postgresql://daybook_app:${passwords.app}@127.0.0.1:${port}/${database}`,
})

/** @template T @param {string} url @param {(client: pg.Client) => Promise<T>} work @returns {Promise<T>} */
export async function withClient(url, work) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
