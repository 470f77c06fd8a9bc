/**
 * The second engine: the same week, level by level, by `highs`. Each level is first solved with its whole columns
 * allowed to break. Where they do not, its optimal face is kept by fixing every column and row with a non-zero
 * reduced cost, because a row "objective at most best" would destroy what is left of the network. Where they do, the
 * level is solved as an integer program, takes that row, and fixes what costs more than the gap between the two.
 */
import { rulesOf } from './beside'
import type { Board } from './board'
import { OutOfTime, type Solution, type Solver, withSolver } from './highs'
import { modelOf, type WeekModel } from './model'
import { pickedOf, prepare } from './pick-flow'
import { blamePins, pinnedKeys } from './pins'
import type { Picked, Refusal } from './result'
import { scoreOf } from './score'
import type { Week } from './week'

/** Columns and rows as bounded now. */
type Face = { readonly model: WeekModel; readonly lower: Float64Array; readonly upper: Float64Array }

/** A reduced cost below this is none: all of them together stay far below one, and every objective is whole. */
const ZERO = 1e-5
const BROKEN = 1e-6

const isWhole = (value: number) => Math.abs(value - Math.round(value)) <= BROKEN

/** Fixes columns that stand at a bound in every roster no more than `gap` above the relaxed optimum. */
function fixCols(solver: Solver, face: Face, relaxed: Solution, gap: number) {
  for (const [col, dual] of relaxed.colDual.entries()) {
    const value = relaxed.cols[col] ?? 0
    if (Math.abs(dual) <= gap + ZERO || face.lower[col] === face.upper[col] || !isWhole(value)) continue
    face.lower[col] = face.upper[col] = Math.round(value)
    solver.boundCol(col, Math.round(value), Math.round(value))
  }
}

function keepFace(solver: Solver, face: Face, relaxed: Solution) {
  fixCols(solver, face, relaxed, 0)
  for (const [row, dual] of relaxed.rowDual.entries()) {
    if (Math.abs(dual) <= ZERO) continue
    const value = Math.round(relaxed.rows[row] ?? 0)
    solver.boundRow(row, value, value)
  }
}

function keepValue(solver: Solver, costs: Float64Array, best: number) {
  const cols = Array.from(costs.keys()).filter((col) => costs[col] !== 0)
  if (cols.length === 0) return
  const values = cols.map((col) => costs[col] ?? 0)
  // Half a unit more than the best lets no other whole value in and none out by rounding.
  solver.addRow({ lower: -Number.MAX_VALUE, upper: Math.round(best) + 0.5, cols, values })
}

/** Minimises one level and keeps to its optimum from then on; null when nothing is feasible. Throws OutOfTime. */
function settle(solver: Solver, face: Face, costs: Float64Array): Solution | null {
  const relaxed = solver.relax(costs)
  if (relaxed === null) return null
  if (isRoster(relaxed)) {
    keepFace(solver, face, relaxed)
    return relaxed
  }
  const solution = solver.minimise(costs)
  if (solution === null) return null
  keepValue(solver, costs, solution.value)
  fixCols(solver, face, relaxed, Math.max(0, Math.round(solution.value) - relaxed.value))
  return solution
}

/** Every column is whole, steps of load too: then the rows that an objective must not exceed are slack. */
const isRoster = ({ cols }: Solution) => cols.every(isWhole)

function chosen(model: WeekModel, { cols }: Solution): number[] {
  return model.keys.filter((_, col) => {
    const value = cols[col] ?? 0
    if (!isWhole(value)) throw new Error('a network with a broken corner')
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

type Solved = { keys: number[]; unique: boolean }

/** Between two levels others have their turn: a solve keeps the thread to itself. */
const othersTurn = () => new Promise((resolve) => setImmediate(resolve))

async function solveLevels(solver: Solver, model: WeekModel): Promise<Solved | null> {
  const face: Face = { model, lower: Float64Array.from(model.lower), upper: Float64Array.from(model.upper) }
  let solution: Solution | null = null
  for (const costs of model.levels) {
    solution = settle(solver, face, costs)
    if (solution === null) return null
    await othersTurn()
  }
  if (solution === null) return null
  const keys = chosen(model, solution)
  const mine = new Set(keys)
  const away = new Float64Array(solver.cols)
  for (const [col, key] of model.keys.entries()) away[col] = mine.has(key) ? 1 : -1
  const relaxed = solver.relax(away)
  const other = relaxed !== null && isRoster(relaxed) ? relaxed : solver.minimise(away)
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

const OUT_OF_TIME: Refusal = {
  ok: false,
  kind: 'out_of_time',
  pins: [],
  reason:
    'The rules between people make this week too hard to solve exactly in 45 seconds. Pin a few seats, or take a rule away, and try again.',
}

/**
 * Picks any week by `highs`. Only pins can make a week unsolvable; those to blame are named. Gives up after 45 s,
 * because a roster that is not known to be the best is none.
 */
export async function pickByHighs(week: Week): Promise<Picked | Refusal> {
  const ready = prepare(week)
  if (!ready.ok) return ready
  try {
    return await solveBoard(ready.board)
  } catch (error) {
    if (error instanceof OutOfTime) return OUT_OF_TIME
    throw error
  }
}

async function solveBoard(board: Board): Promise<Picked | Refusal> {
  const model = modelOf(board)
  const solved = await withSolver(model, (solver) => solveLevels(solver, model))
  if (solved === null) {
    const pins = await pinsToBlame(board)
    const people = pins.map((key) => Math.floor(key / board.shifts.length))
    return blamePins(board, pins, rulesOf(board, people))
  }
  return pickedOf(board, solved.keys, scoreOf(board, solved.keys), 'highs-1', solved.unique)
}
