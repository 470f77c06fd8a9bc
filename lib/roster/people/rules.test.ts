import { describe, expect, test } from 'vitest'
import { faultOfRhythm } from '../rules'
import { changesOf, compareNames, endWords, faultOfShift, firstName, lengthOf, USUAL_RHYTHM } from './rules'
import { tenderInput } from './schema'

const shift = (startTime: string, endTime: string, weekday = 5) => ({ weekday, startTime, endTime })
const seats = { minSeats: 1, targetSeats: 2 }

describe('a shift of the pattern', () => {
  test.each([
    ['18:00', '23:00', 300, null],
    ['20:00', '00:30', 270, 'Ends 00:30 on Saturday.'],
    ['20:00', '00:00', 240, 'Ends 00:00 on Saturday.'],
  ])('%s to %s lasts %i min', (start, end, length, words) => {
    expect(lengthOf(shift(start, end))).toBe(length)
    expect(endWords(shift(start, end))).toBe(words)
    expect(faultOfShift({ ...shift(start, end), ...seats })).toBeNull()
  })
  test('of a Sunday ends on Monday', () => expect(endWords(shift('20:00', '01:00', 7))).toBe('Ends 01:00 on Monday.'))
  test('without length is refused', () =>
    expect(faultOfShift({ ...shift('18:00', '18:00'), ...seats })?.reason).toMatch(
      /cannot end at the minute it starts/,
    ))
  test('that ends before it starts by a slip is too long', () =>
    expect(faultOfShift({ ...shift('18:00', '17:00'), ...seats })).toEqual({
      field: 'endTime',
      reason: 'That is 23 h. It would end on Saturday. A shift has at most 16 h: mend a time, or make two of it.',
    }))
  test('of 16 h is the longest', () => {
    expect(faultOfShift({ ...shift('08:00', '00:00'), ...seats })).toBeNull()
    expect(faultOfShift({ ...shift('08:00', '00:01'), ...seats })).not.toBeNull()
  })
  test('that needs more people than it seats is refused', () =>
    expect(faultOfShift({ ...shift('18:00', '23:00'), minSeats: 3, targetSeats: 2 })?.field).toBe('minSeats'))
})

test('the rhythm a roster begins with can work', () => expect(faultOfRhythm(USUAL_RHYTHM)).toBeNull())
test('a change keeps what differs alone', () =>
  expect(changesOf({ a: 1, b: 'x' }, { a: 2, b: 'x' })).toEqual({ before: { a: 1 }, after: { a: 2 } }))

test.each([
  ['', true],
  ['rosa@example.org', true],
  ['rosa at example', false],
  ['rosa@example.org\nbcc: all@example.org', false],
])('the address %j is taken: %s', (email, isTaken) => {
  const id = '0195a1b2-0000-7000-8000-000000000000'
  const input = { commandId: id, rosterId: id, tenderId: null, seen: null, name: 'Rosa Lind', email, keyHolder: false }
  expect(tenderInput.safeParse(input).success).toBe(isTaken)
})

test('names are in one order, whatever signs they begin with', () => {
  const names = ['Zoë', 'Émile', 'Łukasz', 'ana', 'Max', 'Tender 10', 'Tender 2']
  expect(names.sort(compareNames)).toEqual(['ana', 'Émile', 'Łukasz', 'Max', 'Tender 2', 'Tender 10', 'Zoë'])
})

test('people are greeted by their first name', () => {
  expect([' Rosa Lind', 'Cher', 'Ana\u00a0de la Cruz'].map(firstName)).toEqual(['Rosa', 'Cher', 'Ana'])
})
