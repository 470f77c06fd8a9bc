import { findStanding, stampOf } from '@/lib/roster/sending/wall/data'
import { weekIdInput } from '@/lib/roster/week/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** Which roster the week has by now, for whoever reads its mails or its sheet. */
export const GET = route(
  { name: 'mails.live', method: 'GET', access: { permission: 'roster.read' }, input: weekIdInput },
  async (ctx, { runId }) => {
    const standing = await findStanding(ctx, runId)
    return standing
      ? done({ stamp: stampOf(standing) })
      : refuse('not_found', 'This week is not there any more. Go back to the list of weeks.')
  },
)
