import type { Context } from '@/lib/platform/context'

/** What schedules of our own name; polled before any is registered. */
const OURS = 'daybook'

/** Every task queue that a kept schedule names. */
export async function findQueues(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ queue: string }[]>`
    SELECT DISTINCT task_queue AS queue FROM public.schedule WHERE state <> 'REMOVED'`
  return [...new Set([OURS, ...rows.map(({ queue }) => queue)])]
}
