import { Cron as Croner } from 'croner'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { zonesFrom } from '@/lib/platform/zones'
import { CronError, type Sets } from './fields'
import { firesOn } from './fires'
import { type Cron, parseCron } from './parse'
import { below, type Drawn, drawCron, pick, randomOf } from './random-cron'

/**
 * Both oracles read the runtime's zone data, so the engine does too here: the newest differ for some zones. Those are
 * held against their own tables in `transitions.test.ts`.
 */
const zones = zonesFrom('Intl')
const { next, between } = firesOn(zones)

// biome-ignore lint/style/noProcessEnv: the count of random crons is the one thing a test reads
const COUNT = process.env.FULL === '1' ? 3_000 : 300
const HOUR = 3_600_000

const NAMES = Intl.supportedValuesOf('timeZone')
/** Where clocks do what they do nowhere else, each as likely as all the others together. */
const ODD = [
  ...['Australia/Sydney', 'Australia/Lord_Howe', 'America/Santiago', 'Europe/London', 'America/New_York'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Asia/Gaza', 'Antarctica/Troll', 'Pacific/Chatham', 'America/Vancouver'],
]

type Sample = { drawn: Drawn; zone: string; from: Date; to: Date }

/** A cron and a time of three days around a change of the zone's clocks, or anywhere where there is none. */
function draw(seed: number): Sample {
  const random = randomOf(seed)
  const zone = random() < 0.6 ? pick(random, ODD) : pick(random, NAMES)
  const start = Date.UTC(2024 + below(random, 9), below(random, 12), 1 + below(random, 28), below(random, 24))
  const [change] = zones.changesBetween(zone, new Date(start), new Date(start + 240 * 24 * HOUR))
  const middle = change && random() < 0.9 ? change.at.getTime() : start
  const from = new Date(middle - (1 + below(random, 40)) * HOUR - below(random, 3600) * 1000)
  const { date, time } = zones.localOf(zone, new Date(middle))
  const [year = 2026, month = 1, day = 1] = date.split('-').map(Number)
  const drawn = drawCron(random, { hour: Number(time.slice(0, 2)), day, month, year })
  const { second: seconds, minute: minutes, hour: hours } = drawn.sets
  // The oracles take half a millisecond a fire: a cron that fires often is looked at for six hours alone.
  if (seconds.length * minutes.length * hours.length > 100)
    return {
      drawn,
      zone,
      from: new Date(middle - 3 * HOUR - below(random, 3600) * 1000),
      to: new Date(middle + 3 * HOUR),
    }
  return { drawn, zone, from, to: new Date(from.getTime() + (48 + below(random, 24)) * HOUR) }
}

function read(text: string): Cron | null {
  try {
    return parseCron(text)
  } catch (error) {
    if (error instanceof CronError && error.message.includes('never fires')) return null
    throw error
  }
}

const seconds = (instants: readonly Date[]) => instants.map((at) => at.getTime() / 1000)

const matches = ({ second, minute, hour, day, month, weekday, year }: Sets, wall: Temporal.PlainDateTime) =>
  year.includes(wall.year) &&
  month.includes(wall.month) &&
  day.includes(wall.day) &&
  weekday.includes(wall.dayOfWeek % 7) &&
  hour.includes(wall.hour) &&
  minute.includes(wall.minute) &&
  second.includes(wall.second)

/** Every local time of the sets, day by day, read by the calendar of Temporal. */
function byTemporal({ drawn: { sets }, zone, from, to }: Sample, passes: readonly ('earlier' | 'later')[]): number[] {
  const found = new Set<number>()
  const local = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const last = local(to).toPlainDate()
  for (
    let date = local(from).toPlainDate();
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    const midnight = date.toPlainDateTime({
      hour: sets.hour[0] ?? 0,
      minute: sets.minute[0] ?? 0,
      second: sets.second[0] ?? 0,
    })
    if (!matches(sets, midnight)) continue
    for (const hour of sets.hour)
      for (const minute of sets.minute)
        for (const second of sets.second) {
          const asUtc = Date.UTC(date.year, date.month - 1, date.day, hour, minute, second)
          if (asUtc < from.getTime() - 26 * HOUR || asUtc > to.getTime() + 26 * HOUR) continue
          const wall = date.toPlainDateTime({ hour, minute, second })
          for (const disambiguation of passes) {
            const zoned = wall.toZonedDateTime(zone, { disambiguation })
            const at = zoned.epochMilliseconds
            if (zoned.toPlainDateTime().equals(wall) && at > from.getTime() && at <= to.getTime()) found.add(at / 1000)
          }
        }
  }
  return [...found].sort((a, b) => a - b)
}

/** croner's answers, less those in a gap, which it moves to the gap's end, and second passes. */
function byCroner({ drawn: { sets }, zone, from, to }: Sample): number[] {
  const list = (set: readonly number[], size: number) => (set.length === size ? '*' : set.join())
  const pattern = [
    ...[list(sets.second, 60), list(sets.minute, 60), list(sets.hour, 24), list(sets.day, 31)],
    ...[list(sets.month, 12), list(sets.weekday, 7), list(sets.year, 101)],
  ].join(' ')
  const croner = new Croner(pattern, { timezone: zone, domAndDow: true, mode: '7-part' })
  const found: number[] = []
  for (let at = croner.nextRun(from); at && at <= to; at = croner.nextRun(at)) {
    const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
    const wall = zoned.toPlainDateTime()
    const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
    if (matches(sets, wall) && first.epochMilliseconds === at.getTime()) found.push(at.getTime() / 1000)
  }
  return found
}

describe(`${COUNT.toLocaleString('en-GB')} random crons in zones around their changes`, () => {
  const samples = Array.from({ length: COUNT }, (_, index) => draw(index + 1))
  const read_ = samples.map((sample) => ({ ...sample, cron: read(sample.drawn.text) }))
  const crons = read_.filter((each): each is Sample & { cron: Cron } => each.cron !== null)
  const label = ({ drawn, zone, from }: Sample) => `${drawn.text} ${zone} from ${from.toISOString()}`

  it('are read as they were written', () => {
    expect(crons.length).toBeGreaterThan(COUNT * 0.9)
    for (const { cron, drawn } of crons) expect(cron.sets, drawn.text).toEqual(drawn.sets)
  })

  it('fire when temporal-polyfill says', { timeout: 600_000 }, () => {
    let fires = 0
    for (const sample of crons) {
      const { cron, zone, from, to } = sample
      const want = byTemporal(sample, ['earlier'])
      expect(seconds(between(cron, zone, from, to)), label(sample)).toEqual(want)
      fires += want.length
    }
    expect(fires).toBeGreaterThan(COUNT * 5)
  })

  it('fire in both passes when temporal-polyfill says', { timeout: 600_000 }, () => {
    let [fires, doubled] = [0, 0]
    for (const sample of crons.filter((_, index) => index % 3 === 0)) {
      const { cron, zone, from, to } = sample
      const want = byTemporal(sample, ['earlier', 'later'])
      expect(seconds(between(cron, zone, from, to, { overlap: 'both' })), label(sample)).toEqual(want)
      fires += want.length
      doubled += want.length - between(cron, zone, from, to).length
    }
    expect(fires).toBeGreaterThan(COUNT * 3)
    expect(doubled).toBeGreaterThan(COUNT / 10)
  })

  it('fire when croner says, less what it moves out of gaps and repeats', { timeout: 600_000 }, () => {
    for (const sample of crons) {
      const { cron, zone, from, to } = sample
      expect(seconds(between(cron, zone, from, to)), label(sample)).toEqual(byCroner(sample))
    }
  })

  it('have one next fire from every second between two', { timeout: 600_000 }, () => {
    const random = randomOf(1)
    let [probes, whole] = [0, 0]
    for (const [number, sample] of crons.entries()) {
      const { cron, zone, from, to } = sample
      const fires = [from, ...between(cron, zone, from, to)]
      // Every second for one in thirty, for the others the edges and a few between.
      const isWhole = number % 30 === 0
      for (const [index, fire] of fires.entries()) {
        const until = fires[index + 1]
        if (!until) continue
        const span = until.getTime() - fire.getTime()
        const some = [0, 1, 999, 1000, span - 1000, span - 1, ...Array.from({ length: 3 }, () => below(random, span))]
        const every = isWhole ? Array.from({ length: Math.ceil(span / 1000) }, (_, second) => second * 1000) : []
        for (const moment of [...some, ...every].filter((each) => each >= 0 && each < span)) {
          const found = next(cron, zone, new Date(fire.getTime() + moment))
          if (found?.getTime() !== until.getTime()) expect(found, `${label(sample)} + ${moment}`).toEqual(until)
          probes++
        }
        whole += every.length
      }
    }
    expect(probes - whole).toBeGreaterThan(COUNT * 50)
    expect(whole).toBeGreaterThan(COUNT * 1_000)
  })
})
