import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, DateError, daysBetween, isDate, mondayOf, weekday } from './plain-date'

it.each([
  ['2026-12-10', 1, '2026-12-11'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-12-10', 0, '2026-12-10'],
])('%s and %i days is %s', (date, days, want) => {
  expect(addDays(date, days)).toBe(want)
})

it('counts weekdays from Monday', () => {
  expect(weekday('2026-12-14')).toBe(1)
  expect(weekday('2026-12-13')).toBe(7)
  expect(mondayOf('2026-12-13')).toBe('2026-12-07')
  expect(mondayOf('2026-12-14')).toBe('2026-12-14')
})

it('agrees with itself', () => {
  const date = fc
    .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2200-01-01T00:00:00Z'), noInvalidDate: true })
    .map((instant) => instant.toISOString().slice(0, 10))
  fc.assert(
    fc.property(date, fc.integer({ min: -5000, max: 5000 }), (from, days) => {
      const to = addDays(from, days)
      expect(daysBetween(from, to)).toBe(days)
      expect(weekday(to)).toBe(((((weekday(from) - 1 + days) % 7) + 7) % 7) + 1)
      expect(weekday(mondayOf(from))).toBe(1)
      expect(daysBetween(mondayOf(from), from)).toBe(weekday(from) - 1)
    }),
  )
})

it.each(['2026-02-29', '2026-13-01', '2026-1-1', '10/12/2026', '2026-12-10T00:00', '', '2026-12-10\n'])(
  'refuses %j with a sentence',
  (date) => {
    expect(isDate(date)).toBe(false)
    expect(() => weekday(date)).toThrow(DateError)
    expect(() => addDays(date, 1)).toThrow(/Write YYYY-MM-DD, such as 2026-12-10/)
  },
)
