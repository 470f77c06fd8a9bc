import { clock, ms } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { FireRow, OpenFires, Row, Stand } from './schema'

const COLUMNS =
  Prisma.raw(`s.id::text, s.key, s.state, s.version, s.task_queue AS "taskQueue", s.workflow_type AS "workflowType",
  s.args, s.note, s.cron, s.zone, s.jitter, s.repeats, s.catch_up AS "catchUp", s.catch_up_window AS "window", s.overlap,
  s.pause_reason AS "pauseReason", s.cursor, s.cursor_local AS "cursorLocal", s.next_fire_at AS "nextFireAt", s.due_at AS "dueAt",
  s.tz_version AS "tzVersion", s.by_tick AS "byTick", s.last_error AS "lastError"`)

/**
 * Locks up to `limit` schedules that the tick is to claim, longest due first. What another holds is passed over. The clock
 * is read once, in a subquery: compared with a volatile function, PostgreSQL would read the table and not its index.
 */
export const lockDue = (tx: Context, limit: number): Promise<Row[]> =>
  tx.db.$queryRaw`
    WITH held AS MATERIALIZED (
      SELECT * FROM public.schedule WHERE by_tick AND due_at <= (SELECT ${clock(tx)}) ORDER BY due_at LIMIT ${limit}::int
         FOR NO KEY UPDATE SKIP LOCKED)
    SELECT ${COLUMNS}, ${clock(tx)} AS at FROM held s`

/** The first of those that are due for the tick, read only. */
export const listDue = (ctx: Context, limit: number): Promise<Row[]> =>
  ctx.db.$queryRaw`
    SELECT ${COLUMNS}, ${clock(ctx)} AS at FROM public.schedule s
     WHERE by_tick AND due_at <= (SELECT ${clock(ctx)}) ORDER BY due_at LIMIT ${limit}::int`

/** Locks those of some schedules that are due still. */
export const lockAgain = (tx: Context, ids: readonly string[]): Promise<Row[]> =>
  tx.db.$queryRaw`
    WITH held AS MATERIALIZED (
      SELECT * FROM public.schedule WHERE id = ANY(${ids}::uuid[]) AND by_tick AND due_at <= (SELECT ${clock(tx)}) ORDER BY due_at
         FOR NO KEY UPDATE SKIP LOCKED)
    SELECT ${COLUMNS}, ${clock(tx)} AS at FROM held s`

/** Lets a schedule that is due be looked at again only after `delay` (ms), with a sentence that says why. */
export const putOff = (ctx: Context, id: string, delay: number, why: string): Promise<number> => ctx.db.$executeRaw`
  UPDATE public.schedule SET due_at = ${clock(ctx)} + ${ms(delay)}, last_error = ${why}::text
   WHERE id = ${id}::uuid AND by_tick AND due_at <= ${clock(ctx)}`

/** Locks one schedule, whatever its state; null where there is none. */
export async function lockOne(tx: Context, key: string): Promise<Row | null> {
  const [row] = await tx.db.$queryRaw<Row[]>`
    WITH held AS MATERIALIZED (SELECT * FROM public.schedule WHERE key = ${key}::text FOR NO KEY UPDATE)
    SELECT ${COLUMNS}, ${clock(tx)} AS at FROM held s`
  return row ?? null
}

/** Holds an id against whoever else would register it, until the transaction ends. */
export const lockKey = (tx: Context, key: string): Promise<unknown> =>
  tx.db.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`schedule/${key}`}::text, 0))::text`

/** Locks up to `limit` schedules whose next time was computed on other zone data than `version`. */
export const lockStale = (tx: Context, version: string, limit: number): Promise<Row[]> =>
  tx.db.$queryRaw`
    WITH held AS MATERIALIZED (
      SELECT * FROM public.schedule WHERE (tz_version < ${version}::text OR tz_version > ${version}::text) AND state <> 'REMOVED' LIMIT ${limit}::int
         FOR NO KEY UPDATE SKIP LOCKED)
    SELECT ${COLUMNS}, ${clock(tx)} AS at FROM held s`

/** How many schedules are due for the tick. */
export async function countDue(ctx: Context): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ n: number }]>`
    SELECT count(*)::int AS n FROM public.schedule WHERE by_tick AND due_at <= (SELECT ${clock(ctx)})`
  return row.n
}

/** Slots of earlier claims that have not ended, by schedule. */
export async function findOpen(tx: Context, ids: readonly string[]): Promise<Map<string, OpenFires>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db.$queryRaw<(OpenFires & { id: string })[]>`
    SELECT schedule_id::text AS id, count(*) FILTER (WHERE state = 'fired')::int AS open,
           count(*) FILTER (WHERE state = 'waiting')::int AS waiting
      FROM public.schedule_fire
     WHERE finished_at IS NULL AND kind = 'slot' AND schedule_id = ANY(${ids}::uuid[]) GROUP BY schedule_id`
  return new Map(rows.map(({ id, ...open }) => [id, open]))
}

/** When a press of the button fired; null where it never did. */
export async function findTriggered(tx: Context, commandId: string): Promise<Date | null> {
  const [row] = await tx.db.$queryRaw<{ at: Date }[]>`
    SELECT fire_at AS at FROM public.schedule_fire WHERE command_id = ${commandId}::uuid`
  return row?.at ?? null
}

export async function lastManual(tx: Context, id: string): Promise<Date | null> {
  const [row] = await tx.db.$queryRaw<[{ at: Date | null }]>`
    SELECT max(fire_at) AS at FROM public.schedule_fire WHERE schedule_id = ${id}::uuid AND kind = 'manual'`
  return row.at
}

/**
 * Moves cursors and writes the ledger, in one statement: none without the other. The rows are locked by the caller, so
 * a time that already stands in the ledger is a bug and fails the transaction aloud.
 */
export async function writeClaim(tx: Context, stands: readonly Stand[], fires: readonly FireRow[]): Promise<void> {
  if (stands.length === 0 && fires.length === 0) return
  await tx.db.$executeRaw`
    WITH moved AS (
      UPDATE public.schedule s
         SET cursor = v.cursor, cursor_local = v."cursorLocal", next_fire_at = v."nextFireAt", due_at = v."dueAt",
             tz_version = v."tzVersion", by_tick = v."byTick", last_error = v."lastError"
        FROM jsonb_to_recordset(${JSON.stringify(stands)}::jsonb)
          AS v(id uuid, cursor timestamptz, "cursorLocal" text, "nextFireAt" timestamptz, "dueAt" timestamptz, "tzVersion" text, "byTick" boolean, "lastError" text)
       WHERE s.id = v.id)
    INSERT INTO public.schedule_fire (schedule_id, kind, fire_at, local_time, state, count, last_at, actual_at, attempt,
                                      outcome, detail, finished_at, command_id, actor_name)
    SELECT f."scheduleId", f.kind, f."fireAt", f."localTime", f.state, f.count, f."lastAt", f."actualAt",
           CASE WHEN f.outcome IS NULL THEN 0 ELSE 1 END, f.outcome, f.detail, f."finishedAt", f."commandId", f."actorName"
      FROM jsonb_to_recordset(${JSON.stringify(fires)}::jsonb)
        AS f("scheduleId" uuid, kind text, "fireAt" timestamptz, "localTime" text, state text, count int, "lastAt" timestamptz,
             "actualAt" timestamptz, outcome text, detail text, "finishedAt" timestamptz, "commandId" uuid, "actorName" text)`
}
