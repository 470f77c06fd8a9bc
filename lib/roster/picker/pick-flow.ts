import { type Board, boardOf, pairOf, SILENT } from './board'
import { problemOf } from './check'
import { Flow } from './flow'
import { hashInput } from './hash'
import { networkOf } from './network'
import { needsSolver, openKeys, opennessOf } from './open'
import { findContradiction, pinnedKeys } from './pins'
import type { Engine, Picked, Refusal, Score } from './result'
import { scoreOf } from './score'
import { isUnique, takeSmallest } from './ties'
import type { Answer, Week } from './week'

export const TOO_LARGE: Refusal = {
  ok: false,
  kind: 'too_large',
  pins: [],
  reason: 'This week has too many shifts or tiers to be solved exactly. Split it into two rosters.',
}

/** A sound week on its board, or why it is not one. */
export function prepare(week: Week): { ok: true; board: Board } | Refusal {
  const reason = problemOf(week)
  if (reason !== null) return { ok: false, kind: 'invalid', pins: [], reason }
  const board = boardOf(week)
  return findContradiction(board) ?? { ok: true, board }
}

/** True when the week is a network, and so the flow's. */
export const isPlain = (board: Board) => !needsSolver(board, openKeys(board, opennessOf(board)))

/** Solves a plain board; null when its numbers would not stay exact. */
export function solveFlow(board: Board): { flow: Flow; open: readonly number[]; unique: boolean } | null {
  const openness = opennessOf(board)
  const open = openKeys(board, openness)
  const net = networkOf(board, openness, open)
  if (net === null) return null
  const flow = new Flow(net)
  flow.solve()
  const unique = isUnique(flow)
  if (!unique) takeSmallest(flow)
  return { flow, open, unique }
}

/** All pairs of the roster, pins among them, as keys in canonical order. */
export function chosenKeys(board: Board, flow: Flow, open: readonly number[]): number[] {
  const keys = flow.chosen().map((pair) => open[pair] as number)
  return [...keys, ...pinnedKeys(board)].sort((a, b) => a - b)
}

export function pickedOf(board: Board, keys: readonly number[], score: Score, engine: Engine, unique: boolean): Picked {
  const roster = keys.map((key) => {
    const answer = board.answers[key] ?? SILENT
    return {
      ...pairOf(board, key),
      pinned: board.pinned[key] === 1,
      answer: answer === SILENT ? null : (answer as Answer),
    }
  })
  return { ok: true, roster, ...score, inputHash: hashInput(board), seed: board.week.seed, engine, unique }
}

/**
 * Picks a plain week by flow: exact, at once, without a solver. Null when the week is none (side rules, unequal
 * loads, clashes across dates): `pick` then asks `highs`.
 */
export function pickByFlow(week: Week): Picked | Refusal | null {
  const ready = prepare(week)
  if (!ready.ok) return ready
  const { board } = ready
  if (!isPlain(board)) return null
  const solved = solveFlow(board)
  if (solved === null) return TOO_LARGE
  const keys = chosenKeys(board, solved.flow, solved.open)
  return pickedOf(board, keys, scoreOf(board, keys), 'flow-1', solved.unique)
}
