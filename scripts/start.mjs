// One command: packages, database, migrations, sample company, build, server, ticks. What runs before the packages are
// there imports `node:` alone.
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChildren, runNode } from './boot/children.mjs'
import { alone, enter, homeOf, keepEnv, leave, openHome } from './boot/home.mjs'
import { arePackagesThere, installPackages } from './boot/packages.mjs'
import { ancestry } from './boot/process.mjs'
import { keepSecrets } from './boot/secrets.mjs'
import { assertPort, serve } from './boot/serve.mjs'
import { elapsed, step } from './boot/steps.mjs'
import { keepTicking } from './boot/ticks.mjs'

/** How long the first tick is waited for, in ms. */
const FIRST_TICK_MS = 10_000

/** Undone last first, whatever ends the start. @type {(() => Promise<unknown> | unknown)[]} */
const undo = []
let isStopping = false
/** Ends what only waits: the ticks, a question on the terminal. */
const running = new AbortController()

/** @param {number} code */
async function stop(code) {
  if (isStopping) return
  isStopping = true
  running.abort()
  await endChildren()
  for (const action of undo.reverse()) await Promise.resolve(action()).catch((error) => console.error(error.message))
  console.log('stopped')
  process.exit(code)
}

const ORPHANED =
  'What started Daybook has ended, and Daybook ends with it. To keep it up without a terminal let a service run it: the README has one, under “Running it for real”.'

/** `npm` forwards signals, but a kill -9 of it reaches nobody: end with it. */
function watchParent() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const before = ancestry()
  setInterval(() => {
    if (isStopping || ancestry() === before) return
    console.error(ORPHANED)
    stop(1)
  }, 1_000).unref()
}

async function start() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const home = homeOf()
  const port = process.env.PORT || '3000'
  await assertPort(port, process.env.HOST)
  openHome(home)
  // A build holds the key of its actions.
  openHome('.builds', 0o700)

  await alone('.builds', async () => {
    if (!arePackagesThere()) await step('install', 'packages, once', installPackages)
    const { generateClient } = await import('./boot/client.mjs')
    await generateClient()
  })

  const { embeddedDatabase, givenDatabase } = await import('./boot/database.mjs')
  const given = process.env.DATABASE_URL
  const database = await step('database', given ? '' : `PostgreSQL in ${home}`, () =>
    given ? givenDatabase(given, process.env.DATABASE_OWNER_URL) : embeddedDatabase(home),
  )
  undo.push(database.release)
  const named = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    DAYBOOK_EMBEDDED: database.isEmbedded ? '1' : '0',
    PORT: port,
  }
  const secrets = await alone(home, async () => {
    keepEnv(home, named)
    return keepSecrets(home)
  })
  const env = {
    ...process.env,
    ...secrets,
    ...named,
    DAYBOOK_HOME: home,
    NEXTAUTH_URL: process.env.NEXTAUTH_URL || `http://localhost:${port}`,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: /** @type {const} */ ('production'),
  }

  const prepared = await runNode(['--import', 'tsx', 'scripts/boot/prepare.ts'], 'The migration', env)
  const { isSample, users, said } = JSON.parse(prepared.trim().split('\n').at(-1) ?? '{}')
  for (const line of said ?? []) console.log(line)

  const { BUILDS, build, buildFolder, isThere, pruneBuilds } = await import('./boot/build.mjs')
  const folder = await alone(BUILDS, async () => {
    const wanted = buildFolder()
    if (!isThere(wanted)) await step('build', 'pages, once for each change of the sources', () => build(env, wanted))
    enter(BUILDS, basename(wanted))
    pruneBuilds(wanted)
    return wanted
  })
  undo.push(() => leave(BUILDS))

  // The sample's accounts have a known password: this machine alone may reach them, unless HOST says otherwise.
  const host = process.env.HOST || (isSample ? '127.0.0.1' : '0.0.0.0')
  const hostname = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(host) ? 'localhost' : host
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
  const { DATABASE_OWNER_URL: _, ...served } = env // the app never holds the owner's password
  const server = await step('serve', '', () => serve({ env: { ...served, HOST: host }, folder, home, port, host, url }))
  server.once('exit', (code) => {
    if (isStopping) return
    console.error(`The server ended with ${code}: its log is ${home}/server.log.`)
    stop(1)
  })
  // Until a tick has ended `/api/health` says that none comes. One that hangs keeps nobody from the pages.
  await Promise.race([keepTicking(url, secrets.CRON_SECRET, running.signal), sleep(FIRST_TICK_MS)])
  if (isStopping) return
  console.log(`started    ${elapsed().padStart(5)} s`)
  console.log(`ready ${url}`)
  if (users > 0) return
  console.log(`No one can sign in yet: make the first admin at ${url}/setup${process.stdin.isTTY ? ', or here.' : '.'}`)
  if (!process.stdin.isTTY) return
  const { askFirstAdmin } = await import('./boot/first-admin.mjs')
  await askFirstAdmin({ ...served, HOST: host }, running.signal).catch(
    (error) => running.signal.aborted || Promise.reject(error),
  )
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(0))
watchParent()
start().catch((error) => {
  if (isStopping) return
  console.error(error.message)
  stop(1)
})
