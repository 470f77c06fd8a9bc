import { expect, test } from 'vitest'
import { actionsOf, changeOfDrop, changeOfKey } from './grid-changes'

const cell = (seat: 'none' | 'picked' | 'pinned' | 'banned') => ({ seat, answer: 'yes' as const, isNew: false })
const pair = (tenderId: string, shiftId: string) => ({ tenderId, shiftId })

test('a key does what the menu says it does, and nothing the menu leaves out', () => {
  const keys = (seat: Parameters<typeof cell>[0]) => actionsOf(cell(seat)).map(({ key }) => key)
  expect(keys('none')).toEqual(['p', 'b', 'w'])
  expect(keys('picked')).toEqual(['p', 'r', 'x', 'b', 'w'])
  expect(keys('banned')).toEqual(['b', 'w'])
  expect(changeOfKey('p', cell('pinned'), pair('ann', 'fri'))?.change).toBe('unpin')
  expect(changeOfKey('b', cell('banned'), pair('ann', 'fri'))?.change).toBe('unban')
  expect(changeOfKey('x', cell('picked'), pair('ann', 'fri'))).toBeNull()
})

test('a seat dropped on a held one of another person and shift is exchanged, else it moves', () => {
  expect(changeOfDrop(pair('ann', 'fri'), pair('ben', 'sat'), true)).toMatchObject({
    change: 'exchange',
    withTenderId: 'ben',
    withShiftId: 'sat',
  })
  expect(changeOfDrop(pair('ann', 'fri'), pair('ben', 'fri'), false)).toMatchObject({
    change: 'move',
    toTenderId: 'ben',
    toShiftId: 'fri',
  })
  expect(changeOfDrop(pair('ann', 'fri'), pair('ann', 'sat'), false).change).toBe('move')
  expect(changeOfDrop(pair('ann', 'fri'), pair('ben', 'fri'), true).change, 'refused: both work it').toBe('move')
})
