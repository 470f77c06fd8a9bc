import { describe, expect, test } from 'vitest'
import { localNow, momentAsked, presetButtons } from './rules'
import { PRESETS } from './schema'

const at = (text: string) => new Date(text)
const LONDON = 'Europe/London'

describe('a moment by its name', () => {
  test.each([
    ['now', LONDON, '2026-07-06T12:00:30Z', '2026-07-06T12:00:30.000Z'],
    ['hour', LONDON, '2026-10-25T00:30:00Z', '2026-10-25T01:30:00.000Z'],
    ['tomorrow', LONDON, '2026-07-06T12:00:30Z', '2026-07-07T12:00:30.000Z'],
    // The day in between has 25 hours, 23 hours, and no such time.
    ['tomorrow', LONDON, '2026-10-24T12:00:00Z', '2026-10-25T13:00:00.000Z'],
    ['tomorrow', LONDON, '2027-03-27T12:00:00Z', '2027-03-28T11:00:00.000Z'],
    ['tomorrow', LONDON, '2027-03-27T01:30:00Z', '2027-03-28T01:00:00.000Z'],
    ['tomorrow', 'America/New_York', '2026-10-31T16:00:00Z', '2026-11-01T17:00:00.000Z'],
    ['change', LONDON, '2026-07-06T12:00:00Z', '2026-10-25T01:00:00.000Z'],
    ['change', LONDON, '2026-11-06T12:00:00Z', '2027-03-28T01:00:00.000Z'],
    ['change', 'America/New_York', '2026-07-06T12:00:00Z', '2026-11-01T06:00:00.000Z'],
    ['change', 'America/New_York', '2026-11-06T12:00:00Z', '2027-03-14T07:00:00.000Z'],
  ] as const)('%s in %s from %s', (preset, zone, now, expected) => {
    const moment = momentAsked(zone, at(now), { preset })
    expect(moment.ok && moment.at.toISOString()).toBe(expected)
  })

  test('that a zone does not have is refused, and not offered', () => {
    expect(momentAsked('Asia/Kathmandu', at('2026-07-06T12:00:00Z'), { preset: 'change' })).toEqual({
      ok: false,
      field: 'preset',
      reason: 'The clocks of Asia/Kathmandu are not moved within a year: choose another moment.',
    })
    expect(presetButtons('Asia/Kathmandu', at('2026-07-06T12:00:00Z')).map(({ preset }) => preset)).toEqual([
      'now',
      'hour',
      'tomorrow',
    ])
  })

  test('is offered in words, and every one that is known', () => {
    const buttons = presetButtons(LONDON, at('2026-07-06T12:00:00Z'))
    expect(buttons.map(({ preset }) => preset)).toEqual([...PRESETS])
    expect(buttons.at(-1)?.label).toBe('Clocks go back, Sun 25 Oct, from 02:00 BST to 01:00 GMT')
    expect(presetButtons(LONDON, at('2026-11-06T12:00:00Z')).at(-1)?.label).toBe(
      'Clocks go forward, Sun 28 Mar, from 01:00 GMT to 02:00 BST',
    )
  })
})

describe('a moment as it is typed', () => {
  test('is on the company’s clocks, the first where it comes twice', () => {
    const moment = momentAsked(LONDON, at('2026-07-06T12:00:00Z'), { local: '2026-10-25T01:30' })
    expect(moment).toEqual({ ok: true, at: at('2026-10-25T00:30:00Z') })
  })

  test('that the clocks skip is refused at its field', () => {
    expect(momentAsked(LONDON, at('2026-07-06T12:00:00Z'), { local: '2027-03-28T01:30' })).toEqual({
      ok: false,
      field: 'local',
      reason: 'There is no 01:30 that night: the clocks go forward. Choose 02:00 or another time.',
    })
  })

  test('begins with now', () => {
    expect(localNow(LONDON, at('2026-07-06T12:00:30Z'))).toBe('2026-07-06T13:00')
  })
})

test('an instant is taken as it is', () => {
  expect(momentAsked(LONDON, at('2026-07-06T12:00:00Z'), { at: at('2026-10-25T01:30:00Z') })).toEqual({
    ok: true,
    at: at('2026-10-25T01:30:00Z'),
  })
})
