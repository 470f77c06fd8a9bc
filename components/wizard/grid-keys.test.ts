import { expect, test } from 'vitest'
import { type At, nextAt } from './grid-keys'

const size = { rows: 20, cols: 5, page: 8 }
const from = (row: number, col: number, key: string, ctrlKey = false) => nextAt({ row, col }, { key, ctrlKey }, size)
const at = (row: number, col: number): At => ({ row, col })

test.each([
  ['ArrowUp', at(0, 2), at(-1, 2)],
  ['ArrowUp', at(-1, 2), at(-1, 2)],
  ['ArrowDown', at(19, 2), at(19, 2)],
  ['ArrowLeft', at(3, 0), at(3, -1)],
  ['ArrowRight', at(3, 4), at(3, 5)],
  ['ArrowRight', at(3, 5), at(3, 5)],
  ['Home', at(3, 4), at(3, -1)],
  ['End', at(3, 0), at(3, 5)],
  ['PageDown', at(3, 1), at(11, 1)],
  ['PageDown', at(15, 1), at(19, 1)],
  ['PageUp', at(3, 1), at(0, 1)],
  ['PageUp', at(-1, 1), at(-1, 1)],
])('%s from %o leads to %o', (key, start, end) => {
  expect(from(start.row, start.col, key)).toEqual(end)
})

test('Ctrl leads to the corners, and other keys nowhere', () => {
  expect(from(7, 3, 'Home', true)).toEqual(at(0, 0))
  expect(from(7, 3, 'End', true)).toEqual(at(19, 5))
  expect(from(7, 3, 'p')).toBeNull()
})
