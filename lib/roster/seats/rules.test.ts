import { expect, test } from 'vitest'
import type { Change } from '../schema'
import { applyChange, type Grid } from './rules'

const at = (hours: number) => new Date(Date.UTC(2026, 11, 14, hours))
const shift = (date: string, from: number, to: number, targetSeats = 2) => ({
  date,
  targetSeats,
  startsAt: at(from),
  endsAt: at(to),
})
const grid = (over: Partial<Grid> = {}): Grid => ({
  seats: [
    { shiftId: 'mon', tenderId: 'ann', pinned: false },
    { shiftId: 'tue', tenderId: 'ben', pinned: false },
  ],
  bans: [],
  shifts: new Map([
    ['mon', shift('2026-12-14', 18, 23)],
    ['late', shift('2026-12-14', 23, 27)],
    ['tue', shift('2026-12-15', 42, 47, 1)],
  ]),
  tenders: new Set(['ann', 'ben', 'cat']),
  ...over,
})
const pair = (shiftId: string, tenderId: string) => ({ shiftId, tenderId })
const reason = (change: Change, over: Partial<Grid> = {}) => {
  const edited = applyChange(grid(over), change)
  return edited.ok ? null : edited.reason
}

test('a pin adds the person, or holds a seat that the picker gave', () => {
  const added = applyChange(grid(), { change: 'pin', ...pair('mon', 'cat') })
  expect(added.ok && added.seats).toContainEqual({ ...pair('mon', 'cat'), pinned: true })
  const held = applyChange(grid(), { change: 'pin', ...pair('mon', 'ann') })
  expect(held.ok && held.seats.filter((seat) => seat.tenderId === 'ann')).toEqual([
    { ...pair('mon', 'ann'), pinned: true },
  ])
})

test.each<[string, Change, Partial<Grid>, string]>([
  ['a second shift on one day', { change: 'pin', ...pair('late', 'ann') }, {}, 'one_shift_a_day'],
  ['a full shift', { change: 'pin', ...pair('tue', 'cat') }, {}, 'shift_full'],
  ['a banned pair', { change: 'pin', ...pair('mon', 'cat') }, { bans: [pair('mon', 'cat')] }, 'pair_banned'],
  [
    'a ban of a pinned pair',
    { change: 'ban', ...pair('mon', 'ann') },
    { seats: [{ ...pair('mon', 'ann'), pinned: true }] },
    'pair_pinned',
  ],
  ['a ban that stands', { change: 'ban', ...pair('mon', 'cat') }, { bans: [pair('mon', 'cat')] }, 'already_banned'],
  ['a ban that does not', { change: 'unban', ...pair('mon', 'cat') }, {}, 'not_banned'],
  ['an unpin of what is not pinned', { change: 'unpin', ...pair('mon', 'ann') }, {}, 'not_pinned'],
  ['taking off who is not on', { change: 'remove', ...pair('mon', 'ben') }, {}, 'not_assigned'],
  ['a stranger', { change: 'pin', ...pair('mon', 'dan') }, {}, 'no_such_tender'],
  ['a shift of another week', { change: 'pin', ...pair('sun', 'cat') }, {}, 'no_such_shift'],
  [
    'an exchange with oneself',
    { change: 'exchange', ...pair('mon', 'ann'), withShiftId: 'tue', withTenderId: 'ann' },
    {
      seats: [
        { ...pair('mon', 'ann'), pinned: false },
        { ...pair('tue', 'ann'), pinned: false },
      ],
    },
    'same_person',
  ],
  [
    'an exchange into a ban',
    { change: 'exchange', ...pair('mon', 'ann'), withShiftId: 'tue', withTenderId: 'ben' },
    { bans: [pair('tue', 'ann')] },
    'pair_banned',
  ],
])('refuses %s', (_, change, over, expected) => {
  expect(reason(change, over)).toBe(expected)
})

test('an exchange moves both, pinned, and leaves the rest', () => {
  const edited = applyChange(grid(), {
    change: 'exchange',
    ...pair('mon', 'ann'),
    withShiftId: 'tue',
    withTenderId: 'ben',
  })
  expect(edited.ok && edited.seats).toEqual([
    { ...pair('tue', 'ann'), pinned: true },
    { ...pair('mon', 'ben'), pinned: true },
  ])
})

test('a ban takes the person off the shift', () => {
  const edited = applyChange(grid(), { change: 'ban', ...pair('mon', 'ann') })
  expect(edited.ok && edited.seats).toEqual([{ ...pair('tue', 'ben'), pinned: false }])
})
