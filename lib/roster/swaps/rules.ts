import { faultOfSides } from '../pairs/rules'
import type { Sides } from '../picker/week'

/** A shift as the rules of a swap see it, and as a page calls it. Instants are milliseconds. */
export type SwapShift = {
  id: string
  date: string
  startsAt: number
  endsAt: number
  keyWanted: boolean
  /** 'Fri 18, 20:00 – 00:30', and what is done. */
  when: string
  role: string
}
export type SwapSeat = { shiftId: string; tenderId: string }
export type SwapPerson = {
  id: string
  name: string
  active: boolean
  keyHolder: boolean
  /** Why no mail reaches them, or null. */
  problem: string | null
}

/** What a question about a seat is judged by: the sent shifts around it, who has them, and the roster's rules. */
export type SwapBoard = {
  shifts: readonly SwapShift[]
  seats: readonly SwapSeat[]
  people: readonly SwapPerson[]
  sides: Sides
}

/** A seat that a person would take from another. */
export type Taking = { shiftId: string; fromId: string; takerId: string }

const meet = (a: SwapShift, b: SwapShift) => a.date === b.date || (a.startsAt < b.endsAt && b.startsAt < a.endsAt)
const byId = <T extends { id: string }>(rows: readonly T[], id: string) => rows.find((row) => row.id === id)

/**
 * Why a person cannot take a shift from another, as the code of its sentence, or null. The statement that confirms
 * holds the same rules again, over the rows as they are then.
 */
export function faultOfTaking(board: SwapBoard, { shiftId, fromId, takerId }: Taking): string | null {
  const shift = byId(board.shifts, shiftId)
  if (!shift) return 'not_found'
  if (takerId === fromId) return 'with_oneself'
  if (!byId(board.people, takerId)?.active) return 'taker_gone'
  const own = board.seats.filter(({ tenderId }) => tenderId === takerId)
  if (own.some((seat) => seat.shiftId === shiftId)) return 'taker_on_shift'
  const others = own.flatMap((seat) => byId(board.shifts, seat.shiftId) ?? [])
  return others.some((other) => meet(shift, other)) ? 'taker_busy' : null
}

const callOf = ({ when, role }: SwapShift) => `${when}, ${role}`

/** What the operator should know before a shift changes hands, as sentences; none of it forbids it. */
export function warningsOfTaking(board: SwapBoard, taking: Taking): string[] {
  const { shiftId, fromId, takerId } = taking
  const [shift, from, taker] = [byId(board.shifts, shiftId), byId(board.people, fromId), byId(board.people, takerId)]
  if (!shift || !taker) return []
  const isGiven = (seat: SwapSeat) => seat.shiftId === shiftId && seat.tenderId === fromId
  const after = board.seats.map((seat) => (isGiven(seat) ? { shiftId, tenderId: takerId } : seat))
  const hasKey = (seats: readonly SwapSeat[]) =>
    seats.some((seat) => seat.shiftId === shiftId && byId(board.people, seat.tenderId)?.keyHolder)
  const isKeyLost = shift.keyWanted && hasKey(board.seats) && !hasKey(after)
  const side = faultOfSides(board.sides, board.seats, after, {
    person: (id) => byId(board.people, id)?.name ?? '',
    shift: (id) => {
      const one = byId(board.shifts, id)
      return one ? callOf(one) : ''
    },
    span: (id) => {
      const one = byId(board.shifts, id)
      return one && { startsAt: new Date(one.startsAt), endsAt: new Date(one.endsAt) }
    },
  })
  return [
    ...(isKeyLost ? ['The shift loses its only key holder.'] : []),
    ...(side ? [side.detail] : []),
    ...[from, taker].flatMap((one) =>
      one?.problem ? [`${one.name} gets no mail: ${one.problem} Tell them yourself.`] : [],
    ),
  ]
}
