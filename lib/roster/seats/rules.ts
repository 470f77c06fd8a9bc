import type { Change, Seat } from '../schema'

export type Grid = {
  seats: readonly Seat[]
  bans: readonly { shiftId: string; tenderId: string }[]
  shifts: ReadonlyMap<string, { date: string; targetSeats: number; startsAt: Date; endsAt: Date }>
  /** Those who are active. Who left can be taken off, and put nowhere. */
  tenders: ReadonlySet<string>
}

export type Edited =
  | { ok: true; seats: Seat[]; bans: { shiftId: string; tenderId: string }[] }
  | { ok: false; reason: string }

type Pair = { shiftId: string; tenderId: string }
const same = (a: Pair) => (b: Pair) => a.shiftId === b.shiftId && a.tenderId === b.tenderId
const no = (reason: string): Edited => ({ ok: false, reason })

/**
 * The roster after one change by the operator. An edit is a pin, or the next generate would undo it (hole 15).
 * Refused: a pair that a ban forbids, a person twice at once or twice a day, a shift whose seats are full.
 */
export function applyChange(grid: Grid, change: Change): Edited {
  const pair = { shiftId: change.shiftId, tenderId: change.tenderId }
  if (!grid.shifts.has(pair.shiftId)) return no('no_such_shift')
  const held = grid.seats.find(same(pair))
  const banned = grid.bans.some(same(pair))
  const rest = grid.seats.filter((seat) => !same(pair)(seat))
  const keep = { bans: [...grid.bans] }
  switch (change.change) {
    case 'pin': {
      if (!grid.tenders.has(pair.tenderId)) return no('no_such_tender')
      if (held?.pinned) return no('already_pinned')
      if (banned) return no('pair_banned')
      const fault = held ? null : faultOfSeat(grid, rest, pair)
      return fault ? no(fault) : { ok: true, ...keep, seats: [...rest, { ...pair, pinned: true }] }
    }
    case 'unpin':
      return held?.pinned ? { ok: true, ...keep, seats: [...rest, { ...pair, pinned: false }] } : no('not_pinned')
    case 'remove':
      return held ? { ok: true, ...keep, seats: rest } : no('not_assigned')
    case 'ban':
      if (!held && !grid.tenders.has(pair.tenderId)) return no('no_such_tender')
      if (banned) return no('already_banned')
      return held?.pinned ? no('pair_pinned') : { ok: true, seats: rest, bans: [...grid.bans, pair] }
    case 'unban':
      return banned
        ? { ok: true, seats: [...grid.seats], bans: grid.bans.filter((ban) => !same(pair)(ban)) }
        : no('not_banned')
    case 'exchange':
      return exchange(grid, pair, { shiftId: change.withShiftId, tenderId: change.withTenderId })
  }
}

function exchange(grid: Grid, one: Pair, other: Pair): Edited {
  if (!grid.seats.some(same(one)) || !grid.seats.some(same(other))) return no('not_assigned')
  if (!grid.tenders.has(one.tenderId) || !grid.tenders.has(other.tenderId)) return no('no_such_tender')
  if (one.tenderId === other.tenderId || one.shiftId === other.shiftId) return no('same_person')
  const mine = { shiftId: other.shiftId, tenderId: one.tenderId, pinned: true }
  const theirs = { shiftId: one.shiftId, tenderId: other.tenderId, pinned: true }
  if (grid.bans.some(same(mine)) || grid.bans.some(same(theirs))) return no('pair_banned')
  const rest = grid.seats.filter((seat) => !same(one)(seat) && !same(other)(seat))
  const fault = faultOfSeat(grid, rest, mine) ?? faultOfSeat(grid, [...rest, mine], theirs)
  return fault ? no(fault) : { ok: true, seats: [...rest, mine, theirs], bans: [...grid.bans] }
}

/** Why a person cannot take a seat beside the others, or null. */
function faultOfSeat(grid: Grid, seats: readonly Pair[], pair: Pair): string | null {
  const shift = grid.shifts.get(pair.shiftId)
  if (!shift) return 'no_such_shift'
  if (seats.some(same(pair))) return 'already_assigned'
  if (seats.filter((seat) => seat.shiftId === pair.shiftId).length >= shift.targetSeats) return 'shift_full'
  const clash = seats.some((seat) => {
    const held = seat.tenderId === pair.tenderId ? grid.shifts.get(seat.shiftId) : undefined
    return held && (held.date === shift.date || (held.startsAt < shift.endsAt && shift.startsAt < held.endsAt))
  })
  return clash ? 'one_shift_a_day' : null
}
