import { expect, test } from 'vitest'
import type { Change } from '../schema'
import { faultWords } from './labels'
import { afterChange, applyChange, type Grid, inverseOf } from './rules'

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

const names = { person: (id: string) => id, shift: (id: string) => id }
const to = (toShiftId: string, toTenderId: string) => ({ toShiftId, toTenderId })

test('a move frees one seat and pins the other, to another person or to another shift', () => {
  const person = applyChange(grid(), { change: 'move', ...pair('mon', 'ann'), ...to('mon', 'cat') })
  expect(person.ok && person.seats).toContainEqual({ ...pair('mon', 'cat'), pinned: true })
  const shifted = applyChange(grid(), { change: 'move', ...pair('mon', 'ann'), ...to('late', 'ann') })
  expect(shifted.ok && shifted.seats).toEqual([
    { ...pair('tue', 'ben'), pinned: false },
    { ...pair('late', 'ann'), pinned: true },
  ])
})

test.each<[string, Change, Partial<Grid>, string]>([
  ['onto itself', { change: 'move', ...pair('mon', 'ann'), ...to('mon', 'ann') }, {}, 'same_seat'],
  ['to another person and shift', { change: 'move', ...pair('mon', 'ann'), ...to('late', 'cat') }, {}, 'not_a_move'],
  ['of who is not on', { change: 'move', ...pair('mon', 'cat'), ...to('late', 'cat') }, {}, 'not_assigned'],
  ['to a stranger', { change: 'move', ...pair('mon', 'ann'), ...to('mon', 'dan') }, {}, 'no_such_tender'],
  ['to a full shift', { change: 'move', ...pair('mon', 'ann'), ...to('tue', 'ann') }, {}, 'shift_full'],
  [
    'into a ban',
    { change: 'move', ...pair('mon', 'ann'), ...to('mon', 'cat') },
    { bans: [pair('mon', 'cat')] },
    'pair_banned',
  ],
])('refuses a move %s', (_, change, over, expected) => {
  expect(reason(change, over)).toBe(expected)
})

test('a refusal names whom and which shift it is about', () => {
  const words = (change: Change, over: Partial<Grid> = {}) => {
    const edited = applyChange(grid(over), change)
    return edited.ok ? null : faultWords(edited, names)
  }
  expect(words({ change: 'pin', ...pair('mon', 'cat') }, { bans: [pair('mon', 'cat')] })).toBe(
    'cat is banned from mon: lift the ban first, then put them there.',
  )
  expect(words({ change: 'pin', ...pair('tue', 'cat') })).toBe(
    'tue is full: ben has its one seat. Take one off, or exchange.',
  )
  expect(words({ change: 'pin', ...pair('late', 'ann') })).toBe('ann works mon, and nobody works twice a day.')
})

const CHANGES: Change[] = ['mon', 'late', 'tue'].flatMap((shiftId) =>
  ['ann', 'ben', 'cat'].flatMap((tenderId): Change[] => [
    ...(['pin', 'unpin', 'remove', 'ban', 'unban'] as const).map((change) => ({ change, shiftId, tenderId })),
    ...['mon', 'late', 'tue'].flatMap((other) =>
      ['ann', 'ben', 'cat'].flatMap((person): Change[] => [
        { change: 'move', shiftId, tenderId, ...to(other, person) },
        { change: 'exchange', shiftId, tenderId, withShiftId: other, withTenderId: person },
      ]),
    ),
  ]),
)

test('what undoes a change is legal after it, and puts every seat, pin and ban back', () => {
  const sorted = ({ seats, bans }: Pick<Grid, 'seats' | 'bans'>) => [
    seats.map((seat) => JSON.stringify([seat.shiftId, seat.tenderId, seat.pinned])).sort(),
    bans.map((ban) => JSON.stringify([ban.shiftId, ban.tenderId])).sort(),
  ]
  let undone = 0
  for (const pinned of [false, true])
    for (const bans of [[], [pair('mon', 'cat')]]) {
      const seats = grid().seats.map((seat, at) => ({ ...seat, pinned: pinned && at === 0 }))
      const before = grid({ seats, bans })
      for (const change of CHANGES) {
        const edited = applyChange(before, change)
        if (!edited.ok) continue
        expect(sorted(afterChange(before, change))).toEqual(sorted(edited))
        let back: Pick<Grid, 'seats' | 'bans'> = edited
        for (const next of inverseOf(before, change)) {
          const step = applyChange({ ...before, seats: back.seats, bans: back.bans }, next)
          if (!step.ok) throw new Error(`${JSON.stringify(change)}: ${step.reason}`)
          back = step
        }
        expect(sorted(back), JSON.stringify(change)).toEqual(sorted(before))
        undone++
      }
    }
  expect(undone).toBeGreaterThan(40)
})
