import { describe, expect, it } from 'vitest'
import { newestZones, type Zones } from '@/lib/platform/zones'
import { between as betweenOf, type FireOptions, firesOn, firstFire, next as nextOf } from './fires'
import { parseCron } from './parse'

/** What users of other schedulers reported, with the instants that are right; the numbers are those of the study. */
const iso = (at: Date | null) => at?.toISOString().replace('.000Z', 'Z')
const between = (cron: string, zone: string, from: string, to: string, options?: FireOptions) =>
  betweenOf(parseCron(cron), zone, new Date(from), new Date(to), options).map((at) => iso(at) ?? '')
const next = (cron: string, zone: string, from: string, options?: FireOptions) =>
  iso(nextOf(parseCron(cron), zone, new Date(from), options))

describe('clocks', () => {
  it('4: a time in a gap is looked for the day after, not ten months on', () => {
    expect(next('30 2 * * *', 'America/New_York', '2026-03-08T06:30:00Z')).toBe('2026-03-09T06:30:00Z')
  })

  it('5: a minute’s cron over a repeated hour goes strictly on, pausing for it or not', () => {
    const first = between('* * * * *', 'America/Los_Angeles', '2026-11-01T07:59:00Z', '2026-11-01T10:00:00Z')
    expect(first.slice(0, -1)).toEqual(
      Array.from({ length: 60 }, (_, minute) => `2026-11-01T08:${String(minute).padStart(2, '0')}:00Z`),
    )
    expect(first.at(-1)).toBe('2026-11-01T10:00:00Z')
    const from = '2026-11-01T08:59:00Z'
    expect(next('* * * * *', 'America/Los_Angeles', from)).toBe('2026-11-01T10:00:00Z')
    expect(next('* * * * *', 'America/Los_Angeles', from, { overlap: 'both' })).toBe('2026-11-01T09:00:00Z')
    const both = between('* * * * *', 'America/Los_Angeles', '2026-11-01T07:59:00Z', '2026-11-01T10:00:00Z', {
      overlap: 'both',
    })
    expect(both.length).toBe(121)
    expect(new Set(both).size).toBe(121)
  })

  it('9: a time beside Lord Howe’s repeated half hour is found', () => {
    expect(next('15 1 * * *', 'Australia/Lord_Howe', '2026-04-04T14:15:00Z')).toBe('2026-04-05T14:45:00Z')
  })

  it('14: polled every half minute it fires as it does at one look', () => {
    const found = new Set<string>()
    for (let ms = Date.parse('2026-04-03T00:00Z'); ms < Date.parse('2026-04-06T12:00Z'); ms += 30_000) {
      const [from, to] = [new Date(ms).toISOString(), new Date(ms + 30_000).toISOString()]
      for (const at of between('30 2 * * *', 'Australia/Sydney', from, to)) {
        expect(found.has(at)).toBe(false)
        found.add(at)
      }
    }
    expect([...found]).toEqual(['2026-04-03T15:30:00Z', '2026-04-04T15:30:00Z', '2026-04-05T16:30:00Z'])
  })

  it('22: nine in the morning stays nine by the clocks, where every 24 hours would drift', () => {
    expect(between('0 9 * * *', 'America/Los_Angeles', '2026-10-30T20:00Z', '2026-11-02T20:00Z')).toEqual([
      '2026-10-31T16:00:00Z',
      '2026-11-01T17:00:00Z',
      '2026-11-02T17:00:00Z',
    ])
    expect(() => parseCron('@every 24h')).toThrow(/^@every is no calendar/)
  })
})

