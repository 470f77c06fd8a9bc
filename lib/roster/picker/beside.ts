/** Which side rule keeps a tender off a shift beside a roster as it stands, in words that name the rule. */
import type { Board } from './board'
import { clashOf } from './pins'
import { hoursWords, orList } from './words'

export type SideBar = { readonly rule: 'apart' | 'mentor' | 'rest'; readonly text: string }

const nameOf = (board: Board, p: number) => board.tenders[p]?.name ?? ''

/** 'Dev or Elin'; of many the first two. */
function mentorNames(board: Board, mentors: readonly number[]): string {
  const names = mentors.map((p) => nameOf(board, p))
  return names.length > 3 ? `${names.slice(0, 2).join(', ')} or another of ${names.length} mentors` : orList(names)
}

/** 'only 7 hours after Sat 20:00; rest is 11', or before it */
export function restWords(board: Board, s: number, held: number): string {
  const [mine, theirs] = [board.shifts[s], board.shifts[held]]
  if (mine === undefined || theirs === undefined) return ''
  const isAfter = mine.startsAt >= theirs.endsAt
  const gap = isAfter ? mine.startsAt - theirs.endsAt : theirs.startsAt - mine.endsAt
  const rest = board.sides.restMinutes / 60
  const least = Number.isInteger(rest) ? String(rest) : hoursWords(rest)
  return `only ${hoursWords(gap / 3_600_000)} ${isAfter ? 'after' : 'before'} ${theirs.name}; rest is ${least}`
}

/** 'Cy works only beside Dev or Elin', for each side rule that one of these tenders is under. */
export function rulesOf(board: Board, people: readonly number[]): string[] {
  const mine = new Set(people)
  const { apart, trainees } = board.sides
  return [
    ...apart
      .filter(([a, b]) => mine.has(a) && mine.has(b))
      .map(([a, b]) => `${nameOf(board, a)} and ${nameOf(board, b)} never share a shift`),
    ...trainees
      .filter(([p]) => mine.has(p))
      .map(([p, mentors]) => `${nameOf(board, p)} works only beside ${mentorNames(board, mentors) || 'a mentor'}`),
  ]
}

/**
 * The side rule that stands between a tender and a shift they are not on, given who is where; null when none does by
 * itself.
 *
 * @param here the pairs of the roster, as keys
 */
export function sideBar(board: Board, key: number, here: ReadonlySet<number>): SideBar | null {
  const m = board.shifts.length
  const [p, s] = [Math.floor(key / m), key % m]
  for (const [a, b] of board.sides.apart) {
    const other = a === p ? b : b === p ? a : -1
    if (other >= 0 && here.has(other * m + s))
      return { rule: 'apart', text: `${nameOf(board, other)} is on this shift, and the two never share one` }
  }
  for (const [trainee, mentors] of board.sides.trainees) {
    if (trainee !== p || mentors.some((mentor) => mentor !== p && here.has(mentor * m + s))) continue
    const text =
      mentors.length > 0 ? `needs ${mentorNames(board, mentors)} beside them` : 'needs a mentor, and has none this week'
    return { rule: 'mentor', text }
  }
  for (let t = 0; t < m; t++)
    if (here.has(p * m + t) && clashOf(board, s, t) === 'rest') return { rule: 'rest', text: restWords(board, s, t) }
  return null
}
