/**
 * The second engine: the same week, level by level, by `highs`. A network is solved as a linear program whose
 * optimal face is kept by fixing every column and row with a non-zero reduced cost, because a row "objective at
 * most best" would destroy the network. Any other week is a mixed integer program and takes those rows.
 */
import type { Board } from './board'
import { type Solution, type Solver, withSolver } from './highs'
import { modelOf, type WeekModel } from './model'
import { pickedOf, prepare } from './pick-flow'
import { blamePins, pinnedKeys } from './pins'
import type { Picked, Refusal } from './result'
import { scoreOf } from './score'
import type { Week } from './week'

/** Columns and rows as bounded now. */
type Face = { readonly model: WeekModel; readonly lower: Float64Array; readonly upper: Float64Array }

/** Reduced costs of a network with whole costs are whole, so half is zero. */
const ZERO = 0.5

function keepFace(solver: Solver, face: Face, solution: Solution) {
  for (const [col, dual] of solution.colDual.entries()) {
    if (Math.abs(dual) < ZERO || face.lower[col] === face.upper[col]) continue
    const value = Math.round(solution.cols[col] ?? 0)
    face.lower[col] = face.upper[col] = value
    solver.boundCol(col, value, value)
  }
  for (const [row, dual] of solution.rowDual.entries()) {
    if (Math.abs(dual) < ZERO) continue
    const value = Math.round(solution.rows[row] ?? 0)
    solver.boundRow(row, value, value)
  }
}

function keepValue(solver: Solver, costs: Float64Array, solution: Solution) {
  const cols = Array.from(costs.keys()).filter((col) => costs[col] !== 0)
  if (cols.length === 0) return
  const values = cols.map((col) => costs[col] ?? 0)
  const best = values.reduce((sum, cost, i) => sum + cost * (solution.cols[cols[i] ?? 0] ?? 0), 0)
  // Half a unit more than the best lets no other whole value in and none out by rounding.
  solver.addRow({ lower: -Number.MAX_VALUE, upper: Math.round(best) + 0.5, cols, values })
}

/** Minimises one level and keeps to its optimum from then on; null when nothing is feasible. */
function settle(solver: Solver, face: Face, costs: Float64Array): Solution | null {
  const solution = solver.minimise(costs)
  if (solution === null) return null
  if (face.model.whole.length === 0) keepFace(solver, face, solution)
  else keepValue(solver, costs, solution)
  return solution
}

function chosen(model: WeekModel, { cols }: Solution): number[] {
  return model.keys.filter((_, col) => {
    const value = cols[col] ?? 0
    if (Math.abs(value - Math.round(value)) > 1e-6) throw new Error('a network with a broken corner')
    return Math.round(value) === 1
  })
}

/** Among equal rosters, the one whose sorted pairs come first: twenty pairs at a time as a binary number. */
function takeSmallest(solver: Solver, face: Face, last: Solution): Solution {
  const free = [...face.model.keys.keys()].filter((col) => face.lower[col] !== face.upper[col])
  let solution = last
  for (let start = 0; start < free.length; start += 20) {
    const costs = new Float64Array(solver.cols)
    for (const [i, col] of free.slice(start, start + 20).entries()) costs[col] = -(2 ** (19 - i))
    solution = settle(solver, face, costs) ?? solution
  }
  return solution
}

function solveLevels(solver: Solver, model: WeekModel): { keys: number[]; unique: boolean } | null {
  const face: Face = { model, lower: Float64Array.from(model.lower), upper: Float64Array.from(model.upper) }
  let solution: Solution | null = null
  for (const costs of model.levels) {
    solution = settle(solver, face, costs)
    if (solution === null) return null
  }
  if (solution === null) return null
  const keys = chosen(model, solution)
  const mine = new Set(keys)
  const away = new Float64Array(solver.cols)
  for (const [col, key] of model.keys.entries()) away[col] = mine.has(key) ? 1 : -1
  const other = solver.minimise(away)
  if (other === null) return { keys, unique: true }
  const unique = chosen(model, other).join() === keys.join()
  return { keys: unique ? keys : chosen(model, takeSmallest(solver, face, other)), unique }
}

/** A smallest set of pins without which there would be a roster: each is dropped if the rest still clash. */
async function pinsToBlame(board: Board): Promise<number[]> {
  const model = modelOf(board)
  return withSolver(model, (solver) => {
    const nothing = new Float64Array(solver.cols)
    return pinnedKeys(board).filter((key) => {
      const col = model.keys.indexOf(key)
      solver.boundCol(col, 0, 1)
      if (solver.minimise(nothing) === null) return false
      solver.boundCol(col, 1, 1)
      return true
    })
  })
}

/** Picks any week by `highs`. Only pins can make a week unsolvable; those to blame are named. */
export async function pickByHighs(week: Week): Promise<Picked | Refusal> {
  const ready = prepare(week)
  if (!ready.ok) return ready
  const { board } = ready
  const model = modelOf(board)
  const solved = await withSolver(model, (solver) => solveLevels(solver, model))
  if (solved === null) return blamePins(board, await pinsToBlame(board))
  return pickedOf(board, solved.keys, scoreOf(board, solved.keys), 'highs-1', solved.unique)
}
