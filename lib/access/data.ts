import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'

/** The database's clock plus the context's shift. */
export const clock = (ctx: Context): Prisma.Sql =>
  Prisma.sql`(clock_timestamp() + ${ctx.shift} * interval '1 millisecond')`

type Fact = {
  type: string
  from?: Prisma.Sql | string | null
  to?: Prisma.Sql | string | null
  reason?: string | null
  data?: Record<string, unknown>
}

/**
 * The audit event of a change, to stand as a CTE in the change's own statement: one event for each row of `changed`,
 * which must yield `id`. `from` and `to` may be columns of `changed`.
 */
export const factOf = (ctx: Context, { type, from = null, to = null, reason = null, data = {} }: Fact): Prisma.Sql =>
  Prisma.sql`
    INSERT INTO audit_event (machine, subject_id, type, version, from_state, to_state, actor_kind, actor_id, actor_name,
                             reason, data, request_id, command_id, at)
    SELECT 'user', changed.id, ${type}, NULL, ${from}, ${to}, ${ctx.actor.kind}, ${ctx.actor.id}, ${ctx.actor.name},
           ${reason}, ${JSON.stringify(data)}::jsonb, ${ctx.requestId}, NULL, ${clock(ctx)}
    FROM changed`
