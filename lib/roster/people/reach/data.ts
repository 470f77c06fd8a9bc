import { actorValues, clock, EVENT_COLUMNS } from '@/lib/engine/sql'
import type { Refused } from '@/lib/messages/delivery/data'
import type { Context } from '@/lib/platform/context'
import { normEmail } from '@/lib/platform/normal'
import { Prisma } from '@/lib/platform/prisma/client'
import { written } from '../data'
import { reachFacts } from './schema'

type Named = { id: string; name: string }

/** Notes that a tender wants no mails, or wants them again. @returns whether that was new */
export const setStopped = (ctx: Context, { id, name }: Named, stops: boolean): Promise<boolean> =>
  written(
    ctx,
    reachFacts,
    Prisma.sql`UPDATE public.tender t SET unsubscribed_at = ${stops ? clock(ctx) : Prisma.sql`NULL`}
      WHERE t.id = ${id}::uuid AND (t.unsubscribed_at IS NULL) = ${stops}::boolean`,
    { machine: 'tender', id, type: stops ? 'tender.unsubscribed' : 'tender.resubscribed', data: { name } },
  )

/** Notes that mails come back. The first word stands: when it began is what matters. */
export const setBounced = (ctx: Context, { id, name }: Named, why: string): Promise<boolean> =>
  written(
    ctx,
    reachFacts,
    Prisma.sql`UPDATE public.tender t SET bounced_at = ${clock(ctx)}, bounced_why = ${why}::text
      WHERE t.id = ${id}::uuid AND t.bounced_at IS NULL`,
    { machine: 'tender', id, type: 'tender.bounced', data: { name, why } },
  )

export const clearBounced = (ctx: Context, { id, name }: Named): Promise<boolean> =>
  written(
    ctx,
    reachFacts,
    Prisma.sql`UPDATE public.tender t SET bounced_at = NULL, bounced_why = NULL
      WHERE t.id = ${id}::uuid AND t.bounced_at IS NOT NULL`,
    { machine: 'tender', id, type: 'tender.reachable', data: { name } },
  )

/** The words of a mail server are kept to so many characters. */
const LONGEST_WHY = 300

/** Part of the statement that fails a mail: its address takes none, so its tender is marked, unless it has changed since. */
export const bouncedBy: Refused = (ctx, { personId, address, why }) => {
  const said = why.replace(/\s+/g, ' ').slice(0, LONGEST_WHY)
  return Prisma.sql`
    bounced AS (
      UPDATE public.tender t SET bounced_at = ${clock(ctx)}, bounced_why = ${said}::text FROM upd
       WHERE upd.state = 'failed' AND t.id = ${personId}::uuid AND t.email_norm = ${normEmail(address)}::text AND t.bounced_at IS NULL
      RETURNING t.id, t.name, t.bounced_at),
    bounced_ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT b.bounced_at, 'tender', b.id, 'tender.bounced', NULL, NULL, NULL, NULL, ${actorValues(ctx)}, NULL, NULL,
             jsonb_build_object('name', b.name, 'why', ${said}::text), ${ctx.requestId}::text, NULL
        FROM bounced b)`
}
