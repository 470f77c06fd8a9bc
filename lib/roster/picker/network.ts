/**
 * The week as a flow: each seat is one unit that starts in the pool and ends at its shift.
 *
 *   pool ──▶ tender ──▶ (tender, date) ──▶ key seat ──▶ shift
 *     │                        └─────────────────────────▲
 *     └── empty, optional or minimum ────────────────────┘
 *
 * The arcs from the pool to a tender cost what each further shift adds to (debt + load)²; the date node lets one
 * unit pass; key holders join a shift by its key seat, whose first unit is rewarded. All costs on parallel arcs
 * rise, so the cheapest flow uses them in order. Nodes are numbered in topological order.
 */
import type { Board } from './board'
import type { Openness } from './open'
import { pinnedKeys } from './pins'
import { answerCost, boardDraw, changeCost, fillOf } from './score'
import { type Weights, weightsFor } from './weights'

/**
 * A residual network. Arcs stand in the order of their tail (`first[u]` to `first[u + 1]`), which keeps a search
 * inside a few cache lines; `back` is the reverse of an arc.
 */
export type Network = {
  readonly nodes: number
  readonly pool: number
  readonly first: Int32Array
  readonly to: Int32Array
  readonly back: Int32Array
  readonly room: Int32Array
  readonly hi: Float64Array
  readonly lo: Float64Array
  /** The node of the first shift (the others follow it), and the units each shift takes in. */
  readonly shift: number
  readonly seats: Int32Array
  /** Per open pair, in canonical order: its arc; and per arc, either way: the pair's place, or -1. */
  readonly pairArc: Int32Array
  readonly pairOfArc: Int32Array
}

type Arc = readonly [from: number, to: number, room: number, hi: number, lo: number]

/** Where each half arc goes when all are ordered by tail: half `2 i` is arc `i`, half `2 i + 1` its reverse. */
function orderByTail(list: readonly Arc[], nodes: number) {
  const first = new Int32Array(nodes + 1)
  for (const [tail, head] of list) {
    first[tail + 1] = (first[tail + 1] as number) + 1
    first[head + 1] = (first[head + 1] as number) + 1
  }
  for (let node = 0; node < nodes; node++) first[node + 1] = (first[node + 1] as number) + (first[node] as number)
  const next = first.slice()
  const place = new Int32Array(2 * list.length)
  for (const [i, arc] of list.entries()) {
    for (const end of [0, 1] as const) {
      const node = arc[end]
      place[2 * i + end] = next[node] as number
      next[node] = (next[node] as number) + 1
    }
  }
  return { first, place }
}

function assemble(list: readonly Arc[], nodes: number) {
  const count = 2 * list.length
  const { first, place } = orderByTail(list, nodes)
  const [to, back, room] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  const [hi, lo] = [new Float64Array(count), new Float64Array(count)]
  for (const [i, [tail, head, units, high, low]] of list.entries()) {
    const [a, b] = [place[2 * i] as number, place[2 * i + 1] as number]
    to[a] = head
    to[b] = tail
    back[a] = b
    back[b] = a
    room[a] = units
    hi[a] = high
    lo[a] = low
    hi[b] = -high
    lo[b] = -low
  }
  return { net: { nodes, pool: 0, first, to, back, room, hi, lo }, place }
}

/** How many different dates each tender has open, and how many open pairs each (tender, date) has. */
function countDates(board: Board, open: readonly number[]) {
  const m = board.shifts.length
  const perDate = new Map<number, number>()
  const dates = new Int32Array(board.tenders.length)
  for (const key of open) {
    const p = Math.floor(key / m)
    const slot = p * m + (board.dates[key % m] ?? 0)
    const count = perDate.get(slot) ?? 0
    if (count === 0) dates[p] = (dates[p] ?? 0) + 1
    perDate.set(slot, count + 1)
  }
  return { perDate, dates }
}

/** What the next shift adds to (debt + load)², divided by the common load of a shift. */
const loadStep = (board: Board, p: number, worked: number) => {
  const unit = board.loads[0] ?? 60
  return 2 * ((board.tenders[p]?.debt ?? 0) + worked) + unit
}

