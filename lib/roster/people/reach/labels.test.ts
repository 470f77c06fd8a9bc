import { expect, test } from 'vitest'
import { serverWords } from './labels'

test.each([
  ['550 5.1.1 User unknown', 'User unknown'],
  ['550-5.1.1 No such account. 550 5.1.1 Look for a typo.', 'No such account. Look for a typo.'],
  ['552 mailbox full', 'mailbox full'],
  ['She rang: nothing came since May, room 550.', 'She rang: nothing came since May, room 550.'],
  ['550', '550'],
])('%j is read without the codes that are for machines', (why, words) => expect(serverWords(why)).toBe(words))
