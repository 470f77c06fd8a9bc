import { type Outcome, refused } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { type Held, hold, isHeld, moves, type Press, unlessRepeat } from '../engines/process'
import { loadSides } from '../pairs/loaders'
import { faultOfSides } from '../pairs/rules'
import type { Change, WeekShift, WeekTender } from '../schema'
import { findWeek, listBans, listSeats, listShifts, listTenders, seatWrites } from '../week/data'
import { unapprove } from '../week/process'
import { shiftName } from '../week/rules'
import { faultWords, type Names } from './labels'
import { applyChange, type Pair } from './rules'

/**
 * Changes the roster by hand. The change is a move of the week, so an approval of what it replaced is refused; in
 * APPROVED it takes the approval back in the same transaction, refused once a mail has left.
 */
export async function edit(ctx: Context, id: string, press: Press, change: Change): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return refused('unknown', 'not_found')
  if (week.state !== 'APPROVED') return editHeld(ctx, id, press, change)
  return unapprove(ctx, id, press, 'edit', (tx, moved) => editHeld(tx, id, { version: moved.version }, change))
}

async function editHeld(ctx: Context, id: string, press: Press, change: Change): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  return isHeld(held) ? editAssigned(ctx, held, change) : held
}

async function editAssigned(ctx: Context, held: Held, change: Change): Promise<Outcome> {
  const { week, press } = held
  const { id } = week
  const seats = await listSeats(ctx, id)
  const bans = await listBans(ctx, id)
  const shifts = await listShifts(ctx, id)
  const tenders = await listTenders(ctx, id)
  const edited = applyChange(
    {
      seats,
      bans,
      shifts: new Map(shifts.map((shift) => [shift.id, shift])),
      tenders: new Set(tenders.filter((tender) => tender.active).map((tender) => tender.id)),
    },
    change,
  )
  const called = namesOf(shifts, tenders)
  if (!edited.ok) {
    const detail = faultWords(edited, called)
    return unlessRepeat(ctx, id, press, { ...refused('guard', edited.reason), ...(detail ? { detail } : {}) })
  }
  const { sides, names } = await loadSides(ctx, { week, shifts, tenders })
  const broken = faultOfSides(sides, seats, edited.seats, names)
  if (broken) return unlessRepeat(ctx, id, press, { ...refused('guard', broken.reason), detail: broken.detail })
  return moves(ctx, held, 'edit', {
    data: {
      change: change.change,
      tender: change.tenderId,
      shift: change.shiftId,
      tenderName: called.person(change.tenderId),
      shiftName: called.shift(change.shiftId),
      ...otherOf(change, called),
    },
    also: [...seatWrites(id, seats, edited.seats), ...banWrite(change)],
  })
}

/** The other end of an exchange or a move, as the record keeps it. */
function otherOf(change: Change, called: Names): object {
  const other = otherPair(change)
  return {
    withTender: other?.tenderId ?? null,
    withShift: other?.shiftId ?? null,
    ...(other ? { withTenderName: called.person(other.tenderId), withShiftName: called.shift(other.shiftId) } : {}),
  }
}

function otherPair(change: Change): Pair | null {
  if (change.change === 'exchange') return { tenderId: change.withTenderId, shiftId: change.withShiftId }
  return change.change === 'move' ? { tenderId: change.toTenderId, shiftId: change.toShiftId } : null
}

function namesOf(shifts: readonly WeekShift[], tenders: readonly WeekTender[]): Names {
  const people = new Map(tenders.map(({ id, name }) => [id, name]))
  const called = new Map(shifts.map((shift) => [shift.id, shiftName(shift, shifts)]))
  return { person: (id) => people.get(id) ?? 'This person', shift: (id) => called.get(id) ?? 'this shift' }
}

function banWrite(change: Change): Prisma.Sql[] {
  if (change.change === 'ban')
    return [
      Prisma.sql`INSERT INTO public.ban (run_id, shift_id, tender_id)
        SELECT upd.id, ${change.shiftId}::uuid, ${change.tenderId}::uuid FROM upd RETURNING 1`,
    ]
  if (change.change === 'unban')
    return [
      Prisma.sql`DELETE FROM public.ban b USING upd
        WHERE b.run_id = upd.id AND b.shift_id = ${change.shiftId}::uuid AND b.tender_id = ${change.tenderId}::uuid RETURNING 1`,
    ]
  return []
}
