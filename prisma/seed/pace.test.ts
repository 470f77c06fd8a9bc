import { expect, test } from 'vitest'
import { faultOfRhythm } from '@/lib/roster/rules'
import { PACE, paceInGap } from './pace'

const days = [7, 8, 9, 10, 11, 12, 13]

test.each(days)('the rhythm whose gap lies %i days before a Monday can be lived', (ahead) => {
  const { rhythm, made, answered, approved } = paceInGap(ahead)
  expect(faultOfRhythm(rhythm)).toBeNull()
  const order = [made, rhythm.opens, answered, rhythm.closes, rhythm.generates, approved, rhythm.sendBy]
  const hours = order.map(({ daysBefore, time }) => -24 * daysBefore + Number.parseInt(time, 10))
  expect(hours).toEqual([...hours].sort((a, b) => a - b))
  expect(rhythm.sendBy.daysBefore).toBeGreaterThan(0)
  // The week before went out yesterday, and the next form opens the day after tomorrow.
  expect(ahead - 7 - rhythm.sendBy.daysBefore).toBe(-1)
  expect(ahead - rhythm.opens.daysBefore).toBe(2)
})

test('the sample lives by a rhythm that can be lived', () => {
  expect(faultOfRhythm(PACE.rhythm)).toBeNull()
})
