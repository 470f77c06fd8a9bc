import { type Outcome, refused } from '@/lib/engine/outcome'
import { transition } from '@/lib/engine/transition'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { run } from '../machine'
import type { Change } from '../schema'
import { findWeek, listBans, listSeats, listShifts, listTenders, seatWrites } from '../week/data'
import { type Press, unapprove, unlessRepeat } from '../week/process'
import { applyChange } from './rules'

/**
 * Changes the roster by hand. The change is a move of the week, so an approval of what it replaced is refused; in
 * APPROVED it takes the approval back in the same transaction, refused once a mail has left.
 */
export async function edit(ctx: Context, id: string, press: Press, change: Change): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return refused('unknown', 'not_found')
  if (week.state !== 'APPROVED') return editAssigned(ctx, id, press, change)
  return unapprove(ctx, id, press, 'edit', (tx, moved) => editAssigned(tx, id, { version: moved.version }, change))
}

async function editAssigned(ctx: Context, id: string, press: Press, change: Change): Promise<Outcome> {
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
  if (!edited.ok) return unlessRepeat(ctx, id, press, refused('guard', edited.reason))
  const other = change.change === 'exchange' ? change : null
  return transition(ctx, run, id, 'edit', {
    ...press,
    data: {
      change: change.change,
      tender: change.tenderId,
      shift: change.shiftId,
      withTender: other?.withTenderId ?? null,
      withShift: other?.withShiftId ?? null,
    },
    also: [...seatWrites(id, seats, edited.seats), ...banWrite(change)],
  })
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
