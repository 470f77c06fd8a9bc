import { describe, expect, it } from 'vitest'
import { formatDate, formatInstant, formatLocalRange } from './zone-format'
import { firstInstantOf } from './zones'

const at = (local: string, zone = 'Europe/London') => firstInstantOf(zone, local)

describe('formatDate', () => {
  it.each([
    ['2026-12-10', 'tight', 'Thu 10'],
    ['2026-12-10', 'short', 'Thu 10 Dec'],
    ['2026-12-10', 'long', 'Thursday 10 December'],
    ['2026-12-10', 'full', 'Thursday 10 December 2026'],
    ['2026-12-14', 'week', 'Week of 14 December'],
    ['2026-09-01', 'short', 'Tue 1 Sep'],
  ] as const)('%s %s is %s', (date, style, want) => {
    expect(formatDate(date, style)).toBe(want)
  })

  it('refuses what is no date', () => {
    expect(() => formatDate('2026-02-30', 'short')).toThrow('is not a date')
  })
})

describe('formatInstant', () => {
  it.each([
    ['time', '18:00 GMT'],
    ['day', 'Thu 10 Dec'],
    ['dayTime', 'Thu 10 Dec 18:00 GMT'],
    ['full', 'Thursday 10 December 2026 at 18:00 GMT'],
    ['stamp', '2026-12-10 18:00:05 GMT'],
  ] as const)('%s is %s', (style, want) => {
    expect(formatInstant('Europe/London', new Date('2026-12-10T18:00:05Z'), style)).toBe(want)
  })

  it('speaks each zone’s own time', () => {
    const instant = new Date('2026-12-10T16:42:00Z')
    expect(formatInstant('Australia/Sydney', instant, 'dayTime')).toBe('Fri 11 Dec 03:42 AEDT')
    expect(formatInstant('Australia/Brisbane', instant, 'dayTime')).toBe('Fri 11 Dec 02:42 AEST')
    expect(formatInstant('Asia/Kathmandu', instant, 'time')).toBe('22:27 UTC+05:45')
    expect(formatInstant('UTC', instant, 'stamp')).toBe('2026-12-10 16:42:00 UTC')
    expect(() => formatInstant('Mars/Olympus', instant, 'time')).toThrow('There is no time zone')
  })
})

describe('formatLocalRange', () => {
  it.each([
    ['2026-12-14T18:00', '2026-12-14T23:00', 'time', '18:00 – 23:00'],
    ['2026-12-14T18:00', '2026-12-14T23:00', 'tight', 'Mon 14, 18:00 – 23:00'],
    ['2026-12-18T20:00', '2026-12-19T00:30', 'tight', 'Fri 18, 20:00 – 00:30'],
    ['2026-12-18T20:00', '2026-12-19T00:30', 'full', 'Fri 18 Dec, 20:00 – 00:30 GMT'],
    ['2026-12-18T20:00', '2026-12-19T00:00', 'time', '20:00 – 00:00'],
    ['2026-12-18T20:00', '2026-12-20T02:00', 'tight', 'Fri 18, 20:00 – Sun 20 02:00'],
    ['2026-12-18T20:00', '2026-12-19T21:00', 'full', 'Fri 18 Dec, 20:00 – Sat 19 Dec 21:00 GMT'],
    ['2026-12-18T20:00', '2026-12-19T20:00', 'time', '20:00 – Sat 19 20:00'],
    ['2026-10-24T22:00', '2026-10-25T03:00', 'time', '22:00 BST – 03:00 GMT'],
    ['2026-03-28T22:00', '2026-03-29T03:00', 'full', 'Sat 28 Mar, 22:00 GMT – 03:00 BST'],
  ] as const)('%s to %s, %s', (from, to, style, want) => {
    expect(formatLocalRange('Europe/London', at(from), at(to), style)).toBe(want)
  })
})