describe('what a ledger asks after silence', () => {
  it('15: a tick that comes seven minutes late finds the one fire, and the next tick none', () => {
    expect(between('0 10 * * *', 'UTC', '2026-06-01T09:59:59Z', '2026-06-01T10:07:00Z')).toEqual([
      '2026-06-01T10:00:00Z',
    ])
    expect(between('0 10 * * *', 'UTC', '2026-06-01T10:07:00Z', '2026-06-01T10:14:00Z')).toEqual([])
    expect(between('0 10 * * *', 'UTC', '2026-06-01T09:59:59Z', '2026-06-01T10:00:00Z')).toHaveLength(1)
    expect(between('0 10 * * *', 'UTC', '2026-06-01T10:00:00Z', '2026-06-01T10:07:00Z')).toEqual([])
  })

  it('17: ten hours of minutes are 600, the last hour 60', () => {
    expect(between('* * * * *', 'UTC', '2026-06-01T00:00Z', '2026-06-01T10:00Z')).toHaveLength(600)
    expect(between('* * * * *', 'UTC', '2026-06-01T09:00Z', '2026-06-01T10:00Z')).toHaveLength(60)
    expect(next('* * * * *', 'UTC', '2026-06-01T10:00Z')).toBe('2026-06-01T10:01:00Z')
  })

  it('18: 78 minutes of every ten seconds are 468, and the next is on the grid', () => {
    const cron = '*/10 * * * * * *'
    expect(between(cron, 'UTC', '2026-06-01T10:00:00Z', '2026-06-01T11:18:00Z')).toHaveLength(468)
    expect(next(cron, 'UTC', '2026-06-01T11:18:03.700Z')).toBe('2026-06-01T11:18:10Z')
  })

  it('19: resumed at 07:49, what stood at 02:00 is tomorrow’s', () => {
    expect(next('0 2 * * *', 'UTC', '2026-06-01T07:49Z')).toBe('2026-06-02T02:00:00Z')
    expect(between('0 2 * * *', 'UTC', '2026-06-01T01:00Z', '2026-06-01T07:49Z')).toEqual(['2026-06-01T02:00:00Z'])
  })

  it('a week of seconds is listed, and a limit ends a list', () => {
    const cron = parseCron('* * * * * * *')
    const [from, to] = [new Date('2026-06-01T00:00Z'), new Date('2026-06-08T00:00Z')]
    expect(betweenOf(cron, 'Europe/London', from, to)).toHaveLength(604_800)
    expect(betweenOf(cron, 'Europe/London', from, to, { limit: 3 }).map(iso)).toEqual([
      '2026-06-01T00:00:01Z',
      '2026-06-01T00:00:02Z',
      '2026-06-01T00:00:03Z',
    ])
  })
})

describe('days', () => {
  it('20: day of month and day of week must both match, and it is said', () => {
    expect(between('0 9 13 * 5', 'Europe/London', '2026-11-01T00:00Z', '2026-12-01T00:00Z')).toEqual([
      '2026-11-13T09:00:00Z',
    ])
    expect(parseCron('0 9 13 * 5').notes).toEqual([
      'Day of month and day of week must both match. Other crons fire when either does.',
    ])
    expect(parseCron('0 9 13 * *').notes).toEqual([])
    expect(parseCron('0 9 * * 5').notes).toEqual([])
    // All seven days are no restriction, however they are written.
    expect(parseCron('0 9 13 * 0-6').notes).toEqual([])
  })

  it('the second Friday is a Friday from the 8th to the 14th', () => {
    expect(between('0 9 8-14 * 5', 'UTC', '2026-01-01T00:00Z', '2026-05-01T00:00Z')).toEqual([
      '2026-01-09T09:00:00Z',
      '2026-02-13T09:00:00Z',
      '2026-03-13T09:00:00Z',
      '2026-04-10T09:00:00Z',
    ])
  })

  it('29 February comes in leap years, on a Monday every 28, and not in 2100', () => {
    expect(next('0 9 29 2 *', 'Europe/London', '2026-01-01T00:00Z')).toBe('2028-02-29T09:00:00Z')
    expect(next('0 9 29 2 1', 'Europe/London', '2026-01-01T00:00Z')).toBe('2044-02-29T09:00:00Z')
    expect(next('0 9 29 2 1', 'Europe/London', '2044-03-01T00:00Z')).toBe('2072-02-29T09:00:00Z')
    expect(next('0 9 29 2 *', 'Europe/London', '2096-03-01T00:00Z')).toBe(undefined)
    expect(parseCron('0 9 29 2 *').notes).toEqual(['Only leap years have a 29 February.'])
    expect(parseCron('0 9 31 * *').notes).toEqual(['Months without a day 31 are passed over.'])
    expect(parseCron('0 9 29 * *').notes).toEqual(['Months without a day 29 are passed over.'])
    expect(parseCron('0 9 31 1,3 *').notes).toEqual([])
  })
})

