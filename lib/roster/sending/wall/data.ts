import type { Context } from '@/lib/platform/context'

type Standing = { version: number; swaps: number }

/** How often a week has moved, and how many swaps of its seats were confirmed; null: no week. */
export async function findStanding(ctx: Context, runId: string): Promise<Standing | null> {
  const [row] = await ctx.db.$queryRaw<Standing[]>`
    SELECT r.version, (SELECT count(*)::int FROM public.swap s WHERE s.run_id = r.id AND s.state = 'confirmed') AS swaps
      FROM public.roster_run r WHERE r.id = ${runId}::uuid`
  return row ?? null
}

export const stampOf = ({ version, swaps }: Standing): string => `${version}.${swaps}`
