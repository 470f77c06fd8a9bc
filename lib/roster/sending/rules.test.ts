import { expect, test } from 'vitest'
import { isWeekTyped } from './rules'

test.each([
  ['2026-12-14', true],
  [' 14  december ', true],
  ['Week of 14 December', true],
  ['14', false],
  ['December', false],
  ['', false],
  ['7 December', false],
  ['2026-12-07', false],
])('%j is the week: %s', (typed, is) => {
  expect(isWeekTyped(typed, '2026-12-14', 'Week of 14 December')).toBe(is)
})
