import { expect, test } from 'vitest'
import { cellWords, changedWords, headWords, lackWords, listed, personWords } from './labels'

const cell = { name: 'Ana Berg', shift: 'Fri 18 20:00 Bar', isNew: false }

test.each([
  [{ ...cell, seat: 'pinned', answer: 'yes' } as const, 'Ana Berg, Fri 18 20:00 Bar: picked, pinned'],
  [{ ...cell, seat: 'picked', answer: 'yes', isNew: true } as const, 'Ana Berg, Fri 18 20:00 Bar: picked, new'],
  [{ ...cell, seat: 'picked', answer: 'if_needed' } as const, 'Ana Berg, Fri 18 20:00 Bar: picked, if needed'],
  [{ ...cell, seat: 'pinned', answer: 'no' } as const, 'Ana Berg, Fri 18 20:00 Bar: picked, pinned, said no'],
  [{ ...cell, seat: 'banned', answer: 'yes' } as const, 'Ana Berg, Fri 18 20:00 Bar: banned, could'],
  [{ ...cell, seat: 'none', answer: 'silent' } as const, 'Ana Berg, Fri 18 20:00 Bar: no answer'],
])('a cell says what it shows: %#', (of, words) => {
  expect(cellWords(of)).toBe(words)
})

test('a change says who and where, an exchange both', () => {
  const names = { person: (id: string) => id, shift: (id: string) => id }
  const pair = { tenderId: 'Ana', shiftId: 'Fri' }
  expect(changedWords({ change: 'move', ...pair, toTenderId: 'Ana', toShiftId: 'Sat' }, names)).toBe(
    'Ana moved from Fri to Sat, pinned.',
  )
  expect(changedWords({ change: 'move', ...pair, toTenderId: 'Ben', toShiftId: 'Fri' }, names)).toBe(
    'Ben works Fri in place of Ana, pinned.',
  )
  expect(changedWords({ change: 'exchange', ...pair, withTenderId: 'Ben', withShiftId: 'Sat' }, names)).toBe(
    'Ana now works Sat, Ben works Fri. Both are pinned.',
  )
})

const shift = { name: 'Fri 18 20:00', filled: 1, seats: 3, needed: 2, keyMissing: true, why: 'nobody else offered' }
const more = { keyWanted: true, yes: 3, ifNeeded: 1, empty: 2 }

test('a shift says what it lacks', () => {
  expect(lackWords(shift)).toBe('Fri 18 20:00: 2 seats empty, 1 needed: nobody else offered; no key holder.')
  expect(lackWords({ ...shift, filled: 3, keyMissing: false })).toBeNull()
  expect(headWords({ ...shift, ...more }, true, true)).toBe(
    'Fri 18 20:00: 1 of 3 seats filled, no key holder, empty: nobody else offered',
  )
  expect(headWords({ ...shift, ...more }, false, true)).toBe(
    'Fri 18 20:00: 3 seats, key holder wanted, 3 could, 1 if needed',
  )
})

test('a person says what they bring and what they said', () => {
  const ana = { name: 'Ana Berg', keyHolder: true, active: true, answer: 'late' as const, most: 1 }
  expect(personWords(ana, true)).toBe('Ana Berg, key holder, answered late, at most 1 shift')
  expect(personWords({ ...ana, active: false, most: null }, false)).toBe('Ana Berg, key holder, not active any more')
})

test('names are listed as a person says them', () => {
  expect([[], ['Ana'], ['Ana', 'Ben'], ['Ana', 'Ben', 'Cy']].map(listed)).toEqual([
    '',
    'Ana',
    'Ana and Ben',
    'Ana, Ben and Cy',
  ])
})
