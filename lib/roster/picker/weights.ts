/**
 * Strict order by weights, proved not to overflow.
 *
 * A flow is optimal when no simple cycle of the residual network has a negative cost. So a weight only has to
 * outbid what the lower levels can add up to on one simple cycle (or path), not on a whole roster. Such a cycle
 * passes the pool once, so it holds at most two empty seats and two load steps; it passes each node once, so at
 * most two pair arcs at each node where pairs join a shift, and one key arc a shift.
 * Costs are vectors (hi, lo) compared lexicographically: hi holds levels 1 to 5, lo levels 6 and 7. Distances,
 * reduced costs and potentials are sums of a few such paths, all whole numbers, so the doubles are exact
 * while 16 × bound < 2⁵³.
 */
import { MOST_DRAW } from './draw'

export type Weights = {
  /** Level 1, per tier. */
  readonly empty: readonly number[]
  readonly keyless: number
  readonly optional: number
  readonly load: number
  readonly change: number
  readonly answer: number
  readonly draw: number
}

/**
 * @param keyed shifts with a key seat · @param joints nodes where pairs join a shift
 * @param load largest |load step| · @returns null when the week is too large for exact doubles
 */
export function weightsFor(size: { tiers: number; keyed: number; joints: number; load: number }): Weights | null {
  const pairs = 2 * size.joints
  const draw = 1
  const answer = 1 + MOST_DRAW * pairs
  const lo = answer * 3 * pairs + MOST_DRAW * pairs
  const change = 1
  let hi = pairs
  const load = hi + 1
  hi += load * 2 * size.load
  const optional = hi + 1
  hi += optional * 2
  const keyless = hi + 1
  hi += keyless * size.keyed
  const empty = new Array<number>(size.tiers).fill(0)
  for (let tier = size.tiers - 1; tier >= 0; tier--) {
    empty[tier] = hi + 1
    hi += (hi + 1) * 2
  }
  return 16 * Math.max(hi, lo) < 2 ** 53 ? { empty, keyless, optional, load, change, answer, draw } : null
}
