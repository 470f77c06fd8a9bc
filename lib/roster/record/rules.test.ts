import { expect, it } from 'vitest'
import { holds } from './rules'

it.each([
  ['Week of 14 December 2026', '14 dec', true],
  ['Week of 14 December 2026', 'dec 15', false],
  ['Zoë Ångström', 'angstrom zoe', true],
  ['Rosa Lind', '', true],
  ['Rosa Lind', '  lind ', true],
  ['Rosa Lind', '.*', false],
])('“%s” found by “%s”: %s', (text, typed, found) => {
  expect(holds(text, typed)).toBe(found)
})
