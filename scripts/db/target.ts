import { homeOf } from '../boot/home.mjs'
import { acquirePostgres } from '../boot/postgres.mjs'
import { ensureDatabase, ensureRoles, urlsOf } from '../boot/roles.mjs'

/** `ownerUrl` migrates and `appUrl` lives under the guards; they are the same where only one was given. */
export type Target = { ownerUrl: string; appUrl: string; release(): Promise<void> }

/** The database of the environment, else the embedded one of the home, which is started for as long as it is held. */
export async function openTarget(env = process.env): Promise<Target> {
  if (env.DATABASE_URL) {
    return {
      ownerUrl: env.DATABASE_OWNER_URL || env.DATABASE_URL,
      appUrl: env.DATABASE_URL,
      release: async () => {},
    }
  }
  const home = homeOf(env)
  const server = await acquirePostgres(home)
  const passwords = await ensureRoles(server.urlOf('postgres'), home)
  await ensureDatabase(server.urlOf('postgres'), { name: 'daybook' })
  return { ...urlsOf(server.port, passwords, 'daybook'), release: server.release }
}
