import { type Board, pairOf } from './board'
import { chosenKeys, isPlain, prepare, solveFlow, TOO_LARGE } from './pick-flow'
import type { Refusal } from './result'
import { boardDraw, keysOf, scoreOf } from './score'
import type { Pair, Week } from './week'
import { pairsToExplain, ruledWhy, sceneOf, settledWhy, solvedWhy, type Why } from './why'

/** By flow one search answers a pair: the cheapest way round for the one unit it moves. */
function explainFlow(board: Board, asked: readonly number[]): Why[] | Refusal {
  const solved = solveFlow(board)
  if (solved === null) return TOO_LARGE
  const { flow, open } = solved
  const draw = boardDraw(board)
  const place = new Map(open.map((key, pair) => [key, pair]))
  const keys = chosenKeys(board, flow, open)
  const scene = sceneOf(board, { keys, score: scoreOf(board, keys, draw) })
  return asked.map((key) => {
    const pair = place.get(key)
    if (pair === undefined) return settledWhy(scene, key) ?? ruledWhy(scene, key, false)
    const changed = flow.flipped(pair)
    if (changed === null) return ruledWhy(scene, key, false)
    const set = new Set(keys)
    for (const other of changed) if (!set.delete(open[other] as number)) set.add(open[other] as number)
    const otherwise = [...set].sort((a, b) => a - b)
    return solvedWhy(scene, key, flow.has(pair), { keys: otherwise, score: scoreOf(board, otherwise, draw) })
  })
}

/** By `highs` each pair is a week of its own, with one pin or one ban more. */
async function explainHighs(board: Board, asked: readonly number[]): Promise<Why[] | Refusal> {
  const { pickByHighs } = await import('./pick-highs')
  const { week } = board
  const picked = await pickByHighs(week)
  if (!picked.ok) return picked
  const scene = sceneOf(board, { keys: keysOf(board, picked.roster), score: picked })
  const chosen = new Set(scene.picked.keys)
  const reasons: Why[] = []
  for (const key of asked) {
    const settled = settledWhy(scene, key)
    if (settled !== null) {
      reasons.push(settled)
      continue
    }
    const pair = pairOf(board, key)
    const isPicked = chosen.has(key)
    const turned = isPicked ? { ...week, bans: [...week.bans, pair] } : { ...week, pins: [...week.pins, pair] }
    const result = await pickByHighs(turned)
    if (!result.ok) {
      if (result.kind !== 'contradiction') return result
      reasons.push(ruledWhy(scene, key, isPicked))
      continue
    }
    const { roster, levels, emptyByTier } = result
    reasons.push(solvedWhy(scene, key, isPicked, { keys: keysOf(board, roster), score: { levels, emptyByTier } }))
  }
  return reasons
}

/**
 * The reason of every pair that was offered or pinned, or of the pairs asked for, about the roster that `pick`
 * gives for this week. A plain week is explained whole in milliseconds; a week under side rules takes one solve a
 * pair (about 0.3 s), so ask for what is on the screen.
 */
export async function explain(week: Week, pairs?: readonly Pair[]): Promise<Why[] | Refusal> {
  const ready = prepare(week)
  if (!ready.ok) return ready
  const { board } = ready
  const asked = pairs ? keysOf(board, pairs) : pairsToExplain(board)
  return isPlain(board) ? explainFlow(board, asked) : explainHighs(board, asked)
}
