import { type Outcome, refused } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { formatDate } from '@/lib/platform/zone-format'
import { findWeek, notOver } from '../week/data'
import { type Bound, gone, moves } from '../week/process'
import { findApprover, twoPeople } from './data'
import { countSent, queueSchedule } from './effects'
import { secondPersonWords } from './labels'
import { isWeekTyped } from './rules'

/**
 * Writes the schedule mails to the outbox: one a person, frozen, in the move's own statement. Delivery is another
 * matter (`settle` ends the week). @param press.typed the week as typed, such as 14 December
 */
export async function send(
  ctx: Context,
  id: string,
  { hash, typed, ...press }: Bound & { typed: string },
): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  if (!isWeekTyped(typed, week.weekOf, formatDate(week.weekOf, 'week'))) return refused('guard', 'typed_wrong', week)
  const outcome = await moves(ctx, id, 'queue', {
    ...press,
    guards: [
      { reason: 'roster_changed', sql: Prisma.sql`r.approved_hash = ${hash}::text` },
      { reason: 'already_queued', sql: Prisma.sql`r.queued_at IS NULL` },
      notOver,
      twoPeople(ctx.actor),
    ],
    act: () => queueSchedule(ctx, id),
  })
  if (outcome.ok) return outcome
  if (outcome.kind === 'lost') {
    // Somebody else's press went ahead of this one: that is what to say, not that something changed (case A1).
    const now = await findWeek(ctx, id)
    if (!now?.queuedAt) return outcome
    return { ...outcome, reason: now.state === 'SENT' ? 'not_from_SENT' : 'already_queued' }
  }
  if (outcome.reason !== 'second_person') return outcome
  return { ...outcome, detail: secondPersonWords(await findApprover(ctx, week.approvedBy)) }
}

/** Ends an APPROVED week whose every schedule mail is sent or decided: SENT. Whoever settles a row calls it. */
export async function settle(ctx: Context, id: string): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  return moves(ctx, id, 'send', {
    version: week.version,
    guards: [
      { reason: 'not_queued', sql: Prisma.sql`r.queued_at IS NOT NULL` },
      {
        reason: 'not_settled',
        sql: Prisma.sql`NOT EXISTS (SELECT FROM public.message m WHERE m.subject_id = r.id AND m.kind = 'schedule'
          AND m.state NOT IN ('sent', 'let_go'))`,
      },
    ],
    act: () => countSent(ctx, id),
  })
}
