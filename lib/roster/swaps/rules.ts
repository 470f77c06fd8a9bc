/** A shift as the rules of a swap see it. */
export type SwapShift = { id: string; date: string; startsAt: number; endsAt: number; keyWanted: boolean }
export type SwapSeat = { shiftId: string; tenderId: string }
export type SwapPerson = { id: string; name: string; active: boolean; keyHolder: boolean }

/** What a question about a shift is judged by: the shifts around it, and who has them. */
export type SwapBoard = {
  shifts: ReadonlyMap<string, SwapShift>
  seats: readonly SwapSeat[]
  people: ReadonlyMap<string, SwapPerson>
}

const meet = (a: SwapShift, b: SwapShift) => a.date === b.date || (a.startsAt < b.endsAt && b.startsAt < a.endsAt)

/**
 * Why a person cannot take a shift from another, as the code of its sentence, or null. The statement that confirms
 * holds the same rules again, over the rows as they are then.
 */
export function faultOfTaking(board: SwapBoard, shiftId: string, fromId: string, takerId: string): string | null {
  const shift = board.shifts.get(shiftId)
  if (!shift) return 'not_found'
  if (takerId === fromId) return 'with_oneself'
  if (!board.people.get(takerId)?.active) return 'taker_gone'
  const own = board.seats.filter(({ tenderId }) => tenderId === takerId)
  if (own.some((seat) => seat.shiftId === shiftId)) return 'taker_on_shift'
  const others = own.flatMap((seat) => board.shifts.get(seat.shiftId) ?? [])
  return others.some((other) => meet(shift, other)) ? 'taker_busy' : null
}

/** What the operator should know before a shift changes hands; none of it forbids it. */
export function warningsOfTaking(board: SwapBoard, shiftId: string, fromId: string, takerId: string): string[] {
  const shift = board.shifts.get(shiftId)
  const after = board.seats
    .filter((seat) => seat.shiftId === shiftId && seat.tenderId !== fromId)
    .map(({ tenderId }) => tenderId)
  const hasKey = (ids: readonly string[]) => ids.some((id) => board.people.get(id)?.keyHolder)
  const isKeyLost = shift?.keyWanted && hasKey([fromId, ...after]) && !hasKey([takerId, ...after])
  return isKeyLost ? ['The shift loses its only key holder.'] : []
}
