import { expect, test } from 'vitest'
import type { Week } from '../picker/week'
import { changesWords, inputWords } from './labels'
import { changeCount, givenOf, inputChanges, rosterChanges } from './rules'

const pair = (tenderId: string, shiftId: string) => ({ tenderId, shiftId })
const names = { person: (id: string) => id, shift: (id: string) => id }
const shift = (id: string, startsAt: number) => ({
  ...{ id, name: id, startsAt, endsAt: startsAt + 1, date: id, min: 1, target: 2, keyWanted: false },
})
const tender = (id: string) => ({ id, name: id, keyHolder: false, most: 3, debt: 0 })
const week: Week = {
  runId: 'run',
  seed: 1,
  tenders: ['Dev', 'Grace', 'Hugo'].map(tender),
  shifts: [shift('Fri', 1), shift('Sat', 2)],
  answers: [{ ...pair('Dev', 'Fri'), answer: 2 }],
  pins: [],
  bans: [],
  shown: null,
}

test('two rosters differ by who came, went and moved, in words', () => {
  const changes = rosterChanges(
    [pair('Hugo', 'Fri'), pair('Grace', 'Fri')],
    [pair('Dev', 'Fri'), pair('Grace', 'Sat')],
    ['Fri', 'Sat'],
  )
  expect(changeCount(changes)).toBe(3)
  expect(changesWords(changes, names)).toBe(
    '3 changes since the last generate: Hugo out of Fri, Dev in; Grace moved to Sat.',
  )
  expect(changesWords([], names)).toBe('Nothing changed since the last generate.')
})

test('more than four phrases are counted, not listed', () => {
  const now = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => pair('Dev', id))
  expect(changesWords(rosterChanges([], now, []), names)).toMatch(/^6 changes since .*: Dev in on a; .*, and 2 more\.$/)
})

test('equal input says nothing; each kind of change has its sentence', () => {
  const before = givenOf(week)
  expect(inputWords(inputChanges(before, givenOf({ ...week, shown: [pair('Dev', 'Fri')] })), names)).toEqual([])
  const now = givenOf({
    ...week,
    tenders: [{ ...tender('Dev'), keyHolder: true }, tender('Grace'), tender('Ida')],
    shifts: [{ ...shift('Fri', 1), target: 3 }, shift('Sun', 3)],
    answers: [{ ...pair('Dev', 'Fri'), answer: 0 }],
    pins: [pair('Grace', 'Fri')],
    bans: [pair('Dev', 'Fri')],
    sides: { restMinutes: 600 },
  })
  expect(inputWords(inputChanges(before, now), names)).toEqual([
    'Answers changed: Dev.',
    'Pinned: Grace on Fri.',
    'Banned: Dev on Fri.',
    'New shifts: Sun.',
    'Shifts taken out: Sat.',
    'Shifts changed: Fri.',
    'New tenders: Ida.',
    'Tenders not active any more: Hugo.',
    'Keys given or taken: Dev.',
    'The roster’s rules about pairs and rest changed.',
  ])
})
