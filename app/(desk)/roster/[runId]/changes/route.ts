import { loadChanges } from '@/lib/roster/changes/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** What the last generate of a week changed, and why. */
export const GET = route(
  { name: 'week.changes', method: 'GET', access: { permission: 'roster.read' }, input: weekIdInput },
  async (ctx, { runId }) => {
    const changes = await loadChanges(ctx, runId)
    return changes ? done(changes) : refuse('not_found', 'This roster was generated once, so nothing can have changed.')
  },
)
