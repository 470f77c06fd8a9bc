/** Which rule left a seat empty, in words. Pure reading: the roster is already the best there is. */
import { sideBar } from './beside'
import { type Board, boardOf, SILENT } from './board'
import { clashOf } from './pins'
import { fillOf, keysOf } from './score'
import type { Pair, Week } from './week'

/** Why one tender who offered is not there. */
type Reason = 'banned' | 'most' | 'day' | 'overlap' | 'rest' | 'sides'
/** `words` name the side rule, and whom it is about. */
type Cause = { readonly reason: Reason; readonly words: string | null }

export type EmptySeats = {
  readonly shiftId: string
  readonly empty: number
  /** How many of them the shift needs. */
  readonly needed: number
  /** The one cause of all who offered, `nobody` when none did, `several` when they differ. */
  readonly rule: 'nobody' | 'several' | Reason
  readonly text: string
}

const ALL: Record<Reason, string> = {
  banned: 'all who offered are banned from it',
  most: 'all who offered already have the most shifts they want',
  day: 'all who offered are on another shift that day',
  overlap: 'all who offered are on a shift that overlaps',
  rest: 'all who offered would have too little rest',
  sides: 'all who offered are kept from it by a rule',
}

const SOME: Record<Reason, string> = {
  banned: 'banned from it',
  most: 'at the most they want',
  day: 'on another shift that day',
  overlap: 'on a shift that overlaps',
  rest: 'with too little rest',
  sides: 'kept from it by a rule',
}

/** More than these are counted, not named. */
const NAMED = 3

/**
 * Why a tender who offered does not stand here. One who is free, not banned and wants more would always be put
 * in, since a filled seat outranks all that follows; so what is left after the plain rules is a side rule.
 */
function causeOf(board: Board, key: number, held: readonly number[], here: ReadonlySet<number>): Cause {
  const m = board.shifts.length
  const [p, s] = [Math.floor(key / m), key % m]
  const named = () => {
    const bar = sideBar(board, key, here)
    return bar && `${board.tenders[p]?.name}: ${bar.text}`
  }
  if (board.banned[key] === 1) return { reason: 'banned', words: null }
  for (const other of held) {
    const clash = clashOf(board, s, other)
    if (clash !== null) return { reason: clash, words: clash === 'rest' ? named() : null }
  }
  if (held.length >= (board.tenders[p]?.most ?? 0)) return { reason: 'most', words: null }
  return { reason: 'sides', words: named() }
}

/** ' (Ana: Ben is on this shift, and the two never share one)' */
function rulesNamed(causes: readonly Cause[]): string {
  const words = causes.flatMap(({ words: said }) => said ?? [])
  if (words.length === 0) return ''
  const more = words.length > NAMED ? `, and ${words.length - NAMED} more` : ''
  return ` (${words.slice(0, NAMED).join(' · ')}${more})`
}

function describe(causes: readonly Cause[]): Pick<EmptySeats, 'rule' | 'text'> {
  const reasons = [...new Set(causes.map(({ reason }) => reason))]
  const [only] = reasons
  if (only === undefined) return { rule: 'nobody', text: 'nobody offered' }
  if (reasons.length === 1) return { rule: only, text: `${ALL[only]}${rulesNamed(causes)}` }
  const parts = Object.entries(SOME).flatMap(([reason, words]) => {
    const mine = causes.filter((cause) => cause.reason === reason)
    return mine.length === 0 ? [] : [`${mine.length} ${words}${rulesNamed(mine)}`]
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
      return offered ? [causeOf(board, key, held[p] ?? [], here)] : []
    })
    const needed = Math.max(0, shift.min - seats)
    const { rule, text } = describe(causes)
    return [{ shiftId: shift.id, empty: shift.target - seats, needed, rule, text: seats === 0 ? text : among(text) }]
  })
}
