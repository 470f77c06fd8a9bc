import { seal } from '@/lib/engine/seal'
import type { Context } from '@/lib/platform/context'
import type { TickPart } from '@/lib/server/tick'

/**
 * Seals what is finished, last in the tick, so that what the tick itself did is sealed with it or by the next one.
 * @param note told after each sealing, so that the installation remembers outside of the database how far it was
 */
export function auditSealing(note: (ctx: Context) => Promise<void>): TickPart {
  return {
    name: 'seals',
    share: 2,
    plan: async (ctx) => ({ due: (await hasUnsealed(ctx)) ? 1 : 0 }),
    async run(ctx, { due }) {
      const sealed = due > 0 ? await seal(ctx) : 0
      await note(ctx)
      return { due, done: sealed, failed: 0, left: Math.max(0, due - sealed) }
    },
  }
}

/** Whether an event stands behind the newest seal. */
async function hasUnsealed(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<[{ due: boolean }]>`SELECT public.unsealed_since() IS NOT NULL AS due`
  return row.due
}
