import { expect, test } from 'vitest'
import type { WeekShift, WeekTender } from '../schema'
import { afterChange } from '../seats/rules'
import { cellOf, gridPeople, rosterOf, withRoster } from './rules'

const shifts = ['fri', 'sat'].map((id) => ({ id })) as WeekShift[]
const tenders = ['ann', 'ben'].map((id) => ({ id, name: id, keyHolder: id === 'ann', active: true })) as WeekTender[]
const answer = (tenderId: string, choices: Record<string, 'yes' | 'if_needed' | 'no'>) => ({
  ...{ id: tenderId, tenderId, answeredAt: new Date(0), inTime: true, most: 2, note: '' },
  choices,
})
const facts = {
  shifts,
  tenders,
  seats: [
    { shiftId: 'fri', tenderId: 'ann', pinned: true },
    { shiftId: 'sat', tenderId: 'ben', pinned: false },
  ],
  bans: [{ shiftId: 'sat', tenderId: 'ann' }],
  unasked: new Set<string>(),
  used: new Map([['ann', answer('ann', { fri: 'yes', sat: 'if_needed' })]]),
  late: new Map(),
  worked: new Map([['ann', 14]]),
  before: [{ shiftId: 'fri', tenderId: 'ann' }],
}

test('a person is a letter a shift: what they said, what they hold, and what came since', () => {
  const [ann, ben] = gridPeople(facts)
  expect(ann).toMatchObject({ answers: 'yi', seats: 'pb', worked: 14, most: 2, answer: 'counted' })
  expect(ben).toMatchObject({ answers: '--', seats: '.S', worked: 0, most: null, answer: 'silent' })
  expect(ann && cellOf(ann, 0)).toEqual({ answer: 'yes', seat: 'pinned', isNew: false })
  expect(ben && cellOf(ben, 1)).toEqual({ answer: 'silent', seat: 'picked', isNew: true })
  expect(ben && cellOf(ben, 9)).toEqual({ answer: 'silent', seat: 'none', isNew: false })
})

test('who was never asked is not silent', () => {
  const [ann, ben] = gridPeople({ ...facts, unasked: new Set(['ben']) })
  expect(ann?.answer).toBe('counted')
  expect(ben?.answer).toBe('unasked')
})

test('nothing is new before the second generate', () => {
  expect(gridPeople({ ...facts, before: null }).map(({ seats }) => seats)).toEqual(['pb', '.s'])
})

test('the letters give back seats and bans, and take a change', () => {
  const people = gridPeople(facts)
  const roster = rosterOf(shifts, people)
  expect(roster.seats).toEqual(facts.seats)
  expect(roster.bans).toEqual(facts.bans)
  const changed = withRoster(shifts, people, afterChange(roster, { change: 'unpin', shiftId: 'fri', tenderId: 'ann' }))
  expect(changed.map(({ seats }) => seats)).toEqual(['sb', '.S'])
  expect(changed[1], 'who is not concerned is not drawn again').toBe(people[1])
})

test('200 people by 60 shifts are a few kilobytes', () => {
  const many = gridPeople({
    ...facts,
    shifts: Array.from({ length: 60 }, (_, at) => ({ id: `s${at}` })) as WeekShift[],
    tenders: Array.from({ length: 200 }, (_, at) => ({ id: `t${at}`, name: 'A name of usual length' })) as WeekTender[],
  })
  expect(JSON.stringify(many).length).toBeLessThan(60_000)
})
