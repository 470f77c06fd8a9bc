import { type Database, embeddedDatabase } from '../boot/database.mjs'
import { homeOf, readEnv } from '../boot/home.mjs'

/** `ownerUrl` migrates and `appUrl` lives under the guards; they are the same where only one was given. */
export type Target = Pick<Database, 'ownerUrl' | 'appUrl' | 'release'>

/**
 * The database of the environment, else the one that the last start of the home used; the embedded one is started for
 * as long as it is held. @throws when only its owner is named: another database would be migrated in its place
 */
export async function openTarget(env = process.env): Promise<Target> {
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new Error(
      'DATABASE_OWNER_URL stands alone. Set DATABASE_URL too: the first migrates, the second is the app’s.',
    )
  const home = homeOf(env)
  const kept = readEnv(home)
  const given = env.DATABASE_URL ? env : kept.DATABASE_URL && kept.DAYBOOK_EMBEDDED !== '1' ? kept : null
  if (!given?.DATABASE_URL) return embeddedDatabase(home)
  return {
    ownerUrl: given.DATABASE_OWNER_URL || given.DATABASE_URL,
    appUrl: given.DATABASE_URL,
    release: async () => {},
  }
}
