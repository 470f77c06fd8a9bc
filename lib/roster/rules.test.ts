import { expect, test } from 'vitest'
import { sortAnswers } from './answers/rules'
import { faultOfRhythm, momentOf, planShifts, weekEnd, weekOfInstant } from './rules'
import type { Settings } from './schema'

const rhythm: Settings = {
  opens: { daysBefore: 14, time: '09:00' },
  closes: { daysBefore: 7, time: '08:00' },
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
  autopilot: false,
  makesWeeks: false,
  restHours: 0,
}

test('a moment before a week is wall clock in the zone, across a change of the clocks too', () => {
  expect(momentOf('Europe/London', '2026-12-14', rhythm.sendBy).toISOString()).toBe('2026-12-10T18:00:00.000Z')
  expect(momentOf('Europe/London', '2026-03-30', { daysBefore: 1, time: '01:30' }).toISOString()).toBe(
    '2026-03-29T01:00:00.000Z',
  )
  expect(momentOf('Europe/London', '2026-10-26', { daysBefore: 1, time: '01:30' }).toISOString()).toBe(
    '2026-10-25T00:30:00.000Z',
  )
  expect(weekEnd('Australia/Sydney', '2026-09-28').toISOString()).toBe('2026-10-04T13:00:00.000Z')
})

test('shifts keep their wall clock; an end at or before the start is on the next day', () => {
  const bar = { id: 't', role: 'Bar', minSeats: 1, targetSeats: 2, keyWanted: false }
  const [night] = planShifts('Europe/London', '2026-10-19', [
    { ...bar, weekday: 6, startTime: '20:00', endTime: '02:30' },
  ])
  expect([night?.date, night?.startsAt.toISOString(), night?.endsAt.toISOString()]).toEqual([
    '2026-10-24',
    '2026-10-24T19:00:00.000Z',
    '2026-10-25T02:30:00.000Z',
  ])
})

test('a shift in the hour that the clocks skip starts after it and keeps its length', () => {
  const bar = { id: 't', role: 'Bar', minSeats: 1, targetSeats: 2, keyWanted: false }
  const [night] = planShifts('Europe/London', '2026-03-23', [
    { ...bar, weekday: 7, startTime: '01:15', endTime: '02:00' },
  ])
  expect([night?.startsAt.toISOString(), night?.endsAt.toISOString()]).toEqual([
    '2026-03-29T01:00:00.000Z',
    '2026-03-29T01:45:00.000Z',
  ])
})

test('the week of an instant is that of the zone, not of UTC', () => {
  expect(weekOfInstant('Europe/London', new Date('2026-12-13T23:59:00Z'))).toBe('2026-12-07')
  expect(weekOfInstant('Australia/Brisbane', new Date('2026-12-13T14:00:00Z'))).toBe('2026-12-14')
})

test('a rhythm must run forward', () => {
  expect(faultOfRhythm(rhythm)).toBeNull()
  expect(faultOfRhythm({ ...rhythm, opens: { daysBefore: 7, time: '08:00' } })).toMatch('closes before it opens')
  expect(faultOfRhythm({ ...rhythm, generates: { daysBefore: 7, time: '07:59' } })).toMatch('before the form closes')
  expect(faultOfRhythm({ ...rhythm, sendBy: { daysBefore: 7, time: '09:00' } })).toMatch(
    'before the roster is generated',
  )
})

test('a rhythm may end within its week, and runs forward there too', () => {
  const sunday = { daysBefore: 1, time: '12:00' }
  const monday = { daysBefore: 0, time: '09:00' }
  expect(faultOfRhythm({ ...rhythm, generates: sunday, sendBy: monday })).toBeNull()
  expect(faultOfRhythm({ ...rhythm, sendBy: { daysBefore: -2, time: '09:00' } })).toBeNull()
  expect(faultOfRhythm({ ...rhythm, opens: monday, closes: sunday })).toMatch('closes before it opens')
})

test('of each tender the latest answer that counts is used, and a newer late one stands beside it', () => {
  const answer = (id: string, minute: number, inTime: boolean) => {
    return {
      id,
      tenderId: 'ann',
      answeredAt: new Date(Date.UTC(2026, 0, 1, 8, minute)),
      inTime,
      choices: {},
      most: null,
      note: '',
    }
  }
  const answers = [answer('c', 9, false), answer('a', 1, true), answer('b', 5, true)]
  expect(sortAnswers(answers, null).used.get('ann')?.id).toBe('b')
  expect(sortAnswers(answers, null).late.get('ann')?.id).toBe('c')
  const letIn = sortAnswers(answers, new Date(Date.UTC(2026, 0, 1, 8, 9)))
  expect([letIn.used.get('ann')?.id, letIn.late.size]).toEqual(['c', 0])
})
