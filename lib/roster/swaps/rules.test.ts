import { describe, expect, test } from 'vitest'
import { faultOfTaking, type SwapBoard, warningsOfTaking } from './rules'

const HOUR = 3_600_000
const shift = (id: string, day: number, from: number, hours: number) => ({
  ...{ id, date: `2026-12-${day}`, startsAt: day * 24 * HOUR + from * HOUR, keyWanted: true, role: 'Bar' },
  ...{ endsAt: day * 24 * HOUR + (from + hours) * HOUR, when: `${day} ${from}:00` },
})
const person = (id: string, keyHolder = false, problem: string | null = null) => ({
  ...{ id, name: id.toUpperCase(), active: id !== 'gone', keyHolder, problem },
})

const board: SwapBoard = {
  shifts: [shift('fri', 18, 20, 5), shift('fri2', 18, 12, 4), shift('sat', 19, 0, 4), shift('mon', 21, 18, 5)],
  seats: [
    { shiftId: 'fri', tenderId: 'ana' },
    { shiftId: 'fri', tenderId: 'ben' },
    { shiftId: 'fri2', tenderId: 'cat' },
    { shiftId: 'sat', tenderId: 'dan' },
    { shiftId: 'mon', tenderId: 'eve' },
  ],
  people: [
    person('ana', true),
    person('ben'),
    person('cat'),
    person('dan'),
    person('eve'),
    person('gone'),
    person('key', true, 'No e-mail address.'),
  ],
  sides: { notTogether: [['ben', 'eve']], restMinutes: 60 * 24 },
}
const take = (takerId: string) => ({ shiftId: 'fri', fromId: 'ana', takerId })

describe('who may take a shift from whom', () => {
  test.each([
    ['eve', null],
    ['key', null],
    ['ana', 'with_oneself'],
    ['ben', 'taker_on_shift'],
    ['cat', 'taker_busy'],
    ['dan', 'taker_busy'],
    ['gone', 'taker_gone'],
    ['nobody', 'taker_gone'],
  ])('%s: %s', (takerId, reason) => {
    expect(faultOfTaking(board, take(takerId))).toBe(reason)
  })
  test('a shift that is not there', () => {
    expect(faultOfTaking(board, { ...take('eve'), shiftId: 'x' })).toBe('not_found')
  })
})

describe('what the operator should know', () => {
  test('the key that is lost, the rule that is broken, who gets no mail', () => {
    expect(warningsOfTaking(board, take('eve'))).toEqual([
      'The shift loses its only key holder.',
      expect.stringContaining('BEN and EVE'),
    ])
    expect(warningsOfTaking(board, take('key'))).toEqual(['KEY gets no mail: No e-mail address. Tell them yourself.'])
  })
  test('nothing where nothing changes for the worse', () => {
    const kept = {
      ...board,
      people: [...board.people.filter(({ id }) => id !== 'ben'), person('ben', true)],
      sides: {},
    }
    expect(warningsOfTaking(kept, take('eve'))).toEqual([])
    expect(warningsOfTaking(board, { shiftId: 'mon', fromId: 'eve', takerId: 'nobody' })).toEqual([])
  })
})
