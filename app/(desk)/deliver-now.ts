import { deliver } from '@/lib/messages/effects'
import { configuredTransport } from '@/lib/messages/transport/configured'
import type { Context } from '@/lib/platform/context'
import { messageKinds } from '@/lib/registry'

/** How long a button that wrote mails stays with their delivery, in ms. What is left is the tick's. */
const DELIVERY_MS = 5_000

/**
 * Sends what a press wrote, as far as a few seconds go: of one subject, or whatever is due. Whoever settles the last
 * mail of a week ends it.
 */
export const deliverNow = (ctx: Context, subjectId?: string) =>
  deliver(ctx, {
    kinds: messageKinds(ctx),
    transport: configuredTransport(),
    ...(subjectId ? { subjectId } : {}),
    budget: { ms: DELIVERY_MS, rows: 1_000 },
  })
