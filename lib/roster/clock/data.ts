import { type Facts, factRows } from '@/lib/engine/audit'
import { carried, clock, type Guard } from '@/lib/engine/sql'
import { queuedRows } from '@/lib/messages/data'
import type { NewMessage } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { sqlState } from '@/lib/platform/sqlstate'
import { stateOf, v2Acts } from '../engines/data'
import type { Week } from '../week/data'
import type { Told } from './rules'
import { clockFacts } from './schema'

/** What was told about each week before; a week that ended is told once, by its event. */
export async function listTold(ctx: Context, ids: readonly string[]): Promise<Map<string, Told>> {
  const rows = await ctx.db.$queryRaw<(Told & { id: string })[]>`
    SELECT r.id::text, r.collecting_alert_at IS NOT NULL AS collecting, r.unsent_alert_at IS NOT NULL AS unsent,
           EXISTS (SELECT FROM public.audit_event a
                    WHERE a.machine = 'run' AND a.subject_id = r.id AND a.type = 'run.ended_unsent') AS ended
      FROM public.roster_run r WHERE r.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Who is told: people who may operate the roster and whose account is enabled. */
export async function listOperators(ctx: Context): Promise<{ id: string; name: string; email: string }[]> {
  return ctx.db.$queryRaw`
    SELECT id::text, name, email FROM public.app_user WHERE role IN ('operator', 'admin') AND disabled_at IS NULL
     ORDER BY role = 'admin', email`
}

/** A clock's own condition, in the claim (hole 9). A plan that other times overtook is refused by the version. */
export const clockDue = (at: Date): Guard => ({
  reason: 'not_due',
  sql: Prisma.sql`${at.toISOString()}::timestamptz <= r.door_at`,
})

/** Autopilot's: that of a clock, while the week is on it. */
export const pilotDue = (at: Date): Guard => {
  const { reason, sql } = clockDue(at)
  return { reason, sql: Prisma.sql`r.autopilot AND ${sql}` }
}

/** No action is under way. A lease that ran out is a crash, and no reason to keep silent. */
const idle = Prisma.sql`(r.acting_token IS NULL OR r.acting_until <= r.door_at)`

const NUDGES = {
  collecting: {
    column: Prisma.raw('collecting_alert_at'),
    type: 'run.nudged_collecting',
    due: () => Prisma.sql`r.v2_state = 'COLLECTING' AND r.deadline_at <= r.door_at AND NOT r.autopilot AND ${idle}`,
  },
  unsent: {
    column: Prisma.raw('unsent_alert_at'),
    type: 'run.nudged_unsent',
    // Not while mails exist: what waits then is a decision, not a forgotten button.
    due: (sendBy: Date) => Prisma.sql`r.v2_state = 'APPROVED' AND r.queued_at IS NULL AND ${idle}
      AND ${sendBy.toISOString()}::timestamptz <= r.door_at`,
  },
} as const

/**
 * Tells the operators, once a run ever: the claim column, the messages and the event are one statement, so that two
 * ticks tell once and a crash tells nobody twice. It moves nothing, and is v2's alone. @returns whether this call was the one
 */
export async function claimNudge(
  ctx: Context,
  kind: keyof typeof NUDGES,
  week: Week,
  sendBy: Date,
  messages: readonly NewMessage[],
): Promise<boolean> {
  const nudge = NUDGES[kind]
  const fact = { machine: 'run', subjectId: week.id, type: nudge.type, data: { to: messages.length } } as const
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH gate AS MATERIALIZED (${v2Acts(ctx)}),
    seen AS MATERIALIZED (
      SELECT x.* FROM public.roster_run x WHERE x.id = ${week.id}::uuid AND x.kind = 'week' AND EXISTS (SELECT FROM gate) FOR NO KEY UPDATE),
    timed AS MATERIALIZED (SELECT s.*, ${clock(ctx)} AS door_at FROM seen s),
    upd AS (
      UPDATE public.roster_run x SET ${nudge.column} = r.door_at FROM timed r
       WHERE x.id = r.id AND r.${nudge.column} IS NULL AND r.ends_at > r.door_at AND ${nudge.due(sendBy)} RETURNING x.id, x.version),
    ev AS (${factRows(ctx, clockFacts, [fact], 'upd')})
    ${carried(queuedRows(ctx, messages))}
    SELECT 1 FROM upd`
  return rows.length > 0
}

/**
 * Records a fact once of a week that is over, unless it has moved on since it was read: the event's command id is made
 * from the week, so it cannot stand twice. It moves nothing. @returns whether this call was the one
 */
export async function recordOver<F extends Facts>(
  ctx: Context,
  facts: F,
  type: keyof F & string,
  { id, state, version, endsAt }: Pick<Week, 'id' | 'state' | 'version' | 'endsAt'>,
): Promise<boolean> {
  const fact = { machine: 'run', subjectId: id, type, data: { state }, commandId: deriveId(type, id) }
  try {
    const rows = await ctx.db.$queryRaw<unknown[]>`
      WITH seen AS MATERIALIZED (SELECT r.* FROM public.roster_run r WHERE r.id = ${id}::uuid FOR NO KEY UPDATE),
      still AS MATERIALIZED (
        SELECT FROM seen s WHERE ${stateOf('s')} = ${state}::text AND s.version = ${version}::int AND ${endsAt.toISOString()}::timestamptz <= ${clock(ctx)}),
      ev AS (${factRows(ctx, facts, [fact], 'still')})
      SELECT 1 FROM ev`
    return rows.length > 0
  } catch (error) {
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** Rosters whose next weeks the clock makes, with the weeks that each has from a local date on. */
export async function listMakers(
  ctx: Context,
  from: string,
): Promise<{ id: string; name: string; zone: string; settings: unknown; made: string[] }[]> {
  return ctx.db.$queryRaw`
    SELECT o.id::text, o.name, o.zone, o.settings,
           ARRAY(SELECT r.week_of::text FROM public.roster_run r WHERE r.roster_id = o.id AND r.week_of >= ${from}::date) AS made
      FROM public.roster o WHERE o.rehearsal_of IS NULL AND (o.settings->>'makesWeeks')::boolean
       AND EXISTS (SELECT FROM public.shift_template s WHERE s.roster_id = o.id AND s.active) ORDER BY o.id`
}

/** When the shift of each swap begins, and by whose clocks. */
export async function findSwapStarts(
  ctx: Context,
  ids: readonly string[],
): Promise<Map<string, { startsAt: Date; zone: string }>> {
  const rows = await ctx.db.$queryRaw<{ id: string; startsAt: Date; zone: string }[]>`
    SELECT w.id::text, s.starts_at AS "startsAt", o.zone FROM public.swap w JOIN public.shift s ON s.id = w.shift_id
      JOIN public.roster_run r ON r.id = w.run_id JOIN public.roster o ON o.id = r.roster_id WHERE w.id = ANY(${[...ids]}::uuid[])`
  return new Map(rows.map((row) => [row.id, row]))
}
