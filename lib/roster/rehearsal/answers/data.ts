import type { Context } from '@/lib/platform/context'
import { stateOf } from '../../engines/data'
import type { Rehearsal } from '../data'

export type PastWeek = { id: string; answersUntil: Date | null }

/** The last week of the real roster that was sent when the rehearsal began: the same one however often it is asked. */
export async function findLastSent(
  ctx: Context,
  { ofRosterId, beganAt }: Pick<Rehearsal, 'ofRosterId' | 'beganAt'>,
): Promise<PastWeek | null> {
  const [row] = await ctx.db.$queryRaw<PastWeek[]>`
    SELECT r.id::text, r.answers_until AS "answersUntil" FROM public.roster_run r
     WHERE r.roster_id = ${ofRosterId}::uuid AND r.kind = 'week' AND ${stateOf('r')} = 'SENT'
       AND coalesce(r.sent_at, r.approved_at, r.created_at) <= ${beganAt.toISOString()}::timestamptz
     ORDER BY r.week_of DESC, r.id LIMIT 1`
  return row ?? null
}

/** Shifts of a week by the shift of the pattern that each was made from; those that were added by hand are left out. */
export async function listPattern(ctx: Context, runId: string): Promise<{ id: string; templateId: string }[]> {
  return ctx.db.$queryRaw`
    SELECT id::text, template_id::text AS "templateId" FROM public.shift
     WHERE run_id = ${runId}::uuid AND template_id IS NOT NULL ORDER BY starts_at, id`
}

/** Every tender and every shift of the pattern that a roster ever had: what a copy's ids are known from. */
export async function listOriginals(
  ctx: Context,
  rosterId: string,
): Promise<{ tenders: string[]; templates: string[] }> {
  const of = { where: { rosterId }, select: { id: true } }
  const [tenders, templates] = await Promise.all([ctx.db.tender.findMany(of), ctx.db.shiftTemplate.findMany(of)])
  return { tenders: tenders.map(({ id }) => id), templates: templates.map(({ id }) => id) }
}
