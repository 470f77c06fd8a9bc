import { expect, it } from 'vitest'
import { random, randomInt } from './random'

it('draws evenly from 0 up to 1', () => {
  const drawn = Array.from({ length: 20_000 }, random)
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true)
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
  // Six standard errors: wrong once in a thousand million runs.
  expect(Math.abs(mean - 0.5)).toBeLessThan((6 * Math.sqrt(1 / 12)) / Math.sqrt(drawn.length))
})

it('draws whole numbers from min up to max', () => {
  const drawn = new Set(Array.from({ length: 2000 }, () => randomInt(3, 6)))
  expect([...drawn].sort()).toEqual([3, 4, 5])
  expect(() => randomInt(6, 6)).toThrow(RangeError)
})
