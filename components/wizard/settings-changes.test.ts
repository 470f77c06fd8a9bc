import { expect, test } from 'vitest'
import { settingsChanges } from './settings-changes'

const moment = { daysBefore: 4, time: '18:00' }
const roster = {
  ...{ opens: { daysBefore: 14, time: '09:00' }, closes: moment, generates: moment, sendBy: moment },
  ...{ autopilot: true, makesWeeks: false, restHours: 0 },
}
const none = { autopilot: true, opens: null, closes: null, generates: null, sendBy: null }

test.each([
  [none, null],
  [{ ...none, autopilot: false }, 'Autopilot is off.'],
  [{ ...none, opens: { daysBefore: 7, time: '10:00' } }, 'The form opens: Monday before at 10:00.'],
  [{ ...none, closes: moment }, 'The form closes: Thursday before at 18:00.'],
])('what somebody else made otherwise is said: %#', (now, words) => {
  expect(settingsChanges(none, now, roster)).toBe(words)
})

test('a moment that follows the roster again is said as the roster has it', () => {
  expect(settingsChanges({ ...none, opens: { daysBefore: 7, time: '10:00' } }, none, roster)).toBe(
    'The form opens: Monday, 2 weeks before at 09:00, as the roster has it.',
  )
})
