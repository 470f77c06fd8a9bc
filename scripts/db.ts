// npm run db -- migrate | create <name> | resolve <name> | reset | seed [cutover]
import { create, migrate, reset, resolve } from './db/commands'
import { forgetMailServer, loadSample } from './db/sample'
import { openTarget } from './db/target'

const [command = '', name] = process.argv.slice(2)
const commands = { migrate, create, resolve, reset, seed: loadSample }

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
