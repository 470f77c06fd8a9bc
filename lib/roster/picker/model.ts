/**
 * The week written down a second time, as rows and columns and without any thought of a network: one column per
 * pair that may stand, whole steps of load per tender, empty seats and a missing key holder per shift.
 */
import type { Board } from './board'
import { SILENT } from './board'
import type { LinearModel, Row } from './highs'
import { answerCost, boardDraw, changeCost } from './score'

export type WeekModel = LinearModel & {
  /** Column i < keys.length is the pair keys[i]. */
  readonly keys: readonly number[]
  /** Costs of each level in strict order, level 1 once per tier. */
  readonly levels: readonly Float64Array[]
}

class Rows {
  readonly lower: number[] = []
  readonly upper: number[] = []
  readonly rows: Row[] = []

  col(lower: number, upper: number): number {
    this.lower.push(lower)
    return this.upper.push(upper) - 1
  }

  row(lower: number, upper: number, cols: readonly number[], values: readonly number[] = cols.map(() => 1)): void {
    this.rows.push({ lower, upper, cols, values })
  }
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}

/** Steps of one load unit from 0 to the most the tender could work, each costing more than the one before. */
function addLoad(board: Board, rows: Rows, p: number, mine: readonly { col: number; s: number }[], unit: number) {
  const most = mine.reduce((sum, { s }) => sum + (board.loads[s] ?? 0), 0) / unit
  const debt = board.tenders[p]?.debt ?? 0
  const steps = Array.from({ length: most }, (_, k) => ({ col: rows.col(0, 1), cost: 2 * debt + unit * (2 * k + 1) }))
  const values = [...mine.map(({ s }) => (board.loads[s] ?? 0) / unit), ...steps.map(() => -1)]
  if (mine.length > 0) rows.row(0, 0, [...mine.map(({ col }) => col), ...steps.map(({ col }) => col)], values)
  return steps
}

/** One shift a date, the tender's own most (pins may exceed it), no clash across dates. */
function addTender(board: Board, rows: Rows, p: number, mine: readonly { col: number; s: number }[]) {
  const m = board.shifts.length
  const byDate = new Map<number, number[]>()
  for (const { col, s } of mine) byDate.set(board.dates[s] ?? 0, [...(byDate.get(board.dates[s] ?? 0) ?? []), col])
  for (const cols of byDate.values()) if (cols.length > 1) rows.row(0, 1, cols)
  const pins = mine.filter(({ s }) => board.pinned[p * m + s] === 1).length
  const most = Math.max(board.tenders[p]?.most ?? 0, pins)
  if (mine.length > most)
    rows.row(
      0,
      most,
      mine.map(({ col }) => col),
    )
  for (const [s, t] of board.clashes) {
    const [a, b] = [mine.find((pair) => pair.s === s), mine.find((pair) => pair.s === t)]
    if (a && b) rows.row(0, 1, [a.col, b.col])
  }
}

function addSides(board: Board, rows: Rows, colOf: ReadonlyMap<number, number>) {
  const m = board.shifts.length
  for (const s of board.shifts.keys()) {
    for (const [a, b] of board.sides.apart) {
      const [first, second] = [colOf.get(a * m + s), colOf.get(b * m + s)]
      if (first !== undefined && second !== undefined) rows.row(0, 1, [first, second])
    }
    for (const [trainee, mentors] of board.sides.trainees) {
      const col = colOf.get(trainee * m + s)
      if (col === undefined) continue
      const beside = mentors.map((p) => colOf.get(p * m + s)).filter((mentor) => mentor !== undefined)
      const others = beside.filter((mentor) => mentor !== col)
      rows.row(-others.length, 0, [col, ...others], [1, ...others.map(() => -1)])
    }
  }
}

/** True when rows alone keep the corners whole: no clash across dates, no side rule, equal loads. */
export function isNetwork(board: Board): boolean {
  const { apart, trainees } = board.sides
  const equal = board.loads.every((load) => load === board.loads[0])
  return board.clashes.length === 0 && apart.length === 0 && trainees.length === 0 && equal
}

export function modelOf(board: Board): WeekModel {
  const m = board.shifts.length
  const rows = new Rows()
  const keys: number[] = []
  for (let key = 0; key < board.answers.length; key++) {
    const pinned = board.pinned[key] ?? 0
    if (pinned === 0 && ((board.answers[key] ?? SILENT) <= 0 || board.banned[key] === 1)) continue
    rows.col(pinned, 1)
    keys.push(key)
  }
  const colOf = new Map(keys.map((key, col) => [key, col]))
  const unit = board.loads.reduce(gcd, 0) || 1
  const costs: Map<number, number>[] = Array.from({ length: board.tierCount + 6 }, () => new Map())
  const tier = board.tierCount

  const seats: number[] = []
  const byTender = board.tenders.map((): { col: number; s: number }[] => [])
  const byShift = board.shifts.map((): number[] => [])
  for (const [col, key] of keys.entries()) {
    byTender[Math.floor(key / m)]?.push({ col, s: key % m })
    byShift[key % m]?.push(col)
  }
  for (const [p, mine] of byTender.entries()) {
    for (const { col, cost } of addLoad(board, rows, p, mine, unit)) costs[tier + 2]?.set(col, cost)
    addTender(board, rows, p, mine)
  }
  for (const [s, shift] of board.shifts.entries()) {
    const here = byShift[s] ?? []
    const needed = rows.col(0, shift.min)
    const optional = rows.col(0, shift.target - shift.min)
    costs[board.tiers[s] ?? 0]?.set(needed, 1)
    costs[tier + 1]?.set(optional, 1)
    seats.push(needed, optional)
    rows.row(shift.target, shift.target, [...here, needed, optional])
    if (!shift.keyWanted) continue
    const missing = rows.col(0, 1)
    costs[tier]?.set(missing, 1)
    const holders = here.filter((col) => board.tenders[Math.floor((keys[col] ?? 0) / m)]?.keyHolder)
    rows.row(1, holders.length + 1, [...holders, missing])
  }
  addSides(board, rows, colOf)
  const draw = boardDraw(board)
  for (const [col, key] of keys.entries()) {
    costs[tier + 3]?.set(col, changeCost(board, key))
    costs[tier + 4]?.set(col, answerCost(board.answers[key] ?? SILENT))
    costs[tier + 5]?.set(col, draw(Math.floor(key / m), key % m))
  }
  const levels = costs.map((level) => {
    const dense = new Float64Array(rows.lower.length)
    for (const [col, cost] of level) dense[col] = cost
    return dense
  })
  // Empty seats too: half a needed seat for half an optional one would pass the rows that keep a level.
  const whole = isNetwork(board) ? [] : [...keys.keys(), ...seats]
  return { lower: rows.lower, upper: rows.upper, rows: rows.rows, whole, keys, levels }
}
