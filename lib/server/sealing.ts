import { seal } from '@/lib/engine/seal'
import type { Context } from '@/lib/platform/context'
import type { Plan, PlanLine, TickPart } from '@/lib/server/tick'

/**
 * Seals what is finished, last in the tick, so that what the tick itself did is sealed with it or by the next one.
 * @param note told after each sealing, so that the installation remembers outside of the database how far it was
 */
export function auditSealing(note: (ctx: Context) => Promise<void>): TickPart<Plan & { since: Date | null }> {
  return {
    name: 'seals',
    share: 2,
    async plan(ctx) {
      const since = await unsealedSince(ctx)
      return { due: since ? 1 : 0, since }
    },
    // A seal asks for no time, so a tick takes whatever is there; a look back at an instant before it finds nothing.
    tell: async (ctx, { since }) => (since && since <= ctx.now() ? { due: 1, lines: [lineOf(since)] } : NOTHING),
    async run(ctx, { due }) {
      const sealed = due > 0 ? await seal(ctx) : 0
      await note(ctx)
      return { due, done: sealed, failed: 0, left: Math.max(0, due - sealed) }
    },
  }
}

const NOTHING = { due: 0, lines: [] }

const lineOf = (since: Date): PlanLine => ({
  what: 'Put the newest events under a seal',
  why: 'The oldest of them stands in the record since then.',
  at: since,
  zone: null,
  href: '/settings/record',
  subject: 'Record',
  count: 1,
})

/** When the oldest event behind the newest seal was written; null where all of them are under one. */
async function unsealedSince(ctx: Context): Promise<Date | null> {
  const [row] = await ctx.db.$queryRaw<[{ since: Date | null }]>`SELECT public.unsealed_since() AS since`
  return row.since
}
