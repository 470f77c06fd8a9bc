import { loadWhy } from '@/lib/roster/why/loaders'
import { whyInput } from '@/lib/roster/why/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** Why somebody works a shift of the week, or why not. */
export const GET = route(
  { name: 'week.why', method: 'GET', access: { permission: 'roster.read' }, input: whyInput },
  async (ctx, { runId, ...pair }) => {
    const why = await loadWhy(ctx, runId, pair)
    return why
      ? done(why)
      : refuse('not_found', 'This person or shift is not part of the week any more. Load it again.')
  },
)