describe('the ends of time', () => {
  it('begins on the first second of 2000 and ends on the last of 2100, by the clocks of each zone', () => {
    for (const [zone, first, last] of [
      ['UTC', '2000-01-01T00:00:00Z', '2100-12-31T23:59:59Z'],
      ['Pacific/Kiritimati', '1999-12-31T10:00:00Z', '2100-12-31T09:59:59Z'],
      ['Pacific/Pago_Pago', '2000-01-01T11:00:00Z', '2101-01-01T10:59:59Z'],
    ] as const) {
      expect(next('* * * * * * *', zone, '1970-01-01T00:00Z')).toBe(first)
      expect(next('59 59 23 31 12 * 2100', zone, '2026-01-01T00:00Z')).toBe(last)
      expect(next('* * * * * * *', zone, last)).toBe(undefined)
      expect(next('* * * * * * *', zone, '2190-01-01T00:00Z')).toBe(undefined)
      expect(between('* * * * * * *', zone, last, '2190-01-01T00:00Z')).toEqual([])
    }
  })

  it('crosses the ends of the stretches that zones are cut into', () => {
    const from = '2003-12-20T00:00Z'
    for (const zone of ['UTC', 'Europe/London', 'Australia/Sydney', 'America/Santiago']) {
      const hours = between('0 * * * *', zone, from, '2004-01-05T00:00Z')
      expect(hours).toHaveLength(16 * 24)
      for (const [index, hour] of hours.entries())
        expect(Date.parse(hour)).toBe(Date.parse(from) + (index + 1) * 3_600_000)
    }
  })

  it.each([60, -60])('a change of %i minutes anywhere around such an end', (turn) => {
    const [end, minute, cron] = [Date.UTC(2003, 11, 31), 60_000, parseCron('*/5 * * * *')]
    for (let quarter = -8; quarter <= 8; quarter++) {
      const at = new Date(end + quarter * 15 * minute)
      const zones: Zones = {
        ...newestZones,
        offsetAt: (_, instant) => (instant < at ? 0 : turn),
        changesBetween: (_, from, to) => (from < at && at <= to ? [{ at, before: 0, after: turn }] : []),
      }
      const [from, to] = [new Date(end - 300 * minute), new Date(end + 300 * minute)]
      for (const overlap of ['first', 'both'] as const) {
        const seen = new Set<number>()
        const want: number[] = []
        for (let ms = from.getTime() - 1440 * minute; ms <= to.getTime(); ms += minute) {
          const wall = ms + (ms < at.getTime() ? 0 : turn * minute)
          const isFresh = overlap === 'both' || !seen.has(wall)
          if (ms > from.getTime() && isFresh && (wall / minute) % 5 === 0) want.push(ms)
          seen.add(wall)
        }
        const fires = firesOn(zones)
        const label = `${at.toISOString()} ${overlap}`
        expect(fires.between(cron, 'UTC', from, to, { overlap }).map(Number), label).toEqual(want)
        // From within the second pass too, wherever that lies.
        for (let ms = from.getTime(); ms < (want.at(-1) ?? 0); ms += minute) {
          const found = fires.next(cron, 'UTC', new Date(ms), { overlap })?.getTime()
          if (found !== want.find((each) => each > ms)) expect(found, `${label} ${new Date(ms).toISOString()}`).toBe(0)
        }
      }
    }
  })

  it('what will not fire again has no next, and is refused where it is to be kept', () => {
    const cron = parseCron('0 9 * * * 2020')
    const now = new Date('2026-11-02T10:00Z')
    expect(nextOf(cron, 'Europe/London', now)).toBe(null)
    expect(() => firstFire(cron, 'Europe/London', now)).toThrow(
      '"0 9 * * * 2020" never fires in Europe/London after 2026-11-02. Write a time that is to come.',
    )
    expect(iso(firstFire(parseCron('0 9 * * *'), 'Europe/London', now))).toBe('2026-11-03T09:00:00Z')
    // A date whose one time the clocks skip.
    const skipped = parseCron('30 2 4 10 * 2026')
    expect(() => firstFire(skipped, 'Australia/Sydney', now)).toThrow(/never fires in Australia\/Sydney/)
    expect(nextOf(skipped, 'Australia/Sydney', new Date('2026-01-01T00:00Z'))).toBe(null)
    expect(iso(nextOf(skipped, 'Australia/Brisbane', new Date('2026-01-01T00:00Z')))).toBe('2026-10-03T16:30:00Z')
  })

  it('reads fractions of a second on either side', () => {
    expect(next('0 9 * * *', 'UTC', '2026-06-01T08:59:59.999Z')).toBe('2026-06-01T09:00:00Z')
    expect(next('0 9 * * *', 'UTC', '2026-06-01T09:00:00.000Z')).toBe('2026-06-02T09:00:00Z')
    expect(next('0 9 * * *', 'UTC', '2026-06-01T09:00:00.001Z')).toBe('2026-06-02T09:00:00Z')
    expect(between('0 9 * * *', 'UTC', '2026-06-01T08:00Z', '2026-06-01T08:59:59.999Z')).toEqual([])
    expect(between('0 9 * * *', 'UTC', '2026-06-02T08:00Z', '2026-06-01T08:00Z')).toEqual([])
  })

  it('refuses a zone that is none, and an instant that is none', () => {
    const cron = parseCron('0 9 * * *')
    for (const zone of ['Europe/Lodnon', 'europe/london', '+05:30', '', '__proto__'])
      expect(() => nextOf(cron, zone, new Date('2026-06-01T00:00Z')), zone).toThrow(/^There is no time zone/)
    expect(() => nextOf(cron, 'UTC', new Date(Number.NaN))).toThrow(RangeError)
    expect(() => betweenOf(cron, 'UTC', new Date('2026-06-01T00:00Z'), new Date(Number.NaN))).toThrow(RangeError)
  })
})
