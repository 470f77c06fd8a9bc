import type { Context } from '@/lib/platform/context'

/** Gives the tick what a server woke for: the schedules of a feature that were kept on another backend. */
export const takeOver = (ctx: Context, feature: string): Promise<number> =>
  ctx.db.$executeRaw`
    UPDATE public.schedule SET by_tick = true
     WHERE NOT by_tick AND state <> 'REMOVED' AND starts_with(key, ${`${feature}:`}::text)`

/** Ids of a feature that the ledger keeps. */
export async function listKept(ctx: Context, feature: string): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ key: string }[]>`
    SELECT key FROM public.schedule WHERE state <> 'REMOVED' AND starts_with(key, ${`${feature}:`}::text) ORDER BY key`
  return rows.map(({ key }) => key)
}
