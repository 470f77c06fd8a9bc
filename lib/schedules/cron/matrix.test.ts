import { describe, expect, it } from 'vitest'
import { localOf } from '@/lib/platform/zones'
import { between } from './fires'
import { parseCron } from './parse'

/** The seed's matrix: 07:05 on weekdays in four zones, over the changes of 2026 and 2027. */
const cron = parseCron('5 7 * * 1-5')
const fires = (zone: string, from: string, to: string) =>
  between(cron, zone, new Date(`${from}Z`), new Date(`${to}Z`)).map((at) => at.toISOString().replace('.000Z', 'Z'))

/** From the Thursday before a weekend to the Tuesday after it, in UTC. */
const WEEKENDS = {
  'April 2026': ['2026-04-01T12:00', '2026-04-07T12:00'],
  'September 2026': ['2026-09-02T12:00', '2026-09-08T12:00'],
  'October 2026': ['2026-09-30T12:00', '2026-10-06T12:00'],
  'April 2027': ['2027-03-31T12:00', '2027-04-06T12:00'],
  'September 2027': ['2027-09-01T12:00', '2027-09-07T12:00'],
  'October 2027': ['2027-09-29T12:00', '2027-10-05T12:00'],
} as const

describe('07:05 on weekdays over a weekend of change', () => {
  it.each([
    // Sydney: +11 in summer, +10 in winter; first Sundays of April and October.
    ['Australia/Sydney', 'April 2026', '01T20:05 02T20:05 05T21:05 06T21:05'],
    ['Australia/Sydney', 'September 2026', '02T21:05 03T21:05 06T21:05 07T21:05'],
    ['Australia/Sydney', 'October 2026', '30T21:05 01T21:05 04T20:05 05T20:05'],
    ['Australia/Sydney', 'April 2027', '31T20:05 01T20:05 04T21:05 05T21:05'],
    ['Australia/Sydney', 'September 2027', '01T21:05 02T21:05 05T21:05 06T21:05'],
    ['Australia/Sydney', 'October 2027', '29T21:05 30T21:05 03T20:05 04T20:05'],
    // Santiago: -3 in summer, -4 in winter; the nights to the first Sundays of April and September.
    ['America/Santiago', 'April 2026', '02T10:05 03T10:05 06T11:05 07T11:05'],
    ['America/Santiago', 'September 2026', '03T11:05 04T11:05 07T10:05 08T10:05'],
    ['America/Santiago', 'October 2026', '01T10:05 02T10:05 05T10:05 06T10:05'],
    ['America/Santiago', 'April 2027', '01T10:05 02T10:05 05T11:05 06T11:05'],
    ['America/Santiago', 'September 2027', '02T11:05 03T11:05 06T10:05 07T10:05'],
    ['America/Santiago', 'October 2027', '30T10:05 01T10:05 04T10:05 05T10:05'],
    // Brisbane: +10 all year.
    ['Australia/Brisbane', 'April 2026', '01T21:05 02T21:05 05T21:05 06T21:05'],
    ['Australia/Brisbane', 'October 2026', '30T21:05 01T21:05 04T21:05 05T21:05'],
    ['Australia/Brisbane', 'April 2027', '31T21:05 01T21:05 04T21:05 05T21:05'],
    ['Australia/Brisbane', 'October 2027', '29T21:05 30T21:05 03T21:05 04T21:05'],
    // Tokyo: +9 all year.
    ['Asia/Tokyo', 'April 2026', '01T22:05 02T22:05 05T22:05 06T22:05'],
    ['Asia/Tokyo', 'October 2026', '30T22:05 01T22:05 04T22:05 05T22:05'],
    ['Asia/Tokyo', 'April 2027', '31T22:05 01T22:05 04T22:05 05T22:05'],
    ['Asia/Tokyo', 'October 2027', '29T22:05 30T22:05 03T22:05 04T22:05'],
  ] as const)('%s, %s: %s', (zone, weekend, want) => {
    const [from, to] = WEEKENDS[weekend]
    const found = fires(zone, from, to)
    expect(found.map((at) => at.slice(8, 16)).join(' ')).toBe(want)
    for (const at of found) expect(at >= from && at <= to && at.endsWith(':00Z')).toBe(true)
  })

  it.each(['Australia/Sydney', 'Australia/Brisbane', 'America/Santiago', 'Asia/Tokyo'])(
    '%s: once on each of the 522 weekdays of 2026 and 2027, at 07:05 by its clocks',
    (zone) => {
      const shown = fires(zone, '2025-12-30T00:00', '2028-01-04T00:00').map((at) => localOf(zone, new Date(at)))
      const within = shown.filter(({ date }) => date >= '2026-01-01' && date <= '2027-12-31')
      const weekdays: string[] = []
      for (let ms = Date.UTC(2026, 0, 1); ms < Date.UTC(2028, 0, 1); ms += 86_400_000) {
        const day = new Date(ms).getUTCDay()
        if (day > 0 && day < 6) weekdays.push(new Date(ms).toISOString().slice(0, 10))
      }
      expect(weekdays.length).toBe(522)
      expect(within.map(({ date }) => date)).toEqual(weekdays)
      expect(new Set(within.map(({ time }) => time))).toEqual(new Set(['07:05:00']))
    },
  )
})
