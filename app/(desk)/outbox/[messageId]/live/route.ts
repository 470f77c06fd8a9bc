import { loadMessage } from '@/lib/messages/outbox/loaders'
import { messageIdInput } from '@/lib/messages/outbox/schema'
import { subjects } from '@/lib/registry'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** A message again without its bytes, which never change. */
export const GET = route(
  { name: 'message.live', method: 'GET', access: { permission: 'outbox.read' }, input: messageIdInput },
  async (ctx, { messageId }) => {
    const loaded = await loadMessage(ctx, subjects, messageId)
    return loaded ? done(loaded.message) : refuse('not_found', 'This message is not there any more.')
  },
)
