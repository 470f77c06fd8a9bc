/** Which pairs are open to choice once the pins stand, and why the others are not. */
import { type Board, SILENT } from './board'
import { clashOf } from './pins'

/** Why a pair can never be chosen beside the pins. */
export type Bar = 'silent' | 'no' | 'banned' | 'day' | 'overlap' | 'rest' | 'most' | 'full'

export type Openness = {
  /** Seats left per shift, and shifts left per tender, after the pins. */
  readonly seats: Int32Array
  readonly left: Int32Array
  /** What bars an unpinned pair; null when it is open. */
  bar(key: number): Bar | null
}

export function opennessOf(board: Board): Openness {
  const m = board.shifts.length
  const seats = Int32Array.from(board.shifts, (shift) => shift.target)
  const left = Int32Array.from(board.tenders, (tender) => tender.most)
  const held = board.tenders.map((): number[] => [])
  for (let key = 0; key < board.pinned.length; key++) {
    if (board.pinned[key] !== 1) continue
    const [p, s] = [Math.floor(key / m), key % m]
    seats[s] = (seats[s] ?? 0) - 1
    left[p] = Math.max(0, (left[p] ?? 0) - 1)
    held[p]?.push(s)
  }
  return {
    seats,
    left,
    bar(key) {
      const answer = board.answers[key] ?? SILENT
      if (board.banned[key] === 1) return 'banned'
      if (answer <= 0) return answer === 0 ? 'no' : 'silent'
      const [p, s] = [Math.floor(key / m), key % m]
      for (const other of held[p] ?? []) {
        const clash = clashOf(board, s, other)
        if (clash !== null) return clash
      }
      if ((left[p] ?? 0) === 0) return 'most'
      return (seats[s] ?? 0) === 0 ? 'full' : null
    },
  }
}

/** The open pairs in canonical order. */
export function openKeys(board: Board, openness: Openness): number[] {
  const keys: number[] = []
  for (let key = 0; key < board.answers.length; key++) {
    if ((board.answers[key] ?? SILENT) > 0 && board.pinned[key] !== 1 && openness.bar(key) === null) keys.push(key)
  }
  return keys
}

/**
 * True when the week is no longer a network: side rules, unequal loads, or a tender with two open shifts of
 * different dates that clash. Such weeks go to `highs`.
 */
export function needsSolver(board: Board, open: readonly number[]): boolean {
  if (board.sides.apart.length > 0 || board.sides.trainees.length > 0) return true
  if (board.loads.some((load) => load !== board.loads[0])) return true
  if (board.clashes.length === 0) return false
  const m = board.shifts.length
  const set = new Set(open)
  return open.some((key) => board.clashes.some(([s, t]) => key % m === s && set.has(key - s + t)))
}
