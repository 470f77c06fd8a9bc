import { type Outcome, refused } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { formatDate } from '@/lib/platform/zone-format'
import { gone, hold, isHeld, moves, type Press } from '../engines/process'
import { hashRoster } from '../picker/hash'
import { findWeek, listSeats, notOver } from '../week/data'
import type { Bound } from '../week/process'
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
  const found = await findWeek(ctx, id)
  if (!found) return gone()
  if (!isWeekTyped(typed, found.weekOf, formatDate(found.weekOf, 'week'))) return refused('guard', 'typed_wrong', found)
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  const { week } = held
  // The old engine approved without binding, before there was a hash: what was shown is what goes out.
  const bound = week.approvedHash ?? hashRoster(await listSeats(ctx, id))
  const outcome = await moves(ctx, held, 'queue', {
    guards: [
      {
        reason: 'roster_changed',
        sql: Prisma.sql`${bound}::text = ${hash}::text AND r.approved_hash IS NOT DISTINCT FROM ${week.approvedHash}::text`,
      },
      { reason: 'already_queued', sql: Prisma.sql`r.queued_at IS NULL` },
      notOver(week),
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

/**
 * Ends an APPROVED week whose every schedule mail is sent or decided: SENT. Whoever settles a row calls it.
 * @param by the engine whose clock asks, or the rehearsal; whoever else does takes the one in charge
 */
export async function settle(ctx: Context, id: string, by?: Press['by']): Promise<Outcome> {
  const found = await findWeek(ctx, id)
  if (!found) return gone()
  const held = await hold(ctx, id, { version: found.version, ...(by ? { by } : {}) })
  if (!isHeld(held)) return held
  return moves(ctx, held, 'send', {
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
