/**
 * The week, sorted and indexed: tenders and shifts by id, every pair under the key `tender × shifts + shift`.
 * All that follows reads this and never the rows, so the order of the rows cannot matter.
 */
import { byId } from './order'
import type { Pair, Shift, Tender, Week } from './week'

export const SILENT = -1

export type Board = {
  readonly week: Week
  readonly tenders: readonly Tender[]
  readonly shifts: readonly Shift[]
  /** Per pair: the answer, or SILENT. */
  readonly answers: Int8Array
  readonly pinned: Uint8Array
  readonly banned: Uint8Array
  readonly shown: Uint8Array | null
  /** Per shift: the index of its local date, and what it counts for in sixtieths of a shift. */
  readonly dates: Int32Array
  readonly loads: Int32Array
  /** Per shift: the place of its tier among the tiers in use. */
  readonly tiers: Int32Array
  readonly tierCount: number
  /** Shifts of different dates that one tender cannot both work: they overlap or leave too little rest. */
  readonly clashes: readonly (readonly [number, number])[]
  readonly sides: IndexedSides
}

export type IndexedSides = {
  readonly apart: readonly (readonly [number, number])[]
  readonly trainees: readonly (readonly [number, readonly number[]])[]
  readonly restMinutes: number
}

/** Two half-open spans with less than `rest` minutes between them. */
export function tooClose(a: Shift, b: Shift, rest: number): boolean {
  const gap = rest * 60_000
  return a.startsAt < b.endsAt + gap && b.startsAt < a.endsAt + gap
}

function findClashes(shifts: readonly Shift[], rest: number): (readonly [number, number])[] {
  const order = shifts.map((_, s) => s).sort((a, b) => (shifts[a]?.startsAt ?? 0) - (shifts[b]?.startsAt ?? 0) || a - b)
  const found: (readonly [number, number])[] = []
  for (const [i, a] of order.entries()) {
    for (let j = i + 1; j < order.length; j++) {
      const b = order[j] as number
      const [first, second] = [shifts[a] as Shift, shifts[b] as Shift]
      if (!tooClose(first, second, rest)) break
      if (first.date !== second.date) found.push(a < b ? [a, b] : [b, a])
    }
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1])
}

function places<T>(values: readonly T[], order: (a: T, b: T) => number): Int32Array {
  const place = new Map([...new Set(values)].sort(order).map((value, i) => [value, i]))
  return Int32Array.from(values, (value) => place.get(value) ?? 0)
}

function indexSides(week: Week, at: ReadonlyMap<string, number>): IndexedSides {
  const index = (id: string) => at.get(id) ?? -1
  const order = (a: readonly [number, unknown], b: readonly [number, unknown]) =>
    a[0] - b[0] || byId(String(a[1]), String(b[1]))
  return {
    apart: (week.sides?.notTogether ?? [])
      .map(([a, b]): readonly [number, number] => [Math.min(index(a), index(b)), Math.max(index(a), index(b))])
      .sort(order),
    trainees: (week.sides?.trainees ?? [])
      .map(({ tenderId, mentors }): readonly [number, readonly number[]] => [
        index(tenderId),
        [...new Set(mentors.map(index))].filter((mentor) => mentor >= 0).sort((a, b) => a - b),
      ])
      .sort(order),
    restMinutes: week.sides?.restMinutes ?? 0,
  }
}

/** Indexes a week that `problemOf` found sound. */
export function boardOf(week: Week): Board {
  const tenders = [...week.tenders].sort((a, b) => byId(a.id, b.id))
  const shifts = [...week.shifts].sort((a, b) => byId(a.id, b.id))
  const tenderAt = new Map(tenders.map((tender, p) => [tender.id, p]))
  const shiftAt = new Map(shifts.map((shift, s) => [shift.id, s]))
  const size = tenders.length * shifts.length
  const keyOf = ({ tenderId, shiftId }: Pair) => {
    const p = tenderAt.get(tenderId)
    const s = shiftAt.get(shiftId)
    return p === undefined || s === undefined ? -1 : p * shifts.length + s
  }
  const marks = (pairs: readonly Pair[]) => {
    const marked = new Uint8Array(size)
    for (const pair of pairs) {
      const key = keyOf(pair)
      if (key >= 0) marked[key] = 1
    }
    return marked
  }
  const answers = new Int8Array(size).fill(SILENT)
  for (const row of week.answers) {
    const key = keyOf(row)
    if (key >= 0) answers[key] = row.answer
  }
  const tiers = places(
    shifts.map((shift) => shift.tier ?? 1),
    (a, b) => a - b,
  )
  const sides = indexSides(week, tenderAt)
  return {
    week,
    tenders,
    shifts,
    answers,
    pinned: marks(week.pins),
    banned: marks(week.bans),
    shown: week.shown && marks(week.shown),
    dates: places(
      shifts.map((shift) => shift.date),
      byId,
    ),
    loads: Int32Array.from(shifts, (shift) => 60 * (shift.weight ?? 1)),
    tiers,
    tierCount: Math.max(0, ...tiers) + 1,
    clashes: findClashes(shifts, sides.restMinutes),
    sides,
  }
}

export function pairOf(board: Board, key: number): Pair {
  const s = key % board.shifts.length
  const p = (key - s) / board.shifts.length
  return { tenderId: board.tenders[p]?.id ?? '', shiftId: board.shifts[s]?.id ?? '' }
}
