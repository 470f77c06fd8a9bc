import { loadOutbox } from '@/lib/messages/loaders'
import { outboxSchema } from '@/lib/messages/outbox/schema'
import { subjects } from '@/lib/registry'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** The list again, for its page to stay true while it is open. */
export const GET = route(
  { name: 'outbox.live', method: 'GET', access: { permission: 'outbox.read' }, input: outboxSchema },
  async (ctx, input) => done(await loadOutbox(ctx, subjects, input)),
)
