import type { Context } from '@/lib/platform/context'

/** Ids of a feature that the ledger keeps. */
export async function listKept(ctx: Context, feature: string): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ key: string }[]>`
    SELECT key FROM public.schedule WHERE state <> 'REMOVED' AND starts_with(key, ${`${feature}:`}::text) ORDER BY key`
  return rows.map(({ key }) => key)
}
