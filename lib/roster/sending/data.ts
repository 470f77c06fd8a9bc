import type { Guard } from '@/lib/engine/sql'
import type { Actor, Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { LetterScene } from '../mail/letters'
import { TWO_PERSON_RECIPIENTS } from '../rules'
import { concerned, listSeats, listShifts, listTenders, type Week } from '../week/data'

/** Above so many recipients approver and sender are two people, both of them known. */
export function twoPeople({ kind, id }: Actor): Guard {
  const sender = Prisma.sql`${kind === 'user' ? id : null}::uuid`
  return {
    reason: 'second_person',
    sql: Prisma.sql`coalesce(r.approved_by <> ${sender}, false) OR ${TWO_PERSON_RECIPIENTS}::int >= (
      SELECT count(*) FROM public.tender t WHERE t.roster_id = r.roster_id AND ${concerned})`,
  }
}

/** What the schedule mails of a week are made from, as it stands now; links are the caller's to bring. */
export async function readScene(ctx: Context, week: Week): Promise<Omit<LetterScene, 'links'>> {
  const [shifts, tenders, seats] = await Promise.all([
    listShifts(ctx, week.id),
    listTenders(ctx, week.id),
    listSeats(ctx, week.id),
  ])
  return { week, shifts, tenders, seats, at: ctx.now() }
}

/** Why the last mail to somebody came back, in the provider's words; by person, where it is known. */
export async function listBounces(ctx: Context, rosterId: string): Promise<Map<string, string>> {
  const rows = await ctx.db.$queryRaw<{ id: string; why: string }[]>`
    SELECT id::text, bounced_why AS why FROM public.tender
     WHERE roster_id = ${rosterId}::uuid AND bounced_at IS NOT NULL AND bounced_why IS NOT NULL`
  return new Map(rows.map(({ id, why }) => [id, why]))
}

/** The schedule mails of a week as they were written, by name. */
export const listWritten = (ctx: Context, runId: string) =>
  ctx.db.message.findMany({
    where: { subjectId: runId, kind: 'schedule' },
    select: { id: true, recipientName: true, recipient: true, state: true, captured: true, reason: true },
    orderBy: [{ recipientName: 'asc' }, { id: 'asc' }],
  })

/** The name of whoever approved a week, or null. */
export async function findApprover(ctx: Context, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const found = await ctx.db.appUser.findUnique({ where: { id: userId }, select: { name: true } })
  return found?.name ?? null
}
