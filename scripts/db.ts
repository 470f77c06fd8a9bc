// npm run db -- migrate | create <name> | resolve <name> | reset | seed [cutover]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { homeOf, openHome } from './boot/home.mjs'
import { keepSecrets } from './boot/secrets.mjs'
import { create, migrate, reset, resolve } from './db/commands'
import { findSeed, forgetMailServer, loadSample } from './db/sample'
import { openTarget, type Target } from './db/target'

const [command = '', name] = process.argv.slice(2)
const commands = { migrate, create, resolve, reset: empty, seed }

/** What the home saw of the database's seals goes too: an emptied one would look like a restored backup, and hold every mail. */
async function empty(target: Target): Promise<string> {
  const said = await reset(target)
  rmSync(join(homeOf(), 'seen'), { force: true })
  return said
}

/** Personal links are derived from the secret of whoever serves the company: the home's, which a start would make. */
async function seed(target: Target, named?: string): Promise<string> {
  const load = findSeed(named)
  openHome(homeOf())
  Object.assign(process.env, keepSecrets(homeOf()))
  await migrate(target)
  return loadSample(target, load)
}

/** What the server said and where, without a stack: enough to mend the migration. */
const sayOf = (error: unknown) => {
  const { message, hint } = error as { message: string; hint?: string }
  return [message, hint].filter(Boolean).join('\n')
}

async function main() {
  const run = commands[command as keyof typeof commands]
  if (!run) throw new Error(`Say what to do: npm run db -- ${Object.keys(commands).join(' | ')} [cutover]`)
  forgetMailServer()
  const target = await openTarget()
  try {
    console.log(await run(target, name))
  } finally {
    await target.release()
  }
}

// The schema engine leaves a timer running: end here.
main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(sayOf(error))
    process.exit(1)
  },
)
