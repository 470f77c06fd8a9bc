import { WINDOW_MS } from '@/lib/access/limits/rules'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'

export type Limit = { key: string; tries: number }

/** Windows of the day before are of no use to anybody; fifty at a time keep the statement short. */
const forgetOld = (ctx: Context) => ctx.db.$executeRaw`
  DELETE FROM rate_limit WHERE key IN (
    SELECT key FROM rate_limit WHERE window_start < ${clock(ctx)} - interval '1 day'
    ORDER BY key LIMIT 50 FOR UPDATE SKIP LOCKED)`

/**
 * Counts one try under each key before it is made, so that parallel tries cannot pass together.
 *
 * @returns 0, or the milliseconds until the fullest of the windows ends
 */
export async function countTry(ctx: Context, limits: readonly Limit[]): Promise<number> {
  const keys = limits.map((limit) => limit.key)
  const rows = await ctx.db.$queryRaw<{ key: string; count: number; left: number }[]>`
    INSERT INTO rate_limit AS r (key, window_start, count)
    SELECT key, ${clock(ctx)}, 1 FROM unnest(${keys}::text[]) AS key ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.window_start + ${WINDOW_MS} * interval '1 millisecond' <= excluded.window_start
                   THEN 1 ELSE r.count + 1 END,
      window_start = CASE WHEN r.window_start + ${WINDOW_MS} * interval '1 millisecond' <= excluded.window_start
                          THEN excluded.window_start ELSE r.window_start END
    RETURNING key, count,
      (extract(epoch FROM window_start - ${clock(ctx)}) * 1000 + ${WINDOW_MS})::float8 AS left`
  const over = rows.filter((row) => row.count > (limits.find((limit) => limit.key === row.key)?.tries ?? 0))
  await forgetOld(ctx)
  return Math.max(0, ...over.map((row) => Math.max(1, row.left)))
}

/** Takes a try back that turned out to be the owner's. */
export async function giveBack(ctx: Context, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map((limit) => limit.key)
  await ctx.db.$executeRaw`
    UPDATE rate_limit SET count = greatest(0, count - 1) WHERE key IN (
      SELECT key FROM rate_limit WHERE key = ANY(${keys}::text[]) ORDER BY key FOR UPDATE)`
}
