import { bear, transition } from '@/lib/engine/transition'
import { newId } from '@/lib/platform/ids'
import { cutover, FLAG_ID } from '@/lib/roster/cutover/machine'
import { OLD } from '@/lib/roster/legacy/machine'
import type { Stamps } from '@/lib/roster/legacy/rules'
import { run } from '@/lib/roster/machine'
import { planShifts } from '@/lib/roster/rules'
import { shiftWrites } from '@/lib/roster/week/data'
import { must } from './engine'
import type { RosterWorld } from './roster'

/** The flag turned without its gates: for rows that no honest flip would leave behind. */
export async function turnFlag(w: RosterWorld, edge: 'goLive' | 'rollBack'): Promise<void> {
  const { version } = await w.db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
  const data = edge === 'goLive' ? { rehearsal: newId(), build: 'tests' } : {}
  await must(transition(w.ctx, cutover, FLAG_ID, edge, { version, data, set: { changed_at: w.ctx.now() } }))
}

/**
 * A week as the old engine left it before there was a state column: its stamps, its shifts and its seats, and none of
 * the times that rows have since. On a roster of its own, so that it may be open beside others.
 */
export async function weekFromBefore(
  w: RosterWorld,
  stamps: Stamps,
  options: Parameters<RosterWorld['roster']>[0] & { weekOf?: string } = {},
) {
  const { weekOf = '2040-06-04', ...of } = options
  const made = await w.roster({ tenders: 2, ...of })
  const { zone, templates } = await w.db.roster.findUniqueOrThrow({
    where: { id: made.id },
    include: { templates: true },
  })
  const id = newId()
  const values = {
    roster_id: made.id,
    week_of: weekOf,
    created_at: new Date('2026-02-01T12:00:00Z'),
    opened_at: stamps.openedAt,
    closed_at: stamps.closedAt,
    generated_at: stamps.generatedAt,
    reopened_at: stamps.reopenedAt,
  }
  const shifts = planShifts(zone, weekOf, templates).map((shift) => ({ id: newId(), ...shift }))
  const seats = made.tenders.map((tender) => ({
    runId: id,
    shiftId: shifts[0]?.id ?? '',
    tenderId: tender.id,
    pinned: false,
  }))
  await must(bear(w.ctx, run, OLD, [{ id, values, data: { shifts: shifts.length } }], [shiftWrites(shifts)]))
  await w.db.assignment.createMany({ data: seats })
  await w.db.rosterRun.update({ where: { id }, data: { status: stamps.status, sentAt: stamps.sentAt } })
  return { ...made, rosterId: made.id, id, weekOf }
}

/** Everything that stands in the row of a week. */
export async function rowOf(w: RosterWorld, id: string): Promise<Record<string, unknown>> {
  const [row] = await w.db.$queryRaw<{ row: Record<string, unknown> }[]>`
    SELECT to_jsonb(r) AS row FROM public.roster_run r WHERE r.id = ${id}::uuid`
  if (!row) throw new Error(`no week ${id}`)
  return row.row
}

/** All that the engines write: two of these are equal when nothing has happened between them. */
export async function everything(w: RosterWorld): Promise<unknown> {
  const [found] = await w.db.$queryRaw<unknown[]>`
    SELECT (SELECT jsonb_agg(to_jsonb(r) ORDER BY r.id) FROM public.roster_run r) AS weeks,
           (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.shift_id, a.tender_id) FROM public.assignment a) AS seats,
           (SELECT count(*)::int FROM public.message) AS messages, (SELECT count(*)::int FROM public.lease) AS leases,
           (SELECT count(*)::int FROM public.audit_event) AS events`
  return found
}
