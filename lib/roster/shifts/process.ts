import { type Outcome, type Refused, refused } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { gone, type Held, hold, isHeld, moves, type Press, unlessRepeat } from '../engines/process'
import {
  findWeek,
  listSeats,
  listShifts,
  listTenders,
  notOver,
  shiftWrites,
  type Week,
  type WeekShift,
} from '../week/data'
import { unapprove } from '../week/process'
import { changeWrite, dropWrites } from './data'
import { faultOfSeats, isMoved, isSameShift, nameOfShift, planShift, type ShiftFault } from './rules'
import type { WeekShiftValues } from './schema'

/** A move of the week; a refusal may be about one field of what was typed. */
export type Reshaped = Outcome | (Refused & { field?: string })

type Work = (tx: Context, held: Held) => Promise<Reshaped>

/**
 * A change of a week's own shifts is a move of the week, so an approval of what it replaced is refused; in APPROVED it
 * takes the approval back in the same transaction, refused once a mail has left.
 */
async function reshape(ctx: Context, id: string, press: Press, work: Work): Promise<Reshaped> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  const next = async (tx: Context, at: Press): Promise<Reshaped> => {
    const held = await hold(tx, id, at)
    return isHeld(held) ? work(tx, held) : held
  }
  if (week.state !== 'APPROVED') return next(ctx, press)
  return unapprove(ctx, id, press, 'edit', (tx, moved) => next(tx, { version: moved.version }))
}

const fault = (ctx: Context, { week: { id }, press }: Held, { reason, detail, field }: ShiftFault): Promise<Reshaped> =>
  unlessRepeat(ctx, id, press, { ...refused('guard', reason), detail, ...(field ? { field } : {}) })

/** Adds a shift to the week alone: the pattern stays. Nobody has answered it yet, so each form asks for it. */
export const addShift = (ctx: Context, id: string, press: Press, values: WeekShiftValues): Promise<Reshaped> =>
  reshape(ctx, id, press, async (tx, held) => {
    const { week } = held
    const planned = planShift(week.zone, week.weekOf, values)
    if ('reason' in planned) return fault(tx, held, planned)
    const shift = { id: newId(), templateId: null, ...planned }
    return move(tx, held, { change: 'add', shift: shift.id, name: nameOfShift(week.zone, planned), was: null }, [
      shiftWrites([shift]),
    ])
  })

/**
 * Changes a shift of the week alone. It keeps its id and its answers; those given before its day or times moved are
 * used and flagged, until their tender answers again (case A6).
 */
export const changeShift = (
  ctx: Context,
  id: string,
  press: Press,
  { shiftId, ...values }: WeekShiftValues & { shiftId: string },
): Promise<Reshaped> =>
  reshape(ctx, id, press, async (tx, held) => {
    const { week } = held
    const planned = planShift(week.zone, week.weekOf, values)
    if ('reason' in planned) return fault(tx, held, planned)
    const { shift: before, ...scene } = await readScene(tx, week, shiftId)
    if (!before) return unlessRepeat(tx, id, held.press, refused('guard', 'no_such_shift', week))
    if (isSameShift(before, planned)) return unlessRepeat(tx, id, held.press, refused('guard', 'same_shift', week))
    const clash = faultOfSeats({ zone: week.zone, ...scene }, before, planned)
    if (clash) return fault(tx, held, clash)
    const [name, was] = [planned, before].map((shift) => nameOfShift(week.zone, shift))
    return move(tx, held, { change: 'change', shift: shiftId, name: name ?? '', was: was ?? null }, [
      changeWrite(shiftId, planned, isMoved(before, planned)),
    ])
  })

/** Takes a shift out of the week: its seats are free, its answers stay in the record. */
export const dropShift = (ctx: Context, id: string, press: Press, shiftId: string): Promise<Reshaped> =>
  reshape(ctx, id, press, async (tx, held) => {
    const { week } = held
    const { shift, shifts, seats } = await readScene(tx, week, shiftId)
    if (!shift) return unlessRepeat(tx, id, held.press, refused('guard', 'no_such_shift', week))
    if (shifts.length === 1 && week.state !== 'DRAFT')
      return unlessRepeat(tx, id, held.press, refused('guard', 'last_shift', week))
    const freed = seats.filter((seat) => seat.shiftId === shiftId).length
    const data = { change: 'drop', shift: shiftId, name: nameOfShift(week.zone, shift), was: null, freed }
    return move(tx, held, data, dropWrites(shiftId))
  })

const move = (ctx: Context, held: Held, data: object, also: ReturnType<typeof dropWrites>) =>
  moves(ctx, held, 'reshape', { data: { freed: 0, ...data }, guards: [notOver(held.week)], also })

async function readScene(ctx: Context, week: Week, shiftId: string) {
  const shifts = await listShifts(ctx, week.id)
  const seats = await listSeats(ctx, week.id)
  const tenders = await listTenders(ctx, week.id)
  const shift: WeekShift | undefined = shifts.find(({ id }) => id === shiftId)
  return { shift, shifts, seats, names: new Map(tenders.map(({ id, name }) => [id, name])) }
}
