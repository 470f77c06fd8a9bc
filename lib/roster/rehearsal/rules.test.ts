import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, weekday } from '@/lib/platform/plain-date'
import { localOf } from '@/lib/platform/zones'
import { deadlineAfter, isNameTyped, MOVES, nameOf, nextOf, numberOf, statusOf, versionBefore, weekFor } from './rules'
import { STEPS } from './schema'

const closes = (daysBefore: number, time = '18:00') => ({ closes: { daysBefore, time } })

describe('the week that is rehearsed', () => {
  it.each([-6, 0, 1, 7, 13, 60])(
    'whose form closes %i days before it lies so far ahead that no deadline passes for four weeks',
    (days) => {
      for (let day = 0; day < 14; day++) {
        const now = new Date(Date.UTC(2026, 11, 10 + day, 23, 59))
        for (const zone of ['Europe/London', 'Pacific/Kiritimati', 'America/New_York']) {
          const weekOf = weekFor(zone, closes(days), now)
          expect(weekday(weekOf)).toBe(1)
          const first = addDays(weekOf, -(days + 2))
          expect(daysBetween(localOf(zone, now).date, first)).toBeGreaterThanOrEqual(28)
          expect(daysBetween(localOf(zone, now).date, first)).toBeLessThan(28 + 7 + 7)
        }
      }
    },
  )

  it('has three deadlines, each a day after the other at the rhythm’s own time, also over a change of the clocks', () => {
    const week = { zone: 'Europe/London', weekOf: '2027-03-22', settings: closes(-6, '01:30') }
    const at = (['open', 'extend', 'reopen'] as const).map((step) => deadlineAfter(step, week).toISOString())
    // On 28 March the clocks skip that half hour: the first instant after it.
    expect(at).toEqual(['2027-03-26T01:30:00.000Z', '2027-03-27T01:30:00.000Z', '2027-03-28T01:00:00.000Z'])
  })
})

describe('the steps', () => {
  it('lead from version 0 to 11', () => {
    expect(STEPS.map(versionBefore)).toEqual([0, 1, 2, 3, 4, 5, 8, 9])
    expect(versionBefore('send') + MOVES.send.length).toBe(11)
    expect(STEPS.map(numberOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('come one after the other: next is the first that has not passed, whatever became of it', () => {
    expect(nextOf([])).toBe('open')
    expect(nextOf([{ name: 'open', passed: true }])).toBe('extend')
    expect(nextOf([{ name: 'open', passed: false }])).toBe('open')
    expect(nextOf([{ name: 'open', passed: null }])).toBe('open')
    expect(nextOf(STEPS.map((name) => ({ name, passed: true })))).toBeNull()
  })
})

it('a rehearsal is open, ready, signed or stopped', () => {
  const all = STEPS.map((name) => ({ name, passed: true }))
  const at = new Date(0)
  expect(statusOf({ stoppedAt: null, signedAt: null }, [])).toBe('open')
  expect(statusOf({ stoppedAt: null, signedAt: null }, all)).toBe('ready')
  expect(statusOf({ stoppedAt: null, signedAt: at }, all)).toBe('signed')
  expect(statusOf({ stoppedAt: at, signedAt: null }, all)).toBe('stopped')
})

it.each([
  ['Olive Marsh', true],
  ['  olive   MARSH ', true],
  ['Olive', false],
  ['Olive Marsch', false],
  ['', false],
])('%j as the name of Olive Marsh: %s', (typed, isIt) => {
  expect(isNameTyped(typed, 'Olive Marsh')).toBe(isIt)
})

it('a copy gives its roster’s name back', () => {
  expect(nameOf('The Anchor (rehearsal)')).toBe('The Anchor')
  expect(nameOf('The Anchor')).toBe('The Anchor')
})
