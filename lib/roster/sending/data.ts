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

/** What the schedule mails of a week are made from, as it stands now. */
export async function sceneOf(ctx: Context, week: Week): Promise<LetterScene> {
  const [shifts, tenders, seats] = await Promise.all([
    listShifts(ctx, week.id),
    listTenders(ctx, week.id),
    listSeats(ctx, week.id),
  ])
  return { week, shifts, tenders, seats, pages: new Map(), at: ctx.now() }
}
