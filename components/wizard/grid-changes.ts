import type { IconName } from '@/components/ui/icon'
import type { Cell } from '@/lib/roster/grid/rules'
import type { Change } from '@/lib/roster/schema'
import type { Pair } from '@/lib/roster/seats/rules'

export type CellKey = 'p' | 'b' | 'r' | 'x' | 'w'
export type CellAction = { key: CellKey; label: string; icon: IconName }

/** What can be done with a cell, by its key. */
export function actionsOf({ seat }: Cell): CellAction[] {
  const why: CellAction = { key: 'w', label: 'Say why', icon: 'circle-help' }
  if (seat === 'banned') return [{ key: 'b', label: 'Lift the ban', icon: 'ban' }, why]
  const pin: CellAction =
    seat === 'pinned' ? { key: 'p', label: 'Unpin', icon: 'pin-off' } : { key: 'p', label: 'Pin here', icon: 'pin' }
  const ban: CellAction = { key: 'b', label: 'Ban from this shift', icon: 'ban' }
  if (seat === 'none') return [pin, ban, why]
  return [
    pin,
    { key: 'r', label: 'Take off this shift', icon: 'minus' },
    { key: 'x', label: 'Pick up to move or exchange', icon: 'hand' },
    ban,
    why,
  ]
}

/** The change that a key makes of a cell; null for keys that change nothing by themselves. */
export function changeOfKey(key: CellKey, { seat }: Cell, pair: Pair): Change | null {
  if (key === 'p') return { change: seat === 'pinned' ? 'unpin' : 'pin', ...pair }
  if (key === 'b') return { change: seat === 'banned' ? 'unban' : 'ban', ...pair }
  return key === 'r' ? { change: 'remove', ...pair } : null
}

/** What dropping a seat on another cell means: two held seats of two people and shifts are exchanged, else it moves. */
export function changeOfDrop(from: Pair, to: Pair, isHeld: boolean): Change {
  if (isHeld && from.tenderId !== to.tenderId && from.shiftId !== to.shiftId)
    return { change: 'exchange', ...from, withTenderId: to.tenderId, withShiftId: to.shiftId }
  return { change: 'move', ...from, toTenderId: to.tenderId, toShiftId: to.shiftId }
}
