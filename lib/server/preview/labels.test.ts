import { expect, test } from 'vitest'
import { dueWords, idleWords, moreWords, partTitle } from './labels'

test.each([
  [0, 'Nothing is due then.'],
  [1, 'One thing is due then.'],
  [1_234, '1,234 things are due then.'],
])('%i due', (due, words) => {
  expect(dueWords(due)).toBe(words)
})

test('what the lines leave out', () => {
  expect(moreWords(140)).toBe('and 140 more')
})

test.each([
  [['roster'], 'Nothing for roster.'],
  [['roster', 'seals'], 'Nothing for roster and seals.'],
  [['roster', 'messages', 'leases', 'seals'], 'Nothing for roster, messages, actions that stopped half-way and seals.'],
])('parts without anything: %j', (names, words) => {
  expect(idleWords(names.map(partTitle))).toBe(words)
})

test('a part that nobody named is called by its name', () => {
  expect(partTitle('alerts')).toBe('Alerts')
})
