import { describe, expect, test } from 'vitest'
import { parseCron } from '../cron/parse'
import type { CatchUp } from '../schema'
import { expand, LATE, MOST_FIRES } from './expand'
import { jitterOf } from './jitter'
import type { Item } from './passed-over'
import { aheadOf, type Cursor, plannedOf, type Terms } from './stand'

const terms = (cron: string, zone = 'UTC', over: Partial<Terms> = {}): Terms => ({
  ...{ key: 'probe:a', cron: parseCron(cron), zone, repeats: 'first', jitter: 0 },
  ...{ catchUp: 'all', window: 7 * 86_400, paused: false, ...over },
})
const from = (at: string, local: string | null = null): Cursor => ({ at: new Date(at), local })
const short = ({ kind, at, state, count }: Item): string =>
  `${kind} ${at.toISOString().slice(5, 19)} ${state}${count === 1 ? '' : ` x${count}`}`
const due = (what: Terms, cursor: Cursor, now: string): string[] => expand(what, cursor, new Date(now)).items.map(short)
const tally = (items: readonly Item[]): Record<string, number> => {
  const sums: Record<string, number> = {}
  for (const { state, count } of items) sums[state] = (sums[state] ?? 0) + count
  return sums
}

describe('jitter', () => {
  test('is whole seconds from 0 up to what is asked, the same for the same id and time', () => {
    const drawn = Array.from({ length: 2_000 }, (_, n) => jitterOf('probe:a', new Date(n * 60_000), 30))
    expect(drawn.every((late) => Number.isInteger(late) && late >= 0 && late < 30)).toBe(true)
    expect(new Set(drawn).size).toBe(30)
    expect(drawn).toEqual(Array.from({ length: 2_000 }, (_, n) => jitterOf('probe:a', new Date(n * 60_000), 30)))
  })

  test('spreads ids that differ in a figure over all of its seconds, evenly', () => {
    const seats = new Array<number>(60).fill(0)
    for (let n = 0; n < 6_000; n += 1) {
      const at = jitterOf(`plant-register-auto-docket:${n}`, new Date(0), 60)
      seats[at] = (seats[at] ?? 0) + 1
    }
    expect(Math.min(...seats)).toBeGreaterThan(50)
    expect(Math.max(...seats)).toBeLessThan(160)
  })

  test('holds a fire back, whose time stays the nominal one', () => {
    const minute = terms('0 * * * *', 'UTC', { jitter: 900 })
    const nominal = new Date('2026-06-01T10:00:00Z')
    const planned = plannedOf(minute, nominal)
    expect(planned.getTime()).toBeGreaterThan(nominal.getTime())
    const early = new Date(planned.getTime() - 1)
    expect(expand(minute, from('2026-06-01T09:00:00Z'), early).items).toEqual([])
    expect(expand(minute, from('2026-06-01T09:00:00Z'), planned).items.map(short)).toEqual([
      'slot 06-01T10:00:00 fired',
    ])
  })

  test('never reaches the next fire, though the clocks bring the two together', () => {
    const wide = terms('0,1 0 * * *', 'UTC', { jitter: 3_600 })
    for (let day = 1; day < 28; day += 1) {
      const nominal = new Date(Date.UTC(2026, 5, day))
      expect(plannedOf(wide, nominal).getTime()).toBeLessThanOrEqual(nominal.getTime() + 60_000)
    }
  })
})

