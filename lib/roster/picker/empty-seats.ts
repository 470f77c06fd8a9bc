/** Which rule left a seat empty, in words. Pure reading: the roster is already the best there is. */
import { type Board, boardOf, SILENT } from './board'
import { clashOf } from './pins'
import { fillOf, keysOf } from './score'
import type { Pair, Week } from './week'

/** Why one tender who offered is not there. */
type Cause = 'banned' | 'most' | 'day' | 'overlap' | 'rest' | 'sides'

export type EmptySeats = {
  readonly shiftId: string
  readonly empty: number
  /** How many of them the shift needs. */
  readonly needed: number
  /** The one cause of all who offered, `nobody` when none did, `several` when they differ. */
  readonly rule: 'nobody' | 'several' | Cause
  readonly text: string
}

const ALL: Record<Cause, string> = {
  banned: 'all who offered are banned from it',
  most: 'all who offered already have the most shifts they want',
  day: 'all who offered are on another shift that day',
  overlap: 'all who offered are on a shift that overlaps',
  rest: 'all who offered would have too little rest',
  sides: 'a rule of the week keeps all who offered from it',
}

const SOME: Record<Cause, string> = {
  banned: 'banned from it',
  most: 'at the most they want',
  day: 'on another shift that day',
  overlap: 'on a shift that overlaps',
  rest: 'with too little rest',
  sides: 'kept from it by a rule of the week',
}

/**
 * Why a tender who offered does not stand here. One who is free, not banned and wants more would always be put
 * in, since a filled seat outranks all that follows; so what is left after the plain rules is a side rule.
 */
function causeOf(board: Board, key: number, held: readonly number[]): Cause {
  const m = board.shifts.length
  const [p, s] = [Math.floor(key / m), key % m]
  if (board.banned[key] === 1) return 'banned'
  for (const other of held) {
    const clash = clashOf(board, s, other)
    if (clash !== null) return clash
  }
  return held.length >= (board.tenders[p]?.most ?? 0) ? 'most' : 'sides'
}

function describe(causes: readonly Cause[]): Pick<EmptySeats, 'rule' | 'text'> {
  const counts = new Map<Cause, number>()
  for (const cause of causes) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const [only] = counts.keys()
  if (only === undefined) return { rule: 'nobody', text: 'nobody offered' }
  if (counts.size === 1) return { rule: only, text: ALL[only] }
  const parts = Object.entries(SOME).flatMap(([cause, words]) => {
    const count = counts.get(cause as Cause)
    return count === undefined ? [] : [`${count} ${words}`]
  })
  return { rule: 'several', text: `${causes.length} more offered: ${parts.join(', ')}` }
}

/** The same words when others who offered already stand there. */
const among = (text: string) => text.replace(/^all who/, 'all others who').replace(/^nobody/, 'nobody else')

/** Every shift of a sound week with a seat empty in this roster, as `pick` gave it, in order of shift id. */
export function explainEmptySeats(week: Week, roster: readonly Pair[]): EmptySeats[] {
  const board = boardOf(week)
  const m = board.shifts.length
  const keys = keysOf(board, roster)
  const here = new Set(keys)
  const { filled } = fillOf(board, keys)
  const held = board.tenders.map((_, p) => keys.filter((key) => Math.floor(key / m) === p).map((key) => key % m))
  return board.shifts.flatMap((shift, s) => {
    const seats = filled[s] ?? 0
    if (seats >= shift.target) return []
    const causes = board.tenders.flatMap((_, p) => {
      const key = p * m + s
      const offered = (board.answers[key] ?? SILENT) > 0 && !here.has(key)
      return offered ? [causeOf(board, key, held[p] ?? [])] : []
    })
    const needed = Math.max(0, shift.min - seats)
    const { rule, text } = describe(causes)
    return [{ shiftId: shift.id, empty: shift.target - seats, needed, rule, text: seats === 0 ? text : among(text) }]
  })
}
