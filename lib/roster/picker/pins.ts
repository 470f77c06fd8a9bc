/**
 * A pin is an operator's edit. It stands over what the tender wished (a no, silence, their own most) and
 * never over a rule of the roster (one shift a date, no overlap, seats, bans, side rules): two pins that
 * break one are refused with both named.
 */
import { type Board, pairOf, tooClose } from './board'
import type { Refusal } from './result'

const contradiction = (board: Board, keys: readonly number[], reason: string): Refusal => ({
  ok: false,
  kind: 'contradiction',
  pins: keys.map((key) => pairOf(board, key)),
  reason,
})

export function pinnedKeys(board: Board): number[] {
  const keys: number[] = []
  for (let key = board.pinned.indexOf(1); key >= 0; key = board.pinned.indexOf(1, key + 1)) keys.push(key)
  return keys
}

const named = (board: Board, key: number) => {
  const m = board.shifts.length
  return { tender: board.tenders[Math.floor(key / m)]?.name ?? '', shift: board.shifts[key % m]?.name ?? '' }
}

/** Why one tender cannot stand on both shifts, or null. */
export function clashOf(board: Board, s: number, t: number): 'day' | 'overlap' | 'rest' | null {
  const a = board.shifts[s]
  const b = board.shifts[t]
  if (a === undefined || b === undefined) return null
  if (a.date === b.date) return 'day'
  if (tooClose(a, b, 0)) return 'overlap'
  return tooClose(a, b, board.sides.restMinutes) ? 'rest' : null
}

const CLASH = { day: 'fall on one date', overlap: 'overlap', rest: 'leave too little rest between them' }

function samePerson(board: Board, keys: readonly number[]): Refusal | null {
  const m = board.shifts.length
  for (const [i, a] of keys.entries()) {
    for (let j = i + 1; j < keys.length; j++) {
      const b = keys[j] as number
      if (Math.floor(a / m) !== Math.floor(b / m)) break
      const clash = clashOf(board, a % m, b % m)
      if (clash === null) continue
      const [first, second] = [named(board, a), named(board, b)]
      return contradiction(
        board,
        [a, b],
        `${first.tender} is pinned to ${first.shift} and to ${second.shift}, which ${CLASH[clash]}. Take one pin away.`,
      )
    }
  }
  return null
}

function sameShift(board: Board, keys: readonly number[]): Refusal | null {
  const m = board.shifts.length
  for (const [s, shift] of board.shifts.entries()) {
    const here = keys.filter((key) => key % m === s)
    const [first, last] = [here[shift.target - 1], here[shift.target]]
    if (first !== undefined && last !== undefined) {
      const seats = shift.target === 1 ? 'one seat' : `${shift.target} seats`
      const reason = `${shift.name} has ${seats}, and ${here.length} tenders are pinned to it, ${
        named(board, first).tender
      } and ${named(board, last).tender} among them. Take a pin away or add a seat.`
      return contradiction(board, [first, last], reason)
    }
    for (const [a, b] of board.sides.apart) {
      if (board.pinned[a * m + s] !== 1 || board.pinned[b * m + s] !== 1) continue
      const reason = `${board.tenders[a]?.name} and ${board.tenders[b]?.name} are both pinned to ${shift.name}, and a rule keeps them apart. Take one pin away.`
      return contradiction(board, [a * m + s, b * m + s], reason)
    }
  }
  return null
}

/** The first pins that cannot stand together, or null. */
export function findContradiction(board: Board): Refusal | null {
  const keys = pinnedKeys(board)
  const banned = keys.find((key) => board.banned[key] === 1)
  if (banned !== undefined) {
    const { tender, shift } = named(board, banned)
    return contradiction(board, [banned], `${tender} is both pinned to ${shift} and banned from it. Take one away.`)
  }
  return samePerson(board, keys) ?? sameShift(board, keys)
}

/** The refusal when side rules leave no roster at all: `keys` is a smallest set of pins to blame, `rules` what they break. */
export function blamePins(board: Board, keys: readonly number[], rules: readonly string[]): Refusal {
  const why = rules.length > 0 ? `: ${rules.join('; ')}` : ''
  const list = keys.map((key) => `${named(board, key).tender} on ${named(board, key).shift}`).join(', ')
  const pins = keys.length === 1 ? 'the pin' : 'the pins'
  const advice = keys.length === 1 ? 'Take it away, or change the rule.' : 'Take one away, or change a rule.'
  return contradiction(board, keys, `The rules leave no room for ${pins} ${list}${why}. ${advice}`)
}
