/** What the picker gives back. */
import type { Answer, Pair } from './week'

/**
 * The seven values, minimised in strict order:
 * empty minimum seats · shifts without a key holder they want · empty optional seats ·
 * Σ (debt + 60 × load)² · pairs that differ from the shown draft · Σ (3 − answer) · Σ lot.
 */
export type Levels = readonly [number, number, number, number, number, number, number]

export type Score = {
  readonly levels: Levels
  /** Level 1 as it is compared: empty minimum seats of each tier, first tier first. Their sum is `levels[0]`. */
  readonly emptyByTier: readonly number[]
}

export type Seat = Pair & { readonly pinned: boolean; readonly answer: Answer | null }

export type Engine = 'flow-1' | 'highs-1'

export type Picked = Score & {
  readonly ok: true
  /** Sorted by tender, then shift. */
  readonly roster: readonly Seat[]
  /** SHA-256 of the canonical input, seed included; names are not part of it. */
  readonly inputHash: string
  readonly seed: number
  readonly engine: Engine
  /** False when another roster has the same seven values; the smallest by id was then taken. */
  readonly unique: boolean
}

export type Refusal = {
  readonly ok: false
  readonly kind: 'invalid' | 'contradiction' | 'too_large' | 'out_of_time'
  /** The pins that cannot stand together; empty unless `contradiction`. */
  readonly pins: readonly Pair[]
  readonly reason: string
}

/**
 * Compares level by level. 0 when equal, otherwise the number of the first level (1 to 7) that differs,
 * positive when `a` is worse than `b`.
 */
export function compareScores(a: Score, b: Score): number {
  for (const [i, empty] of a.emptyByTier.entries()) {
    const other = b.emptyByTier[i] ?? 0
    if (empty !== other) return empty > other ? 1 : -1
  }
  for (const [i, value] of a.levels.entries()) {
    const other = b.levels[i] ?? 0
    if (value !== other) return value > other ? i + 1 : -(i + 1)
  }
  return 0
}
