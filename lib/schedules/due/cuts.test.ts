import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, localOf } from '@/lib/platform/zones'
import { between, skippedBetween } from '../cron/fires'
import { parseCron } from '../cron/parse'
import { drawCron, pick, randomOf } from '../cron/random-cron'
import { expand, MOST_FIRES } from './expand'
import type { Item } from './passed-over'
import { aheadOf, type Cursor, type Terms } from './stand'

const HOUR = 3_600_000
const ZONES = [
  ...['UTC', 'Australia/Sydney', 'Australia/Lord_Howe', 'America/Santiago', 'Europe/London', 'America/New_York'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Asia/Gaza', 'Antarctica/Troll', 'Pacific/Chatham', 'America/Vancouver'],
]

/** Crons that a person writes, and drawn ones around the hour of the change. */
const PLAIN = ['*/30 * * * *', '30 2 * * *', '30 2,3 * * *', '0 * * * *', '15 1 * * *', '*/7 1-3 * * *', '5 7 * * 1-5']

/** A schedule around a change of its clocks, a stretch of about two days, and where it is cut, as parts of it. */
const scenes = fc.record({
  seed: fc.nat(),
  policy: fc.constantFrom('all' as const, 'latest' as const, 'none' as const),
  window: fc.constantFrom(180, 7_200, 7 * 86_400),
  repeats: fc.constantFrom('first' as const, 'both' as const),
  jitter: fc.constantFrom(0, 0, 40, 600),
  paused: fc.boolean(),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
})
type Scene = typeof scenes extends fc.Arbitrary<infer T> ? T : never

function play({ seed, policy, window, repeats, jitter, paused }: Scene) {
  const random = randomOf(seed)
  const zone = pick(random, ZONES)
  const anyDay = Date.UTC(2024, 0, 1) + Math.floor(random() * 8 * 365) * 24 * HOUR
  const [change] = changesBetween(zone, new Date(anyDay), new Date(anyDay + 300 * 24 * HOUR))
  const middle = change?.at ?? new Date(anyDay)
  const { date, time } = localOf(zone, middle)
  const [year = 2026, month = 1, day = 1] = date.split('-').map(Number)
  const drawn = drawCron(random, { hour: Number(time.slice(0, 2)), day, month, year })
  const text = random() < 0.5 ? pick(random, PLAIN) : drawn.text
  const terms: Terms = {
    ...{ key: `probe:${seed}`, cron: parseCron(text), zone, repeats, jitter },
    ...{ catchUp: policy, window, paused },
  }
  const from = new Date(middle.getTime() - Math.floor(random() * 30 * 3_600) * 1_000)
  const to = new Date(middle.getTime() + Math.floor(random() * 30 * 3_600) * 1_000)
  return { terms, from, to }
}

/** Each time that a claim wrote down: a run is as many of its schedule's times as it counts. */
const timesOf = (terms: Terms, items: readonly Item[], kind: Item['kind']): number[] =>
  items
    .filter((item) => item.kind === kind)
    .flatMap((item) => {
      if (item.count === 1) return [item.at.getTime()]
      const from = new Date(item.at.getTime() - 1_000)
      const last = item.lastAt ?? item.at
      const inside =
        kind === 'slot'
          ? between(terms.cron, terms.zone, from, last, { overlap: terms.repeats })
          : skippedBetween(terms.cron, terms.zone, from, last).map(({ at }) => at)
      expect(inside).toHaveLength(item.count)
      return inside.map((at) => at.getTime())
    })

/** All that is due at an instant, in as many claims as it takes. */
function claimed(terms: Terms, cursor: Cursor, now: Date): { items: Item[]; cursor: Cursor } {
  const items: Item[] = []
  for (let at = cursor; ; ) {
    const done = expand(terms, at, now)
    items.push(...done.items)
    at = done.cursor
    const { dueAt } = aheadOf(terms, at)
    // Either the next thing lies in the future, or this claim was full: otherwise a tick would claim without end.
    if (!dueAt || dueAt > now) return { items, cursor: at }
    expect(done.items.filter(({ state }) => state === 'fired')).toHaveLength(MOST_FIRES)
  }
}

const RUNS = { numRuns: 400 }

describe('whatever the cuts', () => {
  test('every time between two cursors is written down exactly once', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { terms, from, to } = play(scene)
        const length = to.getTime() - from.getTime()
        const nows = [...scene.cuts.map((cut) => from.getTime() + Math.floor(cut * length)), to.getTime()]
        nows.sort((a, b) => a - b)
        let cursor: Cursor = { at: from, local: null }
        const items: Item[] = []
        for (const now of nows) {
          const done = claimed(terms, cursor, new Date(now))
          items.push(...done.items)
          expect(done.cursor.at >= cursor.at).toBe(true)
          cursor = done.cursor
        }
        const slots = between(terms.cron, terms.zone, from, cursor.at, { overlap: terms.repeats })
        expect(timesOf(terms, items, 'slot')).toEqual(slots.map((at) => at.getTime()))
        const gaps = skippedBetween(terms.cron, terms.zone, from, cursor.at).map(({ at }) => at.getTime())
        expect(timesOf(terms, items, 'gap')).toEqual(gaps)
      }),
      RUNS,
    )
  })

  test('nothing is due before it is: a look at the very instant finds it, one a second before does not', () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { terms, from } = play(scene)
        const cursor = { at: from, local: null }
        const { dueAt } = aheadOf(terms, cursor)
        if (!dueAt) return
        expect(expand(terms, cursor, new Date(dueAt.getTime() - 1_000)).items).toEqual([])
        expect(expand(terms, cursor, dueAt).items.length).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })

  test('a cursor that is put anywhere leaves out what lies before it and nothing else', () => {
    fc.assert(
      fc.property(scenes, fc.double({ min: 0, max: 1, noNaN: true }), (scene, part) => {
        const { terms, from, to } = play(scene)
        const middle = new Date(from.getTime() + Math.floor((part * (to.getTime() - from.getTime())) / 1_000) * 1_000)
        const whole = claimed(terms, { at: from, local: null }, to)
        const later = claimed(terms, { at: middle, local: null }, to)
        const after = timesOf(terms, whole.items, 'slot').filter((at) => at > middle.getTime())
        expect(timesOf(terms, later.items, 'slot')).toEqual(after)
      }),
      RUNS,
    )
  })
})
