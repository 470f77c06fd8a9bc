import type { Board } from './board'
import { SILENT } from './board'
import { drawsOf } from './draw'
import type { Levels, Score } from './result'
import type { Pair } from './week'

export const boardDraw = (board: Board) =>
  drawsOf(
    board.week,
    board.tenders.map((tender) => tender.id),
    board.shifts.map((shift) => shift.id),
  )

/** What an answer costs at level 6: prefer 0, yes 1, if needed 2; a pinned no or silence 3. */
export const answerCost = (answer: number) => 3 - Math.max(0, answer)

/** What taking a pair costs at level 5, against the count of pairs shown. */
export const changeCost = (board: Board, key: number) => (board.shown === null ? 0 : board.shown[key] === 1 ? -1 : 1)

type Fill = { readonly filled: Int32Array; readonly keyed: Uint8Array; readonly worked: Int32Array }

/** Seats filled and key holders per shift, load per tender in sixtieths. */
export function fillOf(board: Board, keys: readonly number[]): Fill {
  const m = board.shifts.length
  const filled = new Int32Array(m)
  const keyed = new Uint8Array(m)
  const worked = new Int32Array(board.tenders.length)
  for (const key of keys) {
    const s = key % m
    const p = (key - s) / m
    filled[s] = (filled[s] ?? 0) + 1
    worked[p] = (worked[p] ?? 0) + (board.loads[s] ?? 0)
    if (board.tenders[p]?.keyHolder) keyed[s] = 1
  }
  return { filled, keyed, worked }
}

/** Reads the seven levels off a roster, given as pair keys. No solver has a say in it. */
export function scoreOf(board: Board, keys: readonly number[], draw = boardDraw(board)): Score {
  const { filled, keyed, worked } = fillOf(board, keys)
  const m = board.shifts.length
  const emptyByTier = new Array<number>(board.tierCount).fill(0)
  let [keyless, optional, load, changes, answers, lots] = [0, 0, 0, 0, 0, 0]
  for (const [s, shift] of board.shifts.entries()) {
    const seats = filled[s] ?? 0
    const tier = board.tiers[s] ?? 0
    emptyByTier[tier] = (emptyByTier[tier] ?? 0) + Math.max(0, shift.min - seats)
    optional += shift.target - Math.max(shift.min, seats)
    if (shift.keyWanted && keyed[s] !== 1) keyless++
  }
  for (const [p, tender] of board.tenders.entries()) load += (tender.debt + (worked[p] ?? 0)) ** 2
  if (board.shown) for (const mark of board.shown) changes += mark
  for (const key of keys) {
    changes += changeCost(board, key)
    answers += answerCost(board.answers[key] ?? SILENT)
    lots += draw(Math.floor(key / m), key % m)
  }
  const empty = emptyByTier.reduce((sum, n) => sum + n, 0)
  const levels: Levels = [empty, keyless, optional, load, changes, answers, lots]
  return { levels, emptyByTier }
}

/** The keys of these pairs, in canonical order; pairs that are no longer in the week are left out. */
export function keysOf(board: Board, roster: readonly Pair[]): number[] {
  const tenders = new Map(board.tenders.map((tender, p) => [tender.id, p]))
  const shifts = new Map(board.shifts.map((shift, s) => [shift.id, s]))
  const keys: number[] = []
  for (const { tenderId, shiftId } of roster) {
    const p = tenders.get(tenderId)
    const s = shifts.get(shiftId)
    if (p !== undefined && s !== undefined) keys.push(p * board.shifts.length + s)
  }
  return keys.sort((a, b) => a - b)
}
