import { expect, test } from 'vitest'
import type { Why } from '../picker/why'
import { noteWords, reasonOf } from './labels'
import { callNames } from './rules'

const why = (over: Partial<Why>): Why => ({
  ...{ tenderId: 'hugo', shiftId: 'fri', picked: false, rule: 'level', level: 2, otherwise: null, text: '' },
  ...over,
})

test.each<[Partial<Why>, string]>([
  [
    { level: 2, text: 'Sat 19 12:00 would lose its key holder' },
    'Hugo could. With Hugo here, Sat 19 12:00 would lose its key holder.',
  ],
  [
    { level: 4, text: 'Ben is 1.8 further below their share than Hugo' },
    'Hugo could. With Hugo here, it would be less fair: Ben is 1.8 further below their share than Hugo.',
  ],
  [
    { level: 5, text: 'same fairness, but one more change to the draft shown' },
    'Hugo could. Same fairness, but one more change to the draft shown.',
  ],
  [{ level: 7, text: 'drawn by lot' }, 'Hugo could. All else is equal, so the lot decided.'],
  [
    {
      picked: true,
      level: 1,
      text: 'offered 3, 1.4 below their share; without them: Fri 18 20:00 would miss a seat it needs',
    },
    'Without Hugo here, Fri 18 20:00 would miss a seat it needs. Hugo offered 3 shifts, 1.4 below their share.',
  ],
  [
    { picked: true, level: null, rule: 'pinned', text: 'pinned by an operator, though they said no' },
    'Hugo was pinned by an operator, though they said no.',
  ],
  [
    { level: 4, text: 'Dev is on this shift, and the two never share one; otherwise: the loads would be less even' },
    'Hugo could, but Dev is on this shift, and the two never share one. With Hugo here, it would be less fair: the loads would be less even.',
  ],
  [{ rule: 'banned', level: null }, 'Hugo is banned from this shift. Lift the ban to let them in.'],
  [{ rule: 'silent', level: null }, 'Hugo did not answer for this shift.'],
])('a reason is a sentence about the person: %#', (over, sentence) => {
  expect(reasonOf(why(over), 'Hugo')).toBe(sentence)
})

test('where the roster is not what the picker would make, it says since what', () => {
  expect(noteWords(true, 'hand')).toContain('Changed by hand since')
  expect(noteWords(false, 'input')).toContain('Answers, people or rules changed since')
})

test('people are called by their first names where nobody shares them', () => {
  const names = new Map([
    ['1', 'Hugo Lane'],
    ['2', 'Ana Berg'],
    ['3', 'Ana Obi'],
  ])
  expect([...callNames(names).values()]).toEqual(['Hugo', 'Ana Berg', 'Ana Obi'])
})
