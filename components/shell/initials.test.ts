import { expect, test } from 'vitest'
import { initials } from './initials'

test.each([
  ['Ada Lovelace', 'AL'],
  ['  ada  byron  lovelace ', 'AL'],
  ['Cher', 'CH'],
  ['José 🎉', 'J🎉'],
  ['👩‍🚀 Zoë', '👩‍🚀Z'],
  ['é́tienne', 'É́T'],
  ['', ''],
])('%s is %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
