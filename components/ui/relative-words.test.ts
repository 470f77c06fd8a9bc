import { expect, test } from 'vitest'
import { relativeWords } from '@/components/ui/relative-words'

test.each([
  [0, 'now'],
  [999, 'now'],
  [-12_400, '12 s ago'],
  [59_999, 'in 59 s'],
  [60_000, 'in 1 min'],
  [-3_599_999, '59 min ago'],
  [3_600_000, 'in 1 hour'],
  [14 * 3_600_000 + 1, 'in 14 hours'],
  [47 * 3_600_000, 'in 47 hours'],
  [-48 * 3_600_000, '2 days ago'],
])('%i ms is %s', (ms, words) => {
  expect(relativeWords(ms)).toBe(words)
})
