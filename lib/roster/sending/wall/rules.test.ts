import { expect, test } from 'vitest'
import { turnOf } from './rules'
import type { WallShift } from './schema'

const shift = (names: number, free = 0): WallShift => ({
  id: String(names),
  time: '18:00 – 23:00',
  role: 'Bar',
  people: Array.from({ length: names }, (_, k) => ({ id: String(k), name: 'Jo Abbott', keyHolder: false })),
  free,
  keyMissing: false,
})

test('a sheet lies on its side only where most rows would not stand in one line', () => {
  expect(turnOf([])).toBe('upright')
  expect(turnOf([shift(3), shift(2, 1)])).toBe('upright')
  expect(turnOf([shift(3), shift(6)])).toBe('upright')
  expect(turnOf([shift(3), shift(6), shift(2, 3)])).toBe('sideways')
})
