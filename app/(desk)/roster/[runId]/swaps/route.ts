import { loadSwaps } from '@/lib/roster/swaps/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** The swaps of a week again, for its card to stay true while the page is open. */
export const GET = route(
  { name: 'swaps.live', method: 'GET', access: { permission: 'roster.read' }, input: weekIdInput },
  async (ctx, { runId }) => {
    const swaps = await loadSwaps(ctx, runId)
    return swaps ? done(swaps) : refuse('not_found', 'This week is not sent, or not there any more.')
  },
)
