import { z } from 'zod'
import { loadMailOf } from '@/lib/roster/rehearsal/loaders'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

const input = z.strictObject({ rehearsalId: z.uuid(), messageId: z.uuid() })

/** One mail of a rehearsal, as it was written: the Outbox does not have it. */
export const GET = route(
  { name: 'rehearsal.mail', method: 'GET', access: { permission: 'roster.operate' }, input },
  async (ctx, { rehearsalId, messageId }) => {
    const loaded = await loadMailOf(ctx, rehearsalId, messageId)
    return loaded ? done({ mail: loaded.mail }) : refuse('not_found', 'This rehearsal has no such mail.')
  },
)
