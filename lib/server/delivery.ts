import { countDue, deliver, type MessageKind } from '@/lib/messages/effects'
import type { Transport } from '@/lib/messages/transport/contract'
import type { Context } from '@/lib/platform/context'
import type { TickPart } from '@/lib/server/tick'

/** Rows that one tick claims at most: four lines at ten mails a second would need longer than the budget. */
const MOST = 1_000

/** Settles what crashed workers left, then sends what may go out, until its time is over. */
export function messageDelivery(
  kindsOf: (ctx: Context) => readonly MessageKind[],
  transportOf: () => Transport,
): TickPart {
  return {
    name: 'messages',
    share: 10,
    plan: async (ctx) => ({ due: await countDue(ctx, { kinds: kindsOf(ctx), transport: transportOf() }) }),
    async run(ctx, plan, deadline) {
      const options = { kinds: kindsOf(ctx), transport: transportOf(), budget: { ms: deadline.left(), rows: MOST } }
      const { sent, deferred, failed, unknown, recovered, letGo, left } = await deliver(ctx, options)
      // Leases of dead workers come up only in the run, so they count as due when they are found.
      const found = recovered + letGo
      return { due: plan.due + found, done: sent + found, failed: deferred + failed + unknown, left }
    },
  }
}
