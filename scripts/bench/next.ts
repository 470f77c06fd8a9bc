/**
 * The next fire of a cron, beside two libraries; each walks on from fire to fire, by its own object made once, or anew for
 * each call. Counted in the processor's time, round by round in turn, so that other work on the machine weighs little.
 */
import { loadavg } from 'node:os'
import { CronExpressionParser } from 'cron-parser'
import { Cron as Croner } from 'croner'
import { next } from '@/lib/schedules/cron/fires'
import { parseCron } from '@/lib/schedules/cron/parse'
import { type Bench, median, type Row } from './report'

const ROUNDS = 7
const GOAL = 20
/** A walk begins again before the tables of any of the three end. */
const END = Date.UTC(2090, 0, 1)
const START = new Date('2026-03-01T00:00:00Z')

type Walker = (from: Date) => Date

const walkers = {
  ours(cron: string, zone: string): Walker {
    const read = parseCron(cron)
    return (from) => next(read, zone, from) ?? START
  },
  croner(cron: string, zone: string): Walker {
    const read = new Croner(cron, { timezone: zone })
    return (from) => read.nextRun(from) ?? START
  },
  'cron-parser'(cron: string, zone: string): Walker {
    const read = CronExpressionParser.parse(cron, { tz: zone, currentDate: START })
    return (from) => {
      if (from === START) read.reset(START)
      return read.next().toDate()
    }
  },
}

const anew = {
  ours:
    (cron: string, zone: string): Walker =>
    (from) =>
      next(parseCron(cron), zone, from) ?? START,
  croner:
    (cron: string, zone: string): Walker =>
    (from) =>
      new Croner(cron, { timezone: zone }).nextRun(from) ?? START,
  'cron-parser':
    (cron: string, zone: string): Walker =>
    (from) =>
      CronExpressionParser.parse(cron, { tz: zone, currentDate: from }).next().toDate(),
}

type Name = keyof typeof walkers
const NAMES = Object.keys(walkers) as Name[]

/** Microseconds of the processor for a step. */
function cost(walk: Walker, steps: number): number {
  let at = START
  const before = process.cpuUsage()
  for (let step = 0; step < steps; step++) {
    at = walk(at)
    if (at.getTime() > END) at = START
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / steps
}

/** Enough steps for a fifth of a second, so that the clock's grain does not count. */
function stepsFor(walk: Walker): number {
  let steps = 50
  while (cost(walk, steps) * steps < 20_000) steps *= 4
  return Math.ceil((200_000 / (cost(walk, steps) * steps)) * steps)
}

/** Where no clock is moved all three must agree, or they were asked different questions. */
function agree(cron: string, zone: string, made: Record<Name, Walker>): void {
  const calm = new Date('2026-06-10T00:00:00Z')
  const [ours, croner] = [made.ours(calm), made.croner(calm)]
  const parser = CronExpressionParser.parse(cron, { tz: zone, currentDate: calm }).next().toDate()
  if (ours.getTime() !== croner.getTime() || ours.getTime() !== parser.getTime())
    throw new Error(`${cron} ${zone}: ${[ours, croner, parser].map((at) => at.toISOString()).join(', ')}`)
}

function measure(cron: string, zone: string, make: typeof walkers, what = ''): Row {
  const made = Object.fromEntries(NAMES.map((name) => [name, make[name](cron, zone)])) as Record<Name, Walker>
  agree(cron, zone, made)
  const steps = new Map(NAMES.map((name) => [name, stepsFor(made[name])]))
  const costs = new Map<Name, number[]>(NAMES.map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const name of NAMES) costs.get(name)?.push(cost(made[name], steps.get(name) ?? 1))
  const rate = (name: Name) => 1e6 / median(costs.get(name) ?? [])
  const times = rate('ours') / rate('croner')
  return {
    measure: `${cron} ${zone}${what}: ${Math.floor(times)} × croner, ${Math.floor(rate('ours') / rate('cron-parser'))} × cron-parser`,
    ours: rate('ours'),
    unit: '/s',
    against: [
      { name: 'croner', value: rate('croner') },
      { name: 'cron-parser', value: rate('cron-parser') },
    ],
    goal: `≥ ${GOAL} × croner`,
    met: times >= GOAL,
  }
}

const CRONS = [
  ['30 2 * * *', 'Australia/Sydney'],
  ['0 0 * * *', 'America/Santiago'],
  ['5 7 * * 1-5', 'Australia/Sydney'],
  ['*/15 * * * *', 'Australia/Sydney'],
  ['* * * * *', 'Europe/London'],
  ['0 0 1 * *', 'Asia/Tokyo'],
  ['0 9 29 2 *', 'Europe/London'],
  ['0 10 * * *', 'UTC'],
] as const

const bench: Bench = {
  name: 'next',
  async run() {
    const rows = CRONS.map(([cron, zone]) => measure(cron, zone, walkers))
    rows.push(measure('5 7 * * 1-5', 'Australia/Sydney', anew, ', read anew for each call'))
    console.log(`\nload of the machine in the last minute: ${loadavg()[0]?.toFixed(1)}`)
    return rows
  },
}

export default bench
