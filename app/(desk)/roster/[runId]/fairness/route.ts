import { loadFairness } from '@/lib/roster/fairness/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** Who worked how much of their share in the half year before a week, and the ledger behind it. */
export const GET = route(
  { name: 'week.fairness', method: 'GET', access: { permission: 'roster.read' }, input: weekIdInput },
  async (ctx, { runId }) => {
    const fairness = await loadFairness(ctx, runId)
    return fairness ? done(fairness) : refuse('not_found', 'This week is not there any more.')
  },
)
