import { loadWeek } from '@/lib/roster/week/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** The week again, for its page to stay true while it is open. */
export const GET = route(
  { name: 'week.live', method: 'GET', access: { permission: 'roster.read' }, input: weekIdInput },
  async (ctx, { runId }) => {
    const week = await loadWeek(ctx, runId)
    return week ? done(week) : refuse('not_found', 'This week is not there any more.')
  },
)
