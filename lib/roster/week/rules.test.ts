import { describe, expect, test } from 'vitest'
import { deadlineOf, deliveryOf, suggestDeadline } from './rules'

const at = (text: string) => new Date(text)

describe('a deadline as it is typed', () => {
  test('is wall clock in the roster’s zone', () => {
    expect(deadlineOf('Europe/London', '2026-07-06T18:00')).toEqual({
      ok: true,
      instant: at('2026-07-06T17:00:00Z'),
      note: null,
    })
  })
  test('that the clocks skip is refused with the next time there is', () => {
    expect(deadlineOf('Europe/London', '2026-03-29T01:30')).toEqual({
      ok: false,
      reason: 'There is no 01:30 that night: the clocks go forward. Choose 02:00 or another time.',
    })
  })
  test('that comes twice is the first one, and says so', () => {
    expect(deadlineOf('Europe/London', '2026-10-25T01:30')).toEqual({
      ok: true,
      instant: at('2026-10-25T00:30:00Z'),
      note: '01:30 comes twice that night as the clocks go back: the first one, BST, is meant.',
    })
  })
})

test.each(['2026-02-31T10:00', '2026-13-01T10:00', '2026-12-01T24:00', '2026-12-01T10:61', '0000-01-01T00:00'])(
  'a deadline of %s is no time, and said so',
  (local) => {
    expect(deadlineOf('Europe/London', local)).toEqual({
      ok: false,
      reason: 'There is no such day or time: choose another.',
    })
  },
)

describe('the deadline that is proposed', () => {
  const endsAt = at('2026-12-21T00:00:00Z')
  const propose = (state: 'DRAFT' | 'COLLECTING' | 'CLOSED', deadline: string, now: string) =>
    suggestDeadline('Europe/London', { state, deadlineAt: at(deadline), endsAt }, at(now))

  test('of a draft is the planned one while it lies ahead', () =>
    expect(propose('DRAFT', '2026-12-07T08:00:00Z', '2026-12-01T12:00:00Z')).toBe('2026-12-07T08:00'))
  test('of a draft whose time has passed is a day from now, on the hour', () =>
    expect(propose('DRAFT', '2026-12-07T08:00:00Z', '2026-12-08T12:10:00Z')).toBe('2026-12-09T13:00'))
  test('of an open form is a day after the present one', () =>
    expect(propose('COLLECTING', '2026-12-07T08:00:00Z', '2026-12-06T12:00:00Z')).toBe('2026-12-08T08:00'))
  test('never lies after the week', () =>
    expect(propose('CLOSED', '2026-12-07T08:00:00Z', '2026-12-20T12:00:00Z')).toBe('2026-12-20T23:00'))
})

test('mails are counted by what they wait for, once they are written', () => {
  expect(deliveryOf({ sent: 3 }, null)).toBeNull()
  const rows = { sent: 3, queued: 1, claimed: 1, sending: 1, failed: 2, unknown: 1, let_go: 1 }
  expect(deliveryOf(rows, at('2026-12-10T18:00:00Z'))).toEqual({ total: 10, sent: 3, onWay: 3, waiting: 3, letGo: 1 })
})
