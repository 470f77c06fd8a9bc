import { expect, it } from 'vitest'
import { passwordFault } from '@/lib/access/passwords/rules'

const about = ['Rosa Lindqvist', 'rosa.lindqvist@anchor.example']

it.each([
  'tide tables at nine',
  'correct horse battery staple',
  '8 chärs!x',
  'x7#Qp2!v',
  'パスワードは長い文です',
  `${'a'.repeat(60)}bcd`,
])('takes %s', (password) => expect(passwordFault(password, about)).toBeNull())

it.each([
  ['short', /at least 8/],
  ['é'.repeat(7), /at least 8/],
  ['a1b2'.repeat(33), /at most 128/],
  ['password1', /list of guesses/],
  ['PASSWORD1', /list of guesses/],
  ['1q2w3e4r', /list of guesses/],
  ['aaaaaaaaaaaa', /too few/],
  ['abababababab', /too few/],
  ['lindqvist1999', /a name/],
  ['rosalindqvist', /a name/],
  ['Rosa.Lindqvist', /a name/],
  ['daybook2026', /a name/],
])('refuses %s', (password, words) => expect(passwordFault(password, about)).toMatch(words))
