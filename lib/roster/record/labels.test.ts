import { expect, test } from 'vitest'
import { editedWords } from './labels'

const [tenderName, shiftName] = ['Ben Carrow', 'Fri 18 20:00 Bar']
const ids = { tender: 'ben', shift: 'fri' }
const other = { withTenderName: 'Ana Berg', withShiftName: 'Sat 19 20:00 Bar' }

test.each([
  ['remove', {}, 'Ben Carrow off Fri 18 20:00 Bar'],
  ['ban', {}, 'Ben Carrow banned from Fri 18 20:00 Bar'],
  ['exchange', { ...other, withTender: 'ana' }, 'Ben Carrow to Sat 19 20:00 Bar, Ana Berg to Fri 18 20:00 Bar'],
  ['move', { ...other, withTender: 'ana' }, 'Ana Berg on Fri 18 20:00 Bar in place of Ben Carrow'],
  ['move', { ...other, withTender: 'ben' }, 'Ben Carrow from Fri 18 20:00 Bar to Sat 19 20:00 Bar'],
])('a change says who and which shift: %s', (change, more, words) => {
  expect(editedWords({ change, ...ids, tenderName, shiftName, ...more })).toBe(words)
})

test('an event from before the names were kept says what was done', () => {
  expect(editedWords({ change: 'remove', ...ids })).toBe('a seat freed')
  expect(editedWords({ change: 'later' })).toBe('')
})