function loadSteps(board: Board, worked: Int32Array, openness: Openness, dates: Int32Array): number[][] {
  const unit = board.loads[0] ?? 60
  return board.tenders.map((_, p) =>
    Array.from({ length: Math.min(openness.left[p] ?? 0, dates[p] ?? 0) }, (_, k) =>
      loadStep(board, p, (worked[p] ?? 0) + k * unit),
    ),
  )
}

/** The nodes after the pool and the tenders: dates with two or more open pairs, key seats, shifts. */
function layNodes(board: Board, openness: Openness, perDate: ReadonlyMap<number, number>, keyed: Uint8Array) {
  let nodes = 1 + board.tenders.length
  const dateNode = new Map<number, number>()
  for (const [slot, count] of perDate) if (count > 1) dateNode.set(slot, nodes++)
  const keyNode = new Int32Array(board.shifts.length).fill(-1)
  const firstKey = nodes
  for (const [s, shift] of board.shifts.entries()) {
    if (shift.keyWanted && keyed[s] !== 1 && (openness.seats[s] ?? 0) > 0) keyNode[s] = nodes++
  }
  return { dateNode, keyNode, keySeats: nodes - firstKey, shift: nodes, nodes: nodes + board.shifts.length }
}

type Nodes = ReturnType<typeof layNodes>

/** Arcs into each shift: from its key seat, and its empty seats from the pool. */
function shiftArcs(board: Board, openness: Openness, nodes: Nodes, weights: Weights): Arc[] {
  const list: Arc[] = []
  for (const [s, { min, target }] of board.shifts.entries()) {
    const seats = openness.seats[s] as number
    const key = nodes.keyNode[s] as number
    const node = nodes.shift + s
    if (key >= 0) list.push([key, node, 1, -weights.keyless, 0], [key, node, seats - 1, 0, 0])
    const needed = Math.max(0, min - (target - seats))
    list.push([0, node, seats - needed, weights.optional, 0])
    list.push([0, node, needed, weights.empty[board.tiers[s] as number] as number, 0])
  }
  return list
}

/** One arc of one unit for each open pair, in canonical order. */
function pairArcs(board: Board, open: readonly number[], nodes: Nodes, weights: Weights): Arc[] {
  const m = board.shifts.length
  const draw = boardDraw(board)
  return open.map((key) => {
    const s = key % m
    const p = (key - s) / m
    const tail = nodes.dateNode.get(p * m + (board.dates[s] as number)) ?? 1 + p
    const seat = board.tenders[p]?.keyHolder ? (nodes.keyNode[s] as number) : -1
    const low = weights.answer * answerCost(board.answers[key] as number) + weights.draw * draw(p, s)
    return [tail, seat >= 0 ? seat : nodes.shift + s, 1, weights.change * changeCost(board, key), low]
  })
}

/** Builds the network of a plain week; null when its numbers would not stay exact (`weightsFor`). */
export function networkOf(board: Board, openness: Openness, open: readonly number[]): Network | null {
  const m = board.shifts.length
  const { worked, keyed } = fillOf(board, pinnedKeys(board))
  const { perDate, dates } = countDates(board, open)
  const steps = loadSteps(board, worked, openness, dates)
  const nodes = layNodes(board, openness, perDate, keyed)
  const load = steps.reduce((most, costs) => costs.reduce((max, cost) => Math.max(max, Math.abs(cost)), most), 1)
  const size = { tiers: board.tierCount, keyed: nodes.keySeats, joints: m + nodes.keySeats, load }
  const weights = weightsFor(size)
  if (weights === null) return null

  const list = pairArcs(board, open, nodes, weights)
  for (const [slot, node] of nodes.dateNode) list.push([1 + Math.floor(slot / m), node, 1, 0, 0])
  for (const [p, costs] of steps.entries()) {
    for (const cost of costs) list.push([0, 1 + p, 1, weights.load * cost, 0])
  }
  list.push(...shiftArcs(board, openness, nodes, weights))

  const { net, place } = assemble(list, nodes.nodes)
  const pairArc = Int32Array.from(open, (_, pair) => place[2 * pair] as number)
  const pairOfArc = new Int32Array(place.length).fill(-1)
  for (const pair of open.keys()) pairOfArc[place[2 * pair] as number] = pairOfArc[place[2 * pair + 1] as number] = pair
  return { ...net, shift: nodes.shift, seats: Int32Array.from(openness.seats), pairArc, pairOfArc }
}
