import { loadAnswer } from '@/lib/roster/answers/loaders'
import { fullAnswerInput } from '@/lib/roster/answers/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** One person's answer, shift by shift. */
export const GET = route(
  { name: 'week.answer', method: 'GET', access: { permission: 'roster.read' }, input: fullAnswerInput },
  async (ctx, { runId, tenderId }) => {
    const answer = await loadAnswer(ctx, runId, tenderId)
    return answer ? done(answer) : refuse('not_found', 'There is no answer of this person any more.')
  },
)
