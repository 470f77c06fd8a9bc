import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { log } from '@/lib/platform/log'
import type { Command, Setup } from '@/lib/testing/engines/commands'
import { commands } from '@/lib/testing/engines/draw'
import { bringToEnd } from '@/lib/testing/engines/driver'
import { judge } from '@/lib/testing/engines/laws'
import { play } from '@/lib/testing/engines/play'
import { beginTown, type Clock, type Town } from '@/lib/testing/engines/town'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'

const ROUNDS = process.env.FULL ? 40 : 4
const SEED = Number(process.env.SEED ?? 20_261_025)
/** How long people press buttons in a round, in ms, once both processes tick. */
const ROUND_MS = 5_000
/** What each does in a round at least, however slow the machine. */
const LEAST_STEPS = 30
const DAY = 24 * 3_600_000

let w: RosterWorld
let town: Town
let home: string
let url: string
const clock: Clock = { shift: 0 }
const level = log.level

/** Whatever becomes of the test, none of them goes on. */
const children: ChildProcess[] = []
/** Of fourteen mails the server refuses one for now, and cuts the line after taking another without a word. */
let mails = 0
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
    stream.on('end', () => {
      mails += 1
      if (mails % 14 === 5) return done(Object.assign(new Error('later'), { responseCode: 451 }))
      const id = /^message-id: <([^@]+)@/im.exec(text)?.[1] ?? ''
      for (const { address } of session.envelope.rcptTo) town.mailbox.arrived.push({ id, to: address })
      if (mails % 14 !== 12) return done()
      for (const connection of server.connections) connection.close()
    })
  },
})
// A killed client resets its line.
server.on('error', () => {})

const SETUP: Setup = {
  ...{
    zone: 'Europe/London',
    weeks: [
      ['QUEUED', 'DRAFT', 'DRAFT'],
      ['ASSIGNED', 'DRAFT'],
      ['APPROVED', 'DRAFT'],
    ],
  },
  ...{ flag: 'LIVE', killed: [false, true], autopilot: true, keyed: false, bare: false },
  ...{ end: 'mixed', comeBack: true },
}

beforeAll(async () => {
  log.level = 'silent'
  process.env.ROSTER_BUILD = 'a-build'
  w = await rosterWorld()
  home = mkdtempSync(join(tmpdir(), 'daybook-two-'))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  moveClock(0)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  delete process.env.ROSTER_BUILD
  log.level = level
  await new Promise<void>((closed) => server.close(() => closed()))
  rmSync(home, { recursive: true, force: true })
  await w.end()
})

/** Time goes on for everybody: the processes read the file at each tick. */
function moveClock(ms: number) {
  clock.shift += ms
  writeFileSync(join(home, 'clock'), String(clock.shift))
}

const CODE = `
  const { tick } = await import('./lib/server/tick.ts')
  const { tickParts } = await import('./lib/registry.ts')
  const { context, TICK } = await import('./lib/platform/context.ts')
  for (let n = 0; ; n++) {
    await tick(context({ actor: TICK, requestId: process.env.TICKER + ':' + process.pid + ':' + n }), tickParts, { budgetMs: 5000 })
    if (n === 0) process.stdout.write('ticked')
    await new Promise((next) => setTimeout(next, 10))
  }`

type Ticker = { child: ChildProcess; ticks: Promise<void>; kill(): Promise<void> }

/** A server's clock in a process of its own, with v2 switched off by its environment or not. */
function ticker(name: 'on' | 'off'): Ticker {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CODE], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: w.database.url, SMTP_URL: url, DAYBOOK_HOME: home, DAYBOOK_TEST: '1', TICKER: name },
      PUB_SCHEDULER_V2: name === 'off' ? 'off' : 'on',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  children.push(child)
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  const ticks = new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.on('exit', (code) => reject(new Error(`a ticker ended with ${code}`)))
  })
  ticks.catch(() => {})
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { child, ticks, kill }
}

/** Nothing of a killed process is at work in the database any more. */
async function settled() {
  for (;;) {
    const [row] = await w.db.$queryRaw<[{ n: number }]>`
      SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state IN ('active', 'idle in transaction')`
    if (row?.n === 0) return
    await sleep(50)
  }
}

/** Processes do these by themselves here, or not at all. */
const NOT_BY_HAND: readonly Command['do'][] = ['switch', 'tick', 'deliver', 'flip']

/** What a person does: buttons, answers and decisions, each as soon as the last was answered; and the time goes on. */
async function person(until: number, steps: readonly Command[]) {
  for (const [n, step] of steps.entries()) {
    if (n >= LEAST_STEPS && performance.now() > until) return
    if (step.do === 'time') moveClock(step.ms)
    else if (!NOT_BY_HAND.includes(step.do)) await play(town, step)
  }
}

test(`two processes tick, one of them switched off, and are killed × ${ROUNDS}: the laws of both engines hold`, async () => {
  town = await beginTown(w, clock, SETUP)
  const steps = fc.sample(commands(400, LEAST_STEPS), { seed: SEED, numRuns: ROUNDS * 2 })
  let kills = 0
  for (let round = 0; round < ROUNDS; round++) {
    const pair = { on: ticker('on'), off: ticker('off') }
    await Promise.all([pair.on.ticks, pair.off.ticks])
    const until = performance.now() + ROUND_MS
    const killing = (async () => {
      for (const name of round % 2 === 0 ? (['off', 'on'] as const) : (['on', 'off'] as const)) {
        await sleep(300 + Math.random() * ROUND_MS * 0.4)
        await pair[name].kill()
        kills += 1
        if (performance.now() < until - 2_000) pair[name] = ticker(name)
      }
    })()
    await Promise.all([killing, person(until, steps[2 * round] ?? []), person(until, steps[2 * round + 1] ?? [])])
    await Promise.all([pair.on.kill(), pair.off.kill()])
    await settled()
    await judge(town)
    moveClock(DAY / 24)
  }
  await bringToEnd(town)
  const arrived = town.mailbox.arrived.length
  process.stdout.write(`${ROUNDS} rounds, ${kills} kills, ${arrived} mails, ${town.story.length} lines\n`)
  expect(arrived).toBeGreaterThan(0)
}, 3_600_000)
