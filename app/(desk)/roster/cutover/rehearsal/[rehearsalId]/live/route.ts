import { z } from 'zod'
import { loadNewer } from '@/app/(desk)/roster/cutover/rehearsal/load'
import { rehearsalIdSchema } from '@/lib/roster/rehearsal/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** `seen`: the stamp of what the page shows. */
const input = rehearsalIdSchema.extend({ seen: z.string().max(200).default('') })

/** The rehearsal again, for its page to stay true while it is open. */
export const GET = route(
  { name: 'rehearsal.live', method: 'GET', access: { permission: 'roster.operate' }, input },
  async (ctx, { rehearsalId, seen }) => {
    const live = await loadNewer(ctx, rehearsalId, seen)
    return live ? done(live) : refuse('not_found', 'This rehearsal is not there. Go back to the cut-over.')
  },
)
