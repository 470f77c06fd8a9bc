import { expect, it } from 'vitest'
import { needWords, todaySentence } from './labels'
import { inOrder, needing } from './rules'
import type { TodayEntry, Urgency } from './schema'

const entry = (key: string, urgency: Urgency, iso: string | null): TodayEntry => ({
  key,
  urgency,
  ...{ tone: 'act', icon: 'bell', title: key, text: '', href: '/', actions: [] },
  at: iso === null ? null : { iso, label: iso },
})

it('puts what is most urgent first, then what began first, and what has no beginning last', () => {
  const entries = [
    entry('nudge', 3, '2026-12-01T00:00:00.000Z'),
    entry('later', 2, '2026-12-07T08:00:00.000Z'),
    entry('timeless', 2, null),
    entry('earlier', 2, '2026-12-06T08:00:00.000Z'),
    entry('alarm', 1, '2026-12-08T08:00:00.000Z'),
    entry('also earlier', 2, '2026-12-06T08:00:00.000Z'),
  ]
  const order = ['alarm', 'also earlier', 'earlier', 'later', 'timeless', 'nudge']
  expect(inOrder(entries).map(({ key }) => key)).toEqual(order)
  expect(inOrder([...entries].reverse()).map(({ key }) => key)).toEqual(order)
  expect(entries[0]?.key, 'what was given stays as it was').toBe('nudge')
})

it('counts what needs a person, and not what is only worth a look', () => {
  expect(needing([entry('a', 1, null), entry('b', 2, null), entry('c', 3, null)])).toBe(2)
  expect(needing([])).toBe(0)
})

it('does not call it nothing where something is worth a look', () => {
  expect(todaySentence('Monday 7 December', 0, 1)).toBe(
    'Monday 7 December. Nothing is urgent; one thing is worth a look.',
  )
  expect(todaySentence('Monday 7 December', 0, 4)).toMatch('4 things are worth a look.')
  expect(todaySentence('Monday 7 December', 2, 4)).toBe(
    'Monday 7 December. Two things need a person; 4 more are worth a look.',
  )
  expect(todaySentence('Monday 7 December', 1, 1)).toBe(
    'Monday 7 December. One thing needs a person; one more is worth a look.',
  )
})

it.each([
  [0, 'Monday 7 December. Nothing needs a person; everything runs by itself.'],
  [1, 'Monday 7 December. One thing needs a person; everything else runs by itself.'],
  [3, 'Monday 7 December. Three things need a person; everything else runs by itself.'],
  [1200, 'Monday 7 December. 1,200 things need a person; everything else runs by itself.'],
])('says in one sentence that %i need a person', (need, words) => {
  expect(todaySentence('Monday 7 December', need, 0)).toBe(words)
})

it('reads the number out', () => {
  expect([needWords(1), needWords(2)]).toEqual(['1 thing needs a person', '2 things need a person'])
})