describe('a time that the clocks skip', () => {
  const night = terms('30 2 * * *', 'Australia/Sydney')
  test('is looked at on its own day, though no fire is due', () => {
    const cursor = from('2026-10-02T16:30:00Z')
    expect(aheadOf(night, cursor)).toEqual({
      nextFireAt: new Date('2026-10-04T15:30:00Z'),
      dueAt: new Date('2026-10-03T16:30:00Z'),
    })
    expect(due(night, cursor, '2026-10-03T16:29:59Z')).toEqual([])
    const { items, cursor: after } = expand(night, cursor, new Date('2026-10-03T16:30:10Z'))
    expect(items).toMatchObject([{ kind: 'gap', local: '2026-10-04T02:30:00', state: 'skipped_gap' }])
    expect(aheadOf(night, after).dueAt).toEqual(new Date('2026-10-04T15:30:00Z'))
  })

  test('stands beside a fire at the very instant that it would have had', () => {
    const both = terms('30 2,3 * * *', 'Australia/Sydney')
    expect(due(both, from('2026-10-02T17:30:00Z'), '2026-10-03T16:31:00Z')).toEqual([
      'slot 10-03T16:30:00 fired',
      'gap 10-03T16:30:00 skipped_gap',
    ])
  })

  test('does not keep a schedule due while the fire at its instant waits for its jitter', () => {
    const both = terms('30 2,3 * * *', 'Australia/Sydney', { jitter: 1_800 })
    const nominal = new Date('2026-10-03T16:30:00Z')
    const planned = plannedOf(both, nominal)
    expect(planned > nominal).toBe(true)
    const now = new Date(nominal.getTime() + 500)
    const { items, cursor } = expand(both, from('2026-10-02T18:30:00Z'), now)
    expect(items).toEqual([])
    expect(aheadOf(both, cursor).dueAt).toEqual(planned)
  })

  test('is recorded also when it is the last that a schedule names', () => {
    const last = terms('30 2 3-4 10 * 2026', 'Australia/Sydney')
    const cursor = from('2026-10-02T16:30:00Z')
    expect(aheadOf(last, cursor)).toEqual({ nextFireAt: null, dueAt: new Date('2026-10-03T16:30:00Z') })
    const { items, cursor: after } = expand(last, cursor, new Date('2026-10-03T16:30:00Z'))
    expect(items.map(short)).toEqual(['gap 10-03T16:30:00 skipped_gap'])
    expect(aheadOf(last, after)).toEqual({ nextFireAt: null, dueAt: null })
  })

  test('is a run of its own where a day of seconds is left out', () => {
    const { items } = expand(
      terms('* * * * * * *', 'Pacific/Apia', { catchUp: 'none' }),
      from('2011-12-30T09:59:00Z'),
      new Date('2011-12-31T11:00:00Z'),
    )
    expect(items.filter(({ kind }) => kind === 'gap')).toMatchObject([
      {
        count: 86_400,
        local: '2011-12-30T00:00:00',
        at: new Date('2011-12-30T10:00:00Z'),
        lastAt: new Date('2011-12-31T09:59:59Z'),
      },
    ])
  })
})

