import { expect, test } from 'vitest'
import type { Week } from '../schema'
import { lapseWords, makeWords, stepWords } from './labels'

const at = (text: string) => new Date(text)
const settings = {
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
} as Week['settings']
// The week after the night in which London’s clocks go back.
const week = {
  zone: 'Europe/London',
  weekOf: '2026-10-26',
  settings,
  opensAt: at('2026-10-12T08:00:00Z'),
  deadlineAt: at('2026-10-19T07:00:00Z'),
  endsAt: at('2026-11-02T00:00:00Z'),
} as Week

test.each([
  ['adopt', 'Take the week over from the old engine', null],
  ['open', 'Open the form', '2026-10-12T08:00:00Z'],
  ['close', 'Close the form', '2026-10-19T07:00:00Z'],
  ['generate', 'Generate the roster', '2026-10-19T08:00:00Z'],
  ['settle', 'Finish the week', null],
  ['nudgeCollecting', 'Tell the operators that the form is past its deadline', '2026-10-19T07:00:00Z'],
  ['nudgeUnsent', 'Tell the operators that the schedule has not left', '2026-10-22T17:00:00Z'],
  ['endedUnsent', 'Note that the week ended unsent', '2026-11-02T00:00:00Z'],
] as const)('%s: %s, by the time that makes it due', (name, what, time) => {
  const words = stepWords(week, name)
  expect(words).toEqual({ what, why: expect.stringMatching(/^[A-Z].*\.$/), at: time && at(time) })
})

test('a week to make and a swap that lapses have theirs', () => {
  const time = at('2026-10-12T08:00:00Z')
  expect(makeWords(time)).toEqual({ what: 'Make the week', why: 'Its form opens within seven days.', at: time })
  expect(lapseWords(time)).toMatchObject({ what: 'End the swap', at: time })
})
