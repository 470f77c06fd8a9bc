import { describe, expect, test } from 'vitest'
import { InstantError, parseInstant } from './instant'

test.each([
  ['2026-10-25T01:30Z', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T01:30+01:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T01:30:15-05:45', '2026-10-25T07:15:15.000Z'],
  ['2026-10-25T01:30:15.250+14:00', '2026-10-24T11:30:15.250Z'],
  ['2028-02-29T00:00Z', '2028-02-29T00:00:00.000Z'],
  ['2000-01-01T00:00Z', '2000-01-01T00:00:00.000Z'],
  ['2199-12-31T23:59:59Z', '2199-12-31T23:59:59.000Z'],
])('%s is %s', (text, expected) => {
  expect(parseInstant(text).toISOString()).toBe(expected)
})

const refused = (text: string): string => {
  try {
    return `taken as ${parseInstant(text).toISOString()}`
  } catch (error) {
    if (!(error instanceof InstantError)) throw error
    return error.message
  }
}

describe('a sentence says what is wrong with', () => {
  test.each([
    [
      '2026-10-25T01:30',
      'has no zone: add Z for UTC, as in 2026-10-25T01:30Z, or an offset, as in 2026-10-25T01:30+01:00.',
    ],
    ['2026-10-25T01:30:00', 'has no zone'],
    ['2026-10-25T01:30 01:00', 'has lost its +: in an address it is written %2B.'],
    ['2026-10-25T01:30Europe/London', 'ends in no zone that is known here'],
    ['2026-10-25T01:30+0100', 'ends in no zone that is known here'],
    ['2026-10-25T01:30+15:00', 'ends in no zone that is known here'],
    ['2026-10-25T01:30+14:30', 'ends in no zone that is known here'],
    ['2026-10-25T01:30z', 'ends in no zone that is known here'],
    ['2026-02-30T01:30Z', 'is no instant. Write YYYY-MM-DDTHH:MM and the zone'],
    ['2026-10-25T24:00Z', 'is no instant'],
    ['2026-10-25T01:60Z', 'is no instant'],
    ['2026-10-25', 'is no instant'],
    ['2026-10-25 01:30Z', 'is no instant'],
    ['tomorrow', 'is no instant'],
    ['', '"" is no instant'],
    ['1782345678', 'is no instant'],
    ['1999-12-31T23:59Z', 'lies outside the years 2000 to 2199.'],
    ['2000-01-01T00:30+01:00', 'lies outside the years 2000 to 2199.'],
    ['2200-01-01T00:00Z', 'lies outside the years 2000 to 2199.'],
    ['99999-01-01T00:00Z', 'is no instant'],
  ])('%j', (text, says) => {
    expect(refused(text)).toContain(says)
  })

  test('however long it is, in a short sentence', () => {
    expect(refused(`2026-10-25T01:30${'x'.repeat(50_000)}`).length).toBeLessThan(300)
  })
})
