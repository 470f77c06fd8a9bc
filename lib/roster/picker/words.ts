/** The words for what a roster would lose if one pair were the other way round. */
import type { Board } from './board'
import type { Bar } from './open'
import { compareScores, type Score } from './result'
import { fillOf } from './score'

/** Sixtieths of a shift as shifts, one decimal: 84 → "1.4"; less than that is "under 0.1". */
export function inShifts(sixtieths: number): string {
  const tenths = Math.round(Math.abs(sixtieths) / 6)
  return tenths === 0 ? 'under 0.1' : String(tenths / 10)
}

/** 7 → '7 hours', 1.5 → '1 h 30 min', 0.5 → '30 min' */
export function hoursWords(hours: number): string {
  const minutes = Math.round(60 * hours)
  const [whole, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (rest === 0) return `${whole} ${whole === 1 ? 'hour' : 'hours'}`
  return whole === 0 ? `${rest} min` : `${whole} h ${rest} min`
}

/** 'Dev', 'Dev or Elin', 'Dev, Elin or Flo' */
export function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}

export function standing(debt: number): string {
  if (debt === 0) return 'level with their share'
  return `${inShifts(debt)} ${debt < 0 ? 'below' : 'above'} their share`
}

export const BAR_WORDS: Record<Bar, string> = {
  silent: 'did not answer for this shift',
  no: 'said no',
  banned: 'banned from this shift by an operator',
  day: 'pinned to another shift that day',
  overlap: 'pinned to a shift that overlaps',
  rest: 'pinned to a shift that leaves too little rest',
  most: 'their pins already make up the most shifts they want',
  full: 'every seat of this shift is pinned to others',
}

type Side = { readonly keys: readonly number[]; readonly score: Score }

/** The seat's new holder and who gave it up: the tenders whose load rises and falls, highest and lowest first. */
function loadWords(board: Board, before: Side, after: Side): string {
  const [was, now] = [fillOf(board, before.keys).worked, fillOf(board, after.keys).worked]
  let gainer = -1
  let loser = -1
  const least = (p: number) => (board.tenders[p]?.debt ?? 0) + Math.min(was[p] ?? 0, now[p] ?? 0)
  for (const p of board.tenders.keys()) {
    const change = (now[p] ?? 0) - (was[p] ?? 0)
    if (change > 0 && (gainer < 0 || least(p) > least(gainer))) gainer = p
    if (change < 0 && (loser < 0 || least(p) < least(loser))) loser = p
  }
  const gap = gainer < 0 || loser < 0 ? 0 : least(gainer) - least(loser)
  if (gap <= 0) return 'the loads would be less even'
  return `${board.tenders[loser]?.name} is ${inShifts(gap)} further below their share than ${board.tenders[gainer]?.name}`
}

const plural = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`)

/** The first shift that has fewer seats filled (or no key holder any more) afterwards. */
function shiftThat(board: Board, loses: (s: number) => boolean): string {
  return board.shifts.find((_, s) => loses(s))?.name ?? 'another shift'
}

/** What is worse `after`, in words, and at which level (1 to 7; 0 when both are equal in everything). */
export function whatWorsens(board: Board, before: Side, after: Side): { level: number; text: string } {
  const level = Math.max(0, compareScores(after.score, before.score))
  const by = level === 0 ? 0 : (after.score.levels[level - 1] ?? 0) - (before.score.levels[level - 1] ?? 0)
  const [was, now] = [fillOf(board, before.keys), fillOf(board, after.keys)]
  const filled = (s: number) => (now.filled[s] ?? 0) < (was.filled[s] ?? 0)
  const needed = (s: number) => filled(s) && (now.filled[s] ?? 0) < (board.shifts[s]?.min ?? 0)
  switch (level) {
    case 1:
      return { level, text: `${shiftThat(board, needed)} would miss a seat it needs` }
    case 2: {
      const keyless = (s: number) => was.keyed[s] === 1 && now.keyed[s] !== 1 && board.shifts[s]?.keyWanted === true
      return { level, text: `${shiftThat(board, keyless)} would lose its key holder` }
    }
    case 3:
      return { level, text: `${shiftThat(board, filled)} would have a seat less filled` }
    case 4:
      return { level, text: loadWords(board, before, after) }
    case 5:
      return { level, text: `same fairness, but ${plural(by, 'one more change', 'more changes')} to the draft shown` }
    case 6:
      return { level, text: `same fairness, but ${plural(by, 'one fewer preference', 'fewer preferences')} met` }
    case 7:
      return { level, text: 'drawn by lot' }
    default:
      return { level, text: 'equal in everything, lot included; the smaller id was taken' }
  }
}
