import { describe, expect, test } from 'vitest'
import { nextClockChange, twiceAt, typedInstant } from './local-time'

const at = (text: string) => new Date(text)

describe('a local time as it is typed', () => {
  test.each([
    ['Europe/London', '2026-07-06T18:00', '2026-07-06T17:00:00Z'],
    ['America/New_York', '2026-07-06T18:00', '2026-07-06T22:00:00Z'],
    ['Europe/London', '2199-12-31T23:59', '2199-12-31T23:59:00Z'],
  ])('in %s, %s, is one instant', (zone, local, instant) => {
    expect(typedInstant(zone, local)).toEqual({ ok: true, instant: at(instant), note: null })
  })

  test.each([
    ['Europe/London', '2026-03-29T01:30', '01:30', '02:00'],
    ['Europe/London', '2027-03-28T01:00', '01:00', '02:00'],
    ['America/New_York', '2027-03-14T02:30', '02:30', '03:00'],
  ])('that the clocks skip in %s, %s, is refused with the next time there is', (zone, local, time, after) => {
    const reason = `There is no ${time} that night: the clocks go forward. Choose ${after} or another time.`
    expect(typedInstant(zone, local)).toEqual({ ok: false, reason })
  })

  test.each([
    ['Europe/London', '2026-10-25T01:30', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'BST GMT'],
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', 'EDT EST'],
  ])(
    'that comes twice in %s, %s, is the first one, and each knows the other',
    (zone, local, first, second, letters) => {
      const note = (which: string, of: string) =>
        `01:30 comes twice that night as the clocks go back: the ${which} one, ${of}, is meant.`
      const [early, late] = letters.split(' ') as [string, string]
      expect(typedInstant(zone, local)).toEqual({ ok: true, instant: at(first), note: note('first', early) })
      expect(twiceAt(zone, at(first))).toEqual({ note: note('first', early), other: at(second) })
      expect(twiceAt(zone, at(second))).toEqual({ note: note('second', late), other: at(first) })
    },
  )

  test.each([
    '',
    '2026-02-31T10:00',
    '2026-13-01T10:00',
    '2026-12-01T24:00',
    '2026-12-01T10:61',
    '0000-01-01T00:00',
    '2026-12-01T10:00Z',
  ])('that is none, %j, is refused', (local) => {
    const reason = 'There is no such day or time: choose another.'
    expect(typedInstant('Europe/London', local)).toEqual({ ok: false, reason })
  })
})

test.each(['2026-10-24T23:59:59.999Z', '2026-10-25T02:00:00Z', '2027-03-28T01:00:00Z'])(
  '%s is no time that comes twice',
  (instant) => {
    expect(twiceAt('Europe/London', at(instant))).toBeNull()
  },
)

describe('the next change of the clocks', () => {
  test.each([
    ['Europe/London', '2026-07-06T00:00:00Z', '2026-10-25T01:00:00Z', 'back'],
    ['Europe/London', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', 'back'],
    ['Europe/London', '2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z', 'forward'],
    ['America/New_York', '2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', 'back'],
    ['America/New_York', '2026-11-01T06:00:00Z', '2027-03-14T07:00:00Z', 'forward'],
    ['Australia/Sydney', '2026-07-06T00:00:00Z', '2026-10-03T16:00:00Z', 'forward'],
    ['Australia/Lord_Howe', '2026-07-06T00:00:00Z', '2026-10-03T15:30:00Z', 'forward'],
  ])('in %s after %s is %s, %s', (zone, after, change, direction) => {
    expect(nextClockChange(zone, at(after))).toEqual({ at: at(change), direction })
  })

  test.each(['Asia/Kathmandu', 'UTC', 'Asia/Tokyo'])('%s has none', (zone) => {
    expect(nextClockChange(zone, at('2026-07-06T00:00:00Z'))).toBeNull()
  })
})
