import { expect, test } from 'vitest'
import { type TaskFacts, taskWords } from './labels'

const draft: TaskFacts = {
  ...{
    state: 'DRAFT',
    shifts: 10,
    tenders: 24,
    asked: 24,
    answered: 0,
    late: 0,
    seats: 31,
    filled: 0,
    keyless: 0,
    changes: null,
  },
  ...{ deadline: 'Mon 4 Jan 08:00 GMT', past: false, clock: null, opens: null, generates: null },
  ...{ recipients: 24, problems: 0, delivery: null },
}

test.each([
  [draft, '24 tenders get a personal link by mail. They have until Mon 4 Jan 08:00 GMT.'],
  [
    { ...draft, recipients: 1, problems: 2, past: true },
    '1 tender gets a personal link by mail. 2 more cannot be written to. Say until when as you open it.',
  ],
  [
    { ...draft, shifts: 0 },
    'Add them here with “Change the shifts”. Those of the weekly pattern come by themselves into weeks that are made after it.',
  ],
  [{ ...draft, tenders: 0 }, 'Add the people who work behind the bar, then open the form.'],
])('before opening: %#', (facts, text) => {
  expect(taskWords(facts).text).toBe(text)
})

test('late answers are beside those that count, never among them', () => {
  const closed: TaskFacts = { ...draft, state: 'CLOSED', answered: 22, seats: 31 }
  expect(taskWords({ ...closed, late: 2 }).text).toBe(
    '22 of 24 answered in time. 2 late answers wait to be taken in. 31 seats to fill.',
  )
  expect(taskWords({ ...closed, late: 1 }).text).toContain('1 late answer waits to be taken in.')
  expect(taskWords(closed).text).toBe('22 of 24 answered. 31 seats to fill.')
})

test('a closed week says when its clock goes on, where one does', () => {
  const closed: TaskFacts = { ...draft, state: 'CLOSED', answered: 22, clock: 'Autopilot' }
  const text = '22 of 24 answered. 31 seats to fill.'
  expect(taskWords({ ...closed, generates: 'Sun 20 Dec 09:00 GMT' }).text).toBe(
    `${text} Autopilot generates it Sun 20 Dec 09:00 GMT.`,
  )
  expect(taskWords({ ...closed, generates: 'at its next tick' }).text).toBe(
    `${text} Autopilot generates it at its next tick.`,
  )
  expect(taskWords({ ...closed, clock: null, generates: 'Sun 20 Dec 09:00 GMT' }).text).toBe(text)
  // It failed once: the clock waits for a person.
  expect(taskWords(closed).text).toBe(text)
})
