import type { Answer } from '../answers/rules'
import type { Seat, WeekShift, WeekTender } from '../schema'
import type { Pair } from '../seats/rules'

/**
 * The grid travels as letters: for each person one a shift, in the order of the shifts. 200 people by 60 shifts are
 * then 24 KB, where objects would be a megabyte.
 *
 * Answers: y yes, i if needed, n no, - silent. Seats: s picked, p pinned, b banned, . none; a capital came since the
 * last generate.
 */
export type GridPerson = {
  id: string
  name: string
  keyHolder: boolean
  active: boolean
  answer: 'counted' | 'late' | 'silent' | 'unasked'
  most: number | null
  /** Shifts worked in the last 26 sent weeks. */
  worked: number
  answers: string
  seats: string
}

export type Cell = {
  answer: 'yes' | 'if_needed' | 'no' | 'silent'
  seat: 'none' | 'picked' | 'pinned' | 'banned'
  isNew: boolean
}

const ANSWER = { y: 'yes', i: 'if_needed', n: 'no', '-': 'silent' } as const
const SEAT = { s: 'picked', p: 'pinned', b: 'banned', '.': 'none' } as const
const CHOICE = { yes: 'y', if_needed: 'i', no: 'n' } as const

/** One cell of a person, as the letters say it. */
export function cellOf({ answers, seats }: Pick<GridPerson, 'answers' | 'seats'>, at: number): Cell {
  const [answer = '-', seat = '.'] = [answers[at], seats[at]]
  return {
    answer: ANSWER[answer as keyof typeof ANSWER] ?? 'silent',
    seat: SEAT[seat.toLowerCase() as keyof typeof SEAT] ?? 'none',
    isNew: seat !== seat.toLowerCase(),
  }
}

type Facts = {
  shifts: readonly WeekShift[]
  tenders: readonly WeekTender[]
  seats: readonly Seat[]
  bans: readonly Pair[]
  used: ReadonlyMap<string, Answer>
  late: ReadonlyMap<string, Answer>
  /** Who has no link to the form, as those who were added after it was opened. */
  unasked: ReadonlySet<string>
  worked: ReadonlyMap<string, number>
  /** The roster before the last generate; null before the second. */
  before: readonly Pair[] | null
}

const key = ({ shiftId, tenderId }: Pair) => `${shiftId}/${tenderId}`

/** The rows of the grid, in the order of the tenders. */
export function gridPeople({ shifts, tenders, seats, bans, used, late, unasked, worked, before }: Facts): GridPerson[] {
  const held = new Map(seats.map((seat) => [key(seat), seat]))
  const banned = new Set(bans.map(key))
  const old = before && new Set(before.map(key))
  const seatLetter = (pair: Pair) => {
    const seat = held.get(key(pair))
    if (!seat) return banned.has(key(pair)) ? 'b' : '.'
    const letter = seat.pinned ? 'p' : 's'
    return old && !old.has(key(pair)) ? letter.toUpperCase() : letter
  }
  const answerOf = (tenderId: string) => {
    if (used.has(tenderId)) return 'counted'
    if (late.has(tenderId)) return 'late'
    return unasked.has(tenderId) ? 'unasked' : 'silent'
  }
  return tenders.map(({ id: tenderId, name, keyHolder, active }) => {
    const choices = used.get(tenderId)?.choices ?? {}
    return {
      id: tenderId,
      name,
      keyHolder,
      active,
      answer: answerOf(tenderId),
      most: used.get(tenderId)?.most ?? null,
      worked: worked.get(tenderId) ?? 0,
      answers: shifts.map(({ id }) => (choices[id] ? CHOICE[choices[id]] : '-')).join(''),
      seats: shifts.map(({ id: shiftId }) => seatLetter({ shiftId, tenderId })).join(''),
    }
  })
}

/** Seats and bans as the letters say them, for the rules that a browser may judge by. */
export function rosterOf(
  shifts: readonly { id: string }[],
  people: readonly GridPerson[],
): { seats: Seat[]; bans: Pair[] } {
  const seats: Seat[] = []
  const bans: Pair[] = []
  for (const person of people)
    for (const [at, { id: shiftId }] of shifts.entries()) {
      const letter = person.seats[at]?.toLowerCase() ?? '.'
      if (letter === 's' || letter === 'p') seats.push({ shiftId, tenderId: person.id, pinned: letter === 'p' })
      if (letter === 'b') bans.push({ shiftId, tenderId: person.id })
    }
  return { seats, bans }
}

/** The same rows with other seats: what is not confirmed yet keeps its mark as new. */
export function withRoster(
  shifts: readonly { id: string }[],
  people: readonly GridPerson[],
  { seats, bans }: { seats: readonly Seat[]; bans: readonly Pair[] },
): GridPerson[] {
  const held = new Map(seats.map((seat) => [key(seat), seat]))
  const banned = new Set(bans.map(key))
  return people.map((person) => {
    const letters = shifts.map(({ id: shiftId }, at) => {
      const pair = { shiftId, tenderId: person.id }
      const seat = held.get(key(pair))
      const letter = seat ? (seat.pinned ? 'p' : 's') : banned.has(key(pair)) ? 'b' : '.'
      const was = person.seats[at] ?? '.'
      return was.toLowerCase() !== was && seat ? letter.toUpperCase() : letter
    })
    const next = letters.join('')
    return next === person.seats ? person : { ...person, seats: next }
  })
}
