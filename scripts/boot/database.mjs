// The database of this start: the one that the environment names, else the embedded one.
import pg from 'pg'
import { alone } from './home.mjs'
import { acquirePostgres } from './postgres.mjs'
import { ensureDatabase, ensureRoles, urlsOf } from './roles.mjs'

/** @typedef {{ ownerUrl: string, appUrl: string, isEmbedded: boolean, release: () => Promise<void> }} Database */

/** The embedded one of a home, with its roles. @param {string} home @returns {Promise<Database>} */
export async function embeddedDatabase(home) {
  const server = await acquirePostgres(home)
  try {
    // In turn: PostgreSQL refuses two that alter one role or one database's rights at once.
    const passwords = await alone(home, async () => {
      const made = await ensureRoles(server.urlOf('postgres'), home)
      await ensureDatabase(server.urlOf('postgres'), { name: 'daybook' })
      return made
    })
    return { ...urlsOf(server.port, passwords, 'daybook'), isEmbedded: true, release: server.release }
  } catch (error) {
    await server.release()
    throw error
  }
}

/** @param {string} name @param {string} url */
async function assertAnswers(name, url) {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new Error(
      `${name} is not a PostgreSQL connection string: write postgresql://user:password@host:5432/database.`,
    )
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS version")
    if (rows[0].version < 150_000)
      throw new Error(`it is PostgreSQL ${Math.floor(rows[0].version / 10_000)}, and 15 or newer is needed`)
  } catch (error) {
    const { message, errors } = /** @type {AggregateError} */ (error)
    throw new Error(
      `The database that ${name} names cannot be used: ${message || errors?.[0]?.message}. Start it, or mend ${name}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** @param {string} appUrl @param {string | undefined} owner `DATABASE_OWNER_URL` @returns {Promise<Database>} */
export async function givenDatabase(appUrl, owner) {
  await assertAnswers('DATABASE_URL', appUrl)
  if (owner) await assertAnswers('DATABASE_OWNER_URL', owner)
  else
    console.log(
      'warning    DATABASE_URL migrates too, so its role owns the tables: the guards then only guard against forgetting. ' +
        'Set DATABASE_OWNER_URL to a role that owns the database, and DATABASE_URL to one that does not.',
    )
  return { ownerUrl: owner || appUrl, appUrl, isEmbedded: false, release: async () => {} }
}
