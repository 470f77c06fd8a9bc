import { clock, ms } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { DueFire } from '../effects'

/** A fire that this process is to do: `token` fences whoever held it before. */
export type Job = DueFire & { workflowType: string; token: string }

/** May be taken: nobody holds it, and unless its policy allows it, no earlier slot of its schedule is open. */
const TAKEABLE = Prisma.sql`
  f.finished_at IS NULL AND f.state = 'fired'
  AND (f.kind = 'manual' OR s.overlap = 'allow' OR NOT EXISTS (
        SELECT FROM public.schedule_fire e
         WHERE e.schedule_id = f.schedule_id AND e.kind = 'slot' AND e.state = 'fired' AND e.finished_at IS NULL AND e.fire_at < f.fire_at))`

/**
 * Lets what waits for an earlier fire come up once that has ended, unless its schedule has been paused or taken away
 * since.
 */
export const promote = (ctx: Context): Promise<number> => ctx.db.$executeRaw`
  UPDATE public.schedule_fire f
     SET state = CASE s.state WHEN 'ACTIVE' THEN 'fired' WHEN 'PAUSED' THEN 'skipped_paused' ELSE 'missed' END,
         finished_at = CASE WHEN s.state <> 'ACTIVE' THEN ${clock(ctx)} END
    FROM public.schedule s
   WHERE f.schedule_id = s.id AND f.finished_at IS NULL AND f.state = 'waiting'
     AND NOT EXISTS (SELECT FROM public.schedule_fire e
                      WHERE e.schedule_id = s.id AND e.kind = 'slot' AND e.state = 'fired' AND e.finished_at IS NULL)`

/** How many fires are open and not held. */
export async function countOpen(ctx: Context): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ n: number }]>`
    SELECT count(*)::int AS n FROM public.schedule_fire f JOIN public.schedule s ON s.id = f.schedule_id
     WHERE ${TAKEABLE} AND (f.lease_until IS NULL OR f.lease_until <= ${clock(ctx)})`
  return row.n
}

/** Takes up to `limit` open fires, oldest first, each under a lease as long as its type asks. */
export const takeJobs = (ctx: Context, seconds: Readonly<Record<string, number>>, limit: number): Promise<Job[]> =>
  ctx.db.$queryRaw`
    WITH pick AS MATERIALIZED (
      SELECT f.schedule_id, f.kind, f.fire_at, s.key, s.workflow_type, s.zone, s.args
        FROM public.schedule_fire f JOIN public.schedule s ON s.id = f.schedule_id
       WHERE ${TAKEABLE} AND (f.lease_until IS NULL OR f.lease_until <= ${clock(ctx)})
       ORDER BY f.fire_at LIMIT ${limit}::int FOR NO KEY UPDATE OF f SKIP LOCKED)
    UPDATE public.schedule_fire f
       SET attempt = f.attempt + 1, token = gen_random_uuid(),
           lease_until = ${clock(ctx)} + make_interval(secs => coalesce((${JSON.stringify(seconds)}::jsonb ->> pick.workflow_type)::float8, 60))
      FROM pick WHERE f.schedule_id = pick.schedule_id AND f.kind = pick.kind AND f.fire_at = pick.fire_at
    RETURNING f.schedule_id::text AS "scheduleId", pick.key, f.kind, f.fire_at AS "fireAt", f.local_time AS "localTime", pick.zone,
              pick.args, f.attempt, pick.workflow_type AS "workflowType", f.token::text AS token`

/** Ends a fire that is still this worker's. @returns whether it was */
export const finish = (ctx: Context, job: Job, { outcome, detail }: { outcome: string; detail?: string }) =>
  ctx.db.$executeRaw`
    UPDATE public.schedule_fire SET outcome = ${outcome}::text, detail = ${detail ?? null}::text, finished_at = ${clock(ctx)},
           token = NULL, lease_until = NULL
     WHERE schedule_id = ${job.scheduleId}::uuid AND kind = ${job.kind}::text AND fire_at = ${job.fireAt} AND token = ${job.token}::uuid`

/** Gives it back: nobody takes it before `delay` (ms) is over. */
export const putOff = (ctx: Context, job: Job, delay: number) => ctx.db.$executeRaw`
  UPDATE public.schedule_fire SET lease_until = ${clock(ctx)} + ${ms(delay)}
   WHERE schedule_id = ${job.scheduleId}::uuid AND kind = ${job.kind}::text AND fire_at = ${job.fireAt} AND token = ${job.token}::uuid`
