import { listAhead } from '@/lib/messages/ahead/data'
import { aheadWords, heldAhead } from '@/lib/messages/ahead/labels'
import { countDue, deliver, type MessageKind } from '@/lib/messages/effects'
import { sceneOf } from '@/lib/messages/loaders'
import { wouldHold } from '@/lib/messages/restore/process'
import type { Transport } from '@/lib/messages/transport/contract'
import type { Context } from '@/lib/platform/context'
import { MOST_LINES, type TickPart } from '@/lib/server/tick'
import type { SubjectWords } from '@/lib/timeline/loaders'

/** Rows that one tick claims at most: four lines at ten mails a second would need longer than the budget. */
const MOST = 1_000

/**
 * Settles what crashed workers left, then sends what may go out, until its time is over.
 * @param subjects whose names a preview says
 */
export function messageDelivery(
  kindsOf: (ctx: Context) => readonly MessageKind[],
  transportOf: () => Transport,
  subjects: readonly SubjectWords[] = [],
): TickPart {
  const asked = (ctx: Context) => ({ kinds: kindsOf(ctx), transport: transportOf() })
  return {
    name: 'messages',
    share: 10,
    plan: async (ctx) => ({ due: await countDue(ctx, asked(ctx)) }),
    async tell(ctx) {
      const held = await wouldHold(ctx)
      const { groups, settled, calls } = await listAhead(ctx, asked(ctx), MOST_LINES)
      const shown = held ? groups.filter(({ fate }) => fate !== 'sent') : groups
      const { aboutOf } = await sceneOf(ctx, subjects, shown)
      const captures = transportOf().name === 'capture'
      const lines = shown.map((group) => {
        const { name: subject, href } = aboutOf(group)
        return { ...aheadWords(group, captures), at: group.since, zone: null, subject, href, count: group.count }
      })
      // As in the run: what crashed workers left counts as due when it is found.
      if (!held) return { due: calls + settled, lines }
      return { due: settled, lines, ...(calls > 0 ? { note: heldAhead(calls) } : {}) }
    },
    async run(ctx, plan, deadline) {
      const options = { ...asked(ctx), budget: { ms: deadline.left(), rows: MOST } }
      const { sent, deferred, failed, unknown, recovered, letGo, left } = await deliver(ctx, options)
      // Leases of dead workers come up only in the run, so they count as due when they are found.
      const found = recovered + letGo
      return { due: plan.due + found, done: sent + found, failed: deferred + failed + unknown, left }
    },
  }
}
