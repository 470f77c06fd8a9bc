import type { Settled } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { letter } from '../mail/people'
import { scheduleMail } from '../mail/schedule'
import { listSeats, listShifts, listTenders } from '../week/data'
import { weekOr } from '../week/effects'

/** What became of the schedule mails; settled, so the figures cannot change any more. */
export async function countSent(ctx: Context, id: string): Promise<Settled<undefined>> {
  const { rows } = await weekOr(ctx, id)
  return {
    value: undefined,
    set: { status: 'sent', sent_at: AT },
    data: { sent: rows.sent ?? 0, letGo: rows.let_go ?? 0 },
  }
}

/**
 * Renders every schedule mail and hands the rows to the `queue` move: one a (run, person), their bytes frozen. Each
 * tender who is active gets one, with or without a shift, and so does who left but is on the roster; who cannot be
 * written to gets a row that says why.
 */
export async function queueSchedule(ctx: Context, id: string): Promise<Settled<undefined>> {
  const week = await weekOr(ctx, id)
  const [shifts, tenders, seats] = await Promise.all([listShifts(ctx, id), listTenders(ctx, id), listSeats(ctx, id)])
  const names = new Map(tenders.map((tender) => [tender.id, tender.name]))
  const roster = shifts.map((shift) => ({
    ...shift,
    people: seats
      .filter((seat) => seat.shiftId === shift.id)
      .flatMap((seat) => names.get(seat.tenderId) ?? [])
      .sort(),
  }))
  const date = ctx.now()
  const rows = tenders.map((tender): NewMessage => {
    const identity = {
      id: newId(),
      kind: 'schedule',
      effectKey: `schedule:${id}:${tender.id}`,
      subjectMachine: 'run',
      subjectId: id,
      personId: tender.id,
    }
    const own = new Set(seats.filter((seat) => seat.tenderId === tender.id).map((seat) => seat.shiftId))
    const { ics, ...written } = scheduleMail({
      runId: id,
      roster: week.rosterName,
      zone: week.zone,
      weekOf: week.weekOf,
      tender: { id: tender.id, name: tender.name },
      shifts: roster.map((shift) => ({ ...shift, mine: own.has(shift.id) })),
      now: date,
    })
    const calendar = { filename: 'shifts.ics', contentType: 'text/calendar; charset=utf-8' }
    const attachments = ics ? [{ ...calendar, content: ics }] : []
    return letter(identity, tender, week.rosterName, { ...written, attachments, date: date.toISOString() })
  })
  const without = tenders.filter((tender) => !seats.some((seat) => seat.tenderId === tender.id)).length
  return {
    value: undefined,
    set: { queued_at: AT },
    also: queuedRows(ctx, rows),
    data: { hash: week.approvedHash ?? '', messages: rows.length, without },
  }
}
