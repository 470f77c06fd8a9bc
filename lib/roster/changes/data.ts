import type { Context } from '@/lib/platform/context'
import type { Before, Given } from './rules'

/** What the last generate of a week was made from, and the roster before it; null before the second. */
export async function findBefore(ctx: Context, runId: string): Promise<{ given: Given | null; before: Before | null }> {
  const [row] = await ctx.db.$queryRaw<{ given: Given | null; before: Before | null }[]>`
    SELECT pick -> 'given' AS given, pick -> 'before' AS before FROM public.roster_run WHERE id = ${runId}::uuid`
  return { given: row?.given ?? null, before: row?.before ?? null }
}
