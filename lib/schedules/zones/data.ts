import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { Row } from '../ledger/schema'

/** Computed on other zone data than `version`, as two ranges, so that the index finds the few. */
const staleTo = (version: string) =>
  Prisma.sql`(tz_version < ${version}::text OR tz_version > ${version}::text) AND state <> 'REMOVED'`

/** How many schedules' next time was computed on other zone data than `version`. */
export async function countStale(ctx: Context, version: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ n: number }]>`
    SELECT count(*)::int AS n FROM public.schedule WHERE ${staleTo(version)}`
  return row.n
}

export type StaleRow = Pick<
  Row,
  | 'key'
  | 'state'
  | 'cron'
  | 'zone'
  | 'jitter'
  | 'repeats'
  | 'catchUp'
  | 'window'
  | 'cursor'
  | 'cursorLocal'
  | 'nextFireAt'
  | 'tzVersion'
>

/** Up to `limit` of them, the next to fire first. */
export const listStale = (ctx: Context, version: string, limit: number): Promise<StaleRow[]> =>
  ctx.db.$queryRaw`
    SELECT key, state, cron, zone, jitter, repeats, catch_up AS "catchUp", catch_up_window AS "window", cursor,
           cursor_local AS "cursorLocal", next_fire_at AS "nextFireAt", tz_version AS "tzVersion"
      FROM public.schedule WHERE ${staleTo(version)} ORDER BY next_fire_at, key LIMIT ${limit}::int`