describe('a silence', () => {
  const minute = terms('* * * * *')
  test('of three minutes is late: everything fires, whatever the policy', () => {
    for (const catchUp of ['all', 'latest', 'none'] as const) {
      const what = terms('* * * * *', 'UTC', { catchUp })
      expect(tally(expand(what, from('2026-06-01T10:00:00Z'), new Date('2026-06-01T10:04:00Z')).items)).toEqual({
        fired: 4,
      })
    }
    expect(LATE).toBe(180)
  })

  test.each<[CatchUp, Record<string, number>]>([
    ['all', { fired: 5 }],
    ['latest', { missed: 4, fired: 1 }],
    ['none', { missed: 5 }],
  ])('of a second more asks the policy %s about all of it', (catchUp, expected) => {
    const what = terms('* * * * *', 'UTC', { catchUp })
    const { items } = expand(what, from('2026-06-01T10:00:00Z'), new Date('2026-06-01T10:05:01Z'))
    expect(tally(items)).toEqual({ ...expected })
    if (catchUp === 'latest')
      expect(items.at(-1)).toMatchObject({ at: new Date('2026-06-01T10:05:00Z'), state: 'fired' })
  })

  test('is judged by when a fire was planned, not by when it was named', () => {
    const what = terms('0 * * * *', 'UTC', { catchUp: 'none', jitter: 3_000 })
    const planned = plannedOf(what, new Date('2026-06-01T10:00:00Z'))
    const cursor = from('2026-06-01T09:00:00Z')
    expect(tally(expand(what, cursor, new Date(planned.getTime() + 180_000)).items)).toEqual({ fired: 1 })
    expect(tally(expand(what, cursor, new Date(planned.getTime() + 181_000)).items)).toEqual({ missed: 1 })
  })

  test('longer than the window: what is older is beyond it, to the second', () => {
    const what = terms('* * * * *', 'UTC', { window: 600 })
    const { items } = expand(what, from('2026-06-01T10:00:00Z'), new Date('2026-06-01T11:00:00Z'))
    expect(tally(items)).toEqual({ beyond_window: 50, fired: 10 })
    expect(items.find(({ state }) => state === 'fired')?.at).toEqual(new Date('2026-06-01T10:51:00Z'))
  })

  test('whose newest fire is beyond the window fires nothing, also by latest', () => {
    const what = terms('0 9 * * *', 'UTC', { window: 3_600, catchUp: 'latest' })
    expect(tally(expand(what, from('2026-06-01T10:00:00Z'), new Date('2026-06-03T20:00:00Z')).items)).toEqual({
      beyond_window: 2,
    })
  })

  test('of a paused schedule is skipped, also what is a second late', () => {
    const what = terms('* * * * *', 'UTC', { paused: true, catchUp: 'none', window: 180 })
    expect(tally(expand(what, from('2026-06-01T10:00:00Z'), new Date('2026-06-01T12:00:00Z')).items)).toEqual({
      skipped_paused: 120,
    })
  })

  test('leaves what is more than a thousand fires to the next claims, oldest first', () => {
    const now = new Date('2026-06-02T10:00:00Z')
    let cursor = from('2026-06-01T10:00:00Z')
    const sizes: number[] = []
    for (;;) {
      const { items, cursor: after } = expand(minute, cursor, now)
      if (items.length === 0) break
      sizes.push(items.length)
      expect(items[0]?.at.getTime()).toBe(cursor.at.getTime() + 60_000)
      cursor = after
    }
    expect(sizes).toEqual([MOST_FIRES, 440])
    expect(cursor.at).toEqual(now)
  })

  test('a thousand passed over for one reason are a row each, one more and they are one row with both ends', () => {
    const none = terms('* * * * *', 'UTC', { catchUp: 'none' })
    const start = new Date('2026-06-01T00:00:00Z').getTime()
    const after = (minutes: number) =>
      expand(none, { at: new Date(start), local: null }, new Date(start + minutes * 60_000)).items
    expect(after(1_000)).toHaveLength(1_000)
    expect(after(1_000).every(({ count, lastAt }) => count === 1 && lastAt === null)).toBe(true)
    expect(after(1_001)).toMatchObject([
      {
        at: new Date(start + 60_000),
        count: 1_001,
        lastAt: new Date(start + 1_001 * 60_000),
        local: '2026-06-01T00:01:00',
      },
    ])
  })

  test('of a week of seconds is one row and does not take long', () => {
    const seconds = terms('* * * * * * *', 'Europe/London', { catchUp: 'latest' })
    const { items } = expand(seconds, from('2026-06-01T00:00:00Z'), new Date('2026-06-08T00:00:00Z'))
    expect(items.map(({ state, count }) => [state, count])).toEqual([
      ['missed', 604_799],
      ['fired', 1],
    ])
  })
})

describe('an hour that the clocks repeat', () => {
  const cursor = from('2026-11-01T08:29:59Z')
  const now = '2026-11-01T10:31:00Z'
  test('fires in its first pass alone', () => {
    expect(due(terms('*/30 * * * *', 'America/Los_Angeles'), cursor, now)).toEqual([
      'slot 11-01T08:30:00 fired',
      'slot 11-01T10:00:00 fired',
      'slot 11-01T10:30:00 fired',
    ])
  })

  test('or in both, where the schedule says so', () => {
    const both = terms('*/30 * * * *', 'America/Los_Angeles', { repeats: 'both' })
    expect(due(both, cursor, now)).toEqual(
      ['08:30', '09:00', '09:30', '10:00', '10:30'].map((time) => `slot 11-01T${time}:00 fired`),
    )
    const { items } = expand(both, cursor, new Date(now))
    expect(items.map(({ local }) => local.slice(11, 16))).toEqual(['01:30', '01:00', '01:30', '02:00', '02:30'])
  })

  test('fires both passes also when a claim lies between them', () => {
    const both = terms('30 1 * * *', 'America/Los_Angeles', { repeats: 'both' })
    const first = expand(both, cursor, new Date('2026-11-01T08:31:00Z'))
    expect(first.items.map(short)).toEqual(['slot 11-01T08:30:00 fired'])
    expect(expand(both, first.cursor, new Date('2026-11-01T09:31:00Z')).items.map(short)).toEqual([
      'slot 11-01T09:30:00 fired',
    ])
  })
})
