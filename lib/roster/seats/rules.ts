import type { Change, Seat } from '../schema'

export type Pair = { shiftId: string; tenderId: string }

export type Grid = {
  seats: readonly Seat[]
  bans: readonly Pair[]
  shifts: ReadonlyMap<string, { date: string; targetSeats: number; startsAt: Date; endsAt: Date }>
  /** Those who are active. Who left can be taken off, and put nowhere. */
  tenders: ReadonlySet<string>
}

export type Roster = { seats: Seat[]; bans: Pair[] }

/** Why a change is refused: the pair it stumbles over, and the seats in its way. */
export type Fault = { reason: string; pair: Pair; against: readonly Pair[] }
export type Edited = ({ ok: true } & Roster) | ({ ok: false } & Fault)

const pairOf = ({ shiftId, tenderId }: Pair): Pair => ({ shiftId, tenderId })
const same = (a: Pair) => (b: Pair) => a.shiftId === b.shiftId && a.tenderId === b.tenderId
const without = (seats: readonly Seat[], ...pairs: Pair[]) => seats.filter((seat) => !pairs.some(same(seat)))

/** Where a change puts people: one seat for a pin or a move, two for an exchange. */
function placesOf(change: Change): Pair[] {
  const here = pairOf(change)
  if (change.change === 'pin') return [here]
  if (change.change === 'move') return [{ shiftId: change.toShiftId, tenderId: change.toTenderId }]
  if (change.change !== 'exchange') return []
  return [
    { shiftId: change.withShiftId, tenderId: here.tenderId },
    { shiftId: here.shiftId, tenderId: change.withTenderId },
  ]
}

/** The pairs that a change takes from where they are. */
const leavesOf = (change: Change): Pair[] =>
  change.change === 'exchange'
    ? [pairOf(change), { shiftId: change.withShiftId, tenderId: change.withTenderId }]
    : [pairOf(change)]

/** The roster with a change done, whether or not it may be. An edit is a pin, or the next generate would undo it (hole 15). */
export function afterChange(
  { seats, bans }: Readonly<{ seats: readonly Seat[]; bans: readonly Pair[] }>,
  change: Change,
): Roster {
  const pair = pairOf(change)
  switch (change.change) {
    case 'unpin':
      return { seats: [...without(seats, pair), { ...pair, pinned: false }], bans: [...bans] }
    case 'ban':
      return { seats: without(seats, pair), bans: [...bans, pair] }
    case 'unban':
      return { seats: [...seats], bans: bans.filter((ban) => !same(pair)(ban)) }
    default: {
      const came = placesOf(change).map((place) => ({ ...place, pinned: true }))
      return { seats: [...without(seats, ...leavesOf(change)), ...came], bans: [...bans] }
    }
  }
}

/**
 * The roster after one change by the operator. Refused: a pair that a ban forbids, a person twice at once or twice a
 * day, a shift whose seats are full.
 */
export function applyChange(grid: Grid, change: Change): Edited {
  const fault = faultOf(grid, change)
  return fault ? { ok: false, ...fault } : { ok: true, ...afterChange(grid, change) }
}

