import { describe, expect, test } from 'vitest'
import { deliveryOf, suggestDeadline } from './rules'

const at = (text: string) => new Date(text)

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
