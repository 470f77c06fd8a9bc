import { randomBytes } from 'node:crypto'
import { keepEnv, readEnv } from './home.mjs'

const names = ['CRON_SECRET', 'NEXTAUTH_SECRET', 'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY']

/** The secrets of the environment, else those kept, else new ones; kept for the next start. @param {string} home */
export function keepSecrets(home) {
  const kept = readEnv(home)
  const secrets = Object.fromEntries(
    names.map((name) => [name, process.env[name] || kept[name] || randomBytes(32).toString('base64')]),
  )
  keepEnv(home, secrets)
  return /** @type {{ CRON_SECRET: string, NEXTAUTH_SECRET: string, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: string }} */ (
    secrets
  )
}