function faultOf(grid: Grid, change: Change): Fault | null {
  const pair = pairOf(change)
  const no = (reason: string, at: Pair = pair, against: readonly Pair[] = []): Fault => ({ reason, pair: at, against })
  if (!grid.shifts.has(pair.shiftId)) return no('no_such_shift')
  const held = grid.seats.find(same(pair))
  const banned = grid.bans.some(same(pair))
  switch (change.change) {
    case 'pin':
      if (held?.pinned) return no('already_pinned')
      if (held && grid.tenders.has(pair.tenderId)) return banned ? no('pair_banned') : null
      return faultOfSeat(grid, grid.seats, pair)
    case 'unpin':
      return held?.pinned ? null : no('not_pinned')
    case 'remove':
      return held ? null : no('not_assigned')
    case 'ban':
      if (!held && !grid.tenders.has(pair.tenderId)) return no('no_such_tender')
      if (banned) return no('already_banned')
      return held?.pinned ? no('pair_pinned') : null
    case 'unban':
      return banned ? null : no('not_banned')
    case 'move': {
      const [to = pair] = placesOf(change)
      if (!held) return no('not_assigned')
      if (same(pair)(to)) return no('same_seat')
      if (to.shiftId !== pair.shiftId && to.tenderId !== pair.tenderId) return no('not_a_move', to)
      return faultOfSeat(grid, without(grid.seats, pair), to)
    }
    case 'exchange': {
      const [mine, theirs] = placesOf(change)
      const missing = leavesOf(change).find((one) => !grid.seats.some(same(one)))
      if (missing) return no('not_assigned', missing)
      if (!mine || !theirs || change.withTenderId === pair.tenderId || change.withShiftId === pair.shiftId)
        return no('same_person')
      const rest = without(grid.seats, ...leavesOf(change))
      return faultOfSeat(grid, rest, mine) ?? faultOfSeat(grid, [...rest, { ...mine, pinned: true }], theirs)
    }
  }
}

/** Why a person cannot take a seat beside the others, or null. */
function faultOfSeat(grid: Grid, seats: readonly Pair[], pair: Pair): Fault | null {
  const no = (reason: string, against: readonly Pair[] = []): Fault => ({ reason, pair, against })
  const shift = grid.shifts.get(pair.shiftId)
  if (!shift) return no('no_such_shift')
  if (!grid.tenders.has(pair.tenderId)) return no('no_such_tender')
  if (grid.bans.some(same(pair))) return no('pair_banned')
  if (seats.some(same(pair))) return no('already_assigned')
  const there = seats.filter((seat) => seat.shiftId === pair.shiftId)
  if (there.length >= shift.targetSeats) return no('shift_full', there)
  const clashes = seats.filter((seat) => {
    const held = seat.tenderId === pair.tenderId ? grid.shifts.get(seat.shiftId) : undefined
    return held && (held.date === shift.date || (held.startsAt < shift.endsAt && shift.startsAt < held.endsAt))
  })
  return clashes.length > 0 ? no('one_shift_a_day', clashes) : null
}

/**
 * What puts a roster back as it was before a change: compensating changes, each a move of its own with its event. A
 * seat that the picker gave comes back unpinned.
 */
export function inverseOf({ seats }: { seats: readonly Seat[] }, change: Change): Change[] {
  const pair = pairOf(change)
  const before = seats.find(same(pair))
  const loose = (places: readonly Pair[]): Change[] =>
    places.flatMap((place) => {
      const held = seats.find(same(place))
      return held && !held.pinned ? [{ change: 'unpin' as const, ...place }] : []
    })
  switch (change.change) {
    case 'pin':
      return [{ change: before ? 'unpin' : 'remove', ...pair }]
    case 'unpin':
      return [{ change: 'pin', ...pair }]
    case 'remove':
      return [{ change: 'pin', ...pair }, ...loose([pair])]
    case 'ban':
      return [{ change: 'unban', ...pair }, ...(before ? [{ change: 'pin' as const, ...pair }] : []), ...loose([pair])]
    case 'unban':
      return [{ change: 'ban', ...pair }]
    case 'move': {
      const { toShiftId: shiftId, toTenderId: tenderId } = change
      return [
        { change: 'move', shiftId, tenderId, toShiftId: pair.shiftId, toTenderId: pair.tenderId },
        ...loose([pair]),
      ]
    }
    case 'exchange': {
      const { withShiftId, withTenderId } = change
      const back = { shiftId: withShiftId, tenderId: pair.tenderId, withShiftId: pair.shiftId, withTenderId }
      return [{ change: 'exchange', ...back }, ...loose(leavesOf(change))]
    }
  }
}
