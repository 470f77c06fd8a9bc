import { describe, expect, test } from 'vitest'
import { reportOf } from '../rules'
import { type KnownShift, planShifts } from './rules'

const known = (id: string, over: Partial<KnownShift> = {}): KnownShift => ({
  ...{ id, weekday: 5, startTime: '18:00', endTime: '23:00', role: 'Bar', minSeats: 1, targetSeats: 2 },
  ...{ keyWanted: true, active: true },
  ...over,
})
const FRIDAY = known('fri')
const SUNDAY = known('sun', { weekday: 7, active: false })
const HEAD = 'Day,Start,End,Role,Needed,Wanted,Key holder,Active\n'

const planOf = (rows: string, shifts: readonly KnownShift[] = [FRIDAY, SUNDAY]) => {
  const planned = planShifts(HEAD + rows, shifts)
  if (!planned.ok) throw new Error(planned.reason)
  return planned.plan
}
const report = (rows: string, shifts?: readonly KnownShift[]) =>
  reportOf(planOf(rows, shifts)).lines.map(({ verdict, says }) => [verdict, says])
const only = (row: string, shifts?: readonly KnownShift[]) => report(row, shifts)[0]

describe('a shift is known by its day, start and role', () => {
  test.each(['Friday', 'fri', 'Fridays', 'Fr', '5'])('%s', (day) =>
    expect(only(`${day},18:00,23:00,Bar,1,2,yes,yes`)).toEqual(['unchanged', '']),
  )
  test.each(['18:00', '18.00', '18:00:00', '6pm', '6:00 PM'])('at %s', (start) =>
    expect(only(`Friday,${start},23:00,Bar,1,2,yes,yes`)).toEqual(['unchanged', '']),
  )
  test('and what differs is changed', () =>
    expect(only('Friday,18:00,00:30,Bar,2,3,no,')).toEqual([
      'changed',
      'end 00:30, was 23:00; people needed 2, was 1; people wanted 3, was 2; key holder wanted no, was yes.',
    ]))
  test('another start or role is another shift', () =>
    expect(report('Friday,19:00,23:00,Bar,,2,,\nFriday,18:00,23:00,Door,,2,,').map(([verdict]) => verdict)).toEqual([
      'added',
      'added',
    ]))
  test('an empty cell leaves what is there', () => {
    expect(only('Friday,18:00,23:00,Bar,,,,')).toEqual(['unchanged', ''])
    expect(only('Sunday,18:00,23:00,Bar,,,,')).toEqual(['unchanged', 'Retired, and stays so.'])
    expect(only('Sunday,18:00,23:00,Bar,,,,yes')).toEqual(['changed', 'active yes, was no.'])
  })
  test('a new one says what was read of it', () =>
    expect(report('Fri,20:00,0:30,Door,2,4,yes,\nMon,9:30,12:00,Cellar,,,,no')).toEqual([
      ['added', 'Fri 20:00 – 00:30, Door, 2 to 4 people, key holder wanted'],
      ['added', 'Mon 09:30 – 12:00, Cellar, 1 person, retired'],
    ]))
  test('a new one has the usual where the row says nothing', () =>
    expect(planOf('Mon,9:30,12:00,Cellar,,,,').rows).toMatchObject([
      { value: { weekday: 1, startTime: '09:30', minSeats: 1, targetSeats: 1, keyWanted: false, active: true } },
    ]))
  test('of two alike, one retired, the live one is meant', () =>
    expect(planOf('Friday,18:00,23:00,Bar,,4,,', [known('old', { active: false }), FRIDAY]).rows).toMatchObject([
      { verdict: 'changed', id: 'fri' },
    ]))
  test('two alike that are as two rows say', () =>
    expect(
      planOf('Friday,18:00,23:00,Bar,1,2,yes,yes\nFriday,18:00,23:00,Bar,1,2,yes,no', [
        known('old', { active: false }),
        FRIDAY,
      ]).rows,
    ).toMatchObject([
      { verdict: 'unchanged', id: 'fri' },
      { verdict: 'unchanged', id: 'old' },
    ]))
})

test.each([
  ['no day', 'Funday,18:00,23:00,Bar,1,2,,', /“Funday” under Day/],
  ['no start', 'Friday,soon,23:00,Bar,1,2,,', /“soon” under Start/],
  ['no hour', 'Friday,18:00,25:00,Bar,1,2,,', /“25:00” under End/],
  ['no role', 'Friday,18:00,23:00,,1,2,,', /Give what is done/],
  ['a formula', 'Friday,18:00,23:00,=Bar,1,2,,', /formula/],
  ['no number', 'Friday,18:00,23:00,Bar,one,2,,', /“one” under Needed/],
  ['a sign of formulas as a number', 'Friday,18:00,23:00,Bar,-1,2,,', /“-1” under Needed/],
  ['no seat', 'Friday,18:00,23:00,Bar,0,0,,', /“0” under Wanted/],
  ['neither yes nor no', 'Friday,18:00,23:00,Bar,1,2,some,', /“some” under Key holder/],
  ['no length', 'Friday,18:00,18:00,Bar,1,2,,', /cannot end at the minute/],
  ['an end by a slip', 'Friday,18:00,17:00,Bar,1,2,,', /at most 16 h/],
  ['more needed than wanted', 'Friday,18:00,23:00,Bar,3,2,,', /more people than it has seats/],
  ['too few cells', 'Friday,18:00', /2 cells where/],
])('a row with %s is refused', (_what, row, words) =>
  expect(only(row)).toEqual(['refused', expect.stringMatching(words)]),
)

test('two rows of one shift: the second is refused', () =>
  expect(report('Friday,18:00,23:00,Bar,1,3,,\nFri,18:00,22:00,Bar,1,2,,')[1]).toEqual([
    'refused',
    'Line 2 is of the same day, start and role. Leave one of them out.',
  ]))

test('a shift that the pattern has twice is not guessed', () =>
  expect(only('Friday,18:00,23:00,Bar,1,4,,', [FRIDAY, known('twin')])).toEqual([
    'refused',
    expect.stringMatching(/has Friday 18:00, Bar 2 times/),
  ]))

test('a file without its columns says which', () =>
  expect(planShifts('Day,Start\nFri,18:00', [])).toEqual({
    ok: false,
    reason: expect.stringMatching(/End, Role are not among them/),
  }))
