import { byId } from './order'
import type { Pair } from './week'

export type PersonDiff = {
  readonly tenderId: string
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

function byTender(roster: readonly Pair[]): Map<string, Set<string>> {
  const held = new Map<string, Set<string>>()
  for (const { tenderId, shiftId } of roster) held.set(tenderId, (held.get(tenderId) ?? new Set()).add(shiftId))
  return held
}

const missing = (from: Set<string> | undefined, other: Set<string> | undefined) =>
  [...(from ?? [])].filter((id) => !other?.has(id)).sort(byId)

/**
 * What became of each tender whose shifts differ, sorted by tender. One shift lost and one gained is a move
 * (paired in order of shift id); what is left over is added or removed. Pure: pages may take it.
 */
export function diff(before: readonly Pair[], after: readonly Pair[]): PersonDiff[] {
  const [old, now] = [byTender(before), byTender(after)]
  const people = [...new Set([...old.keys(), ...now.keys()])].sort(byId)
  return people.flatMap((tenderId) => {
    const lost = missing(old.get(tenderId), now.get(tenderId))
    const gained = missing(now.get(tenderId), old.get(tenderId))
    if (lost.length === 0 && gained.length === 0) return []
    const moves = Math.min(lost.length, gained.length)
    const moved = lost.slice(0, moves).map((from, i) => ({ from, to: gained[i] ?? '' }))
    return [{ tenderId, moved, added: gained.slice(moves), removed: lost.slice(moves) }]
  })
}
