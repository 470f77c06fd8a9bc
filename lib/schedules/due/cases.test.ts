import { describe, expect, test } from 'vitest'
import { between } from '../cron/fires'
import { parseCron } from '../cron/parse'
import { checkCalendar, isFault } from '../rules'
import { expand } from './expand'
import { aheadOf, type Terms } from './stand'

// What went wrong elsewhere, row by row of a study of public reports. Those about the ledger itself: 16 is
// `../ledger/race.db.test.ts`, 21, 23 and 25 are `../rows/verbs.db.test.ts`. Row 24, that a clock which stands still is noticed
// by who asks and not by the clock, is 'are silent before the first tick' in
// `lib/server/tick.db.test.ts`.

const terms = (cron: string, over: Partial<Terms> = {}): Terms => ({
  ...{ key: 'probe:a', cron: parseCron(cron), zone: 'UTC', repeats: 'first', jitter: 0 },
  ...{ catchUp: 'all', window: 7 * 86_400, paused: false, ...over },
})
const after = (at: string) => ({ at: new Date(at), local: null })

describe('what went wrong elsewhere', () => {
  test('row 15: a fire lost at a deploy. Ticks at 09:59:59 and 10:07:00 give one, 420 s late', () => {
    const daily = terms('0 10 * * *')
    const first = expand(daily, after('2026-05-04T10:00:00Z'), new Date('2026-05-05T09:59:59Z'))
    expect(first.items).toEqual([])
    const now = new Date('2026-05-05T10:07:00Z')
    const { items } = expand(daily, first.cursor, now)
    expect(items).toMatchObject([{ kind: 'slot', state: 'fired', at: new Date('2026-05-05T10:00:00Z') }])
    expect((now.getTime() - (items[0]?.at.getTime() ?? 0)) / 1_000).toBe(420)
  })

  test.each([
    ['all', { fired: 60, beyond_window: 540 }],
    ['latest', { fired: 1, missed: 59, beyond_window: 540 }],
  ] as const)(
    'row 17: more than a hundred missed and never again. Ten hours without a clock, window 1 h, %s',
    (catchUp, sums) => {
      const minutely = terms('* * * * *', { catchUp, window: 3_600 })
      const now = new Date('2026-05-04T20:00:00Z')
      const { items, cursor } = expand(minutely, after('2026-05-04T10:00:00Z'), now)
      const told: Record<string, number> = {}
      for (const { state, count } of items) told[state] = (told[state] ?? 0) + count
      expect(told).toEqual(sums)
      expect(aheadOf(minutely, cursor).dueAt).toEqual(new Date('2026-05-04T20:01:00Z'))
    },
  )

  test('row 18: a storm after a laptop slept. 78 minutes of tens of seconds, catch-up off: none again, and on the grid', () => {
    const often = terms('*/10 * * * * * *', { catchUp: 'none' })
    const { items, cursor } = expand(often, after('2026-05-04T10:00:00Z'), new Date('2026-05-04T11:18:00Z'))
    expect(items).toHaveLength(468)
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['missed']))
    const on = expand(often, cursor, new Date('2026-05-04T11:18:13Z'))
    expect(on.items).toMatchObject([{ state: 'fired', at: new Date('2026-05-04T11:18:10Z') }])
  })

  test('row 19: what passed while it was paused. Resumed at 07:49, the next is tomorrow at 02:00', () => {
    const nightly = terms('0 2 * * *')
    const paused = expand({ ...nightly, paused: true }, after('2026-05-04T01:00:00Z'), new Date('2026-05-04T07:49:00Z'))
    expect(paused.items).toMatchObject([{ state: 'skipped_paused', at: new Date('2026-05-04T02:00:00Z') }])
    expect(aheadOf(nightly, paused.cursor).nextFireAt).toEqual(new Date('2026-05-05T02:00:00Z'))
  })

  test('row 20: day of month and day of week both have to match', () => {
    const fires = between(parseCron('0 9 13 * 5'), 'Europe/London', new Date('2026-11-01'), new Date('2026-12-01'))
    expect(fires).toEqual([new Date('2026-11-13T09:00:00Z')])
  })

  test('row 22: an interval that drifts against the clocks. There is none: only crons, and a cron of 24 h is a local time', () => {
    for (const cron of ['@every 24h', 'every 24 hours', 'PT24H', '86400'])
      expect(isFault(checkCalendar({ cron, zone: 'America/Los_Angeles' }, new Date('2026-10-30'))), cron).toBe(true)
    const fires = between(parseCron('0 9 * * *'), 'America/Los_Angeles', new Date('2026-10-31'), new Date('2026-11-03'))
    expect(fires.map((at) => at.toISOString().slice(5, 16))).toEqual(['10-31T16:00', '11-01T17:00', '11-02T17:00'])
  })
})
