import { loadReminder } from '@/lib/roster/answers/reminders/loaders'
import { reminderInput } from '@/lib/roster/answers/schema'
import { done, refuse } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** What "Remind" would send now, for its dialog. Looking writes nothing. */
export const GET = route(
  { name: 'week.reminder', method: 'GET', access: { permission: 'roster.operate' }, input: reminderInput },
  async (ctx, { runId, person }) => {
    const view = await loadReminder(ctx, runId, person)
    return view ? done(view) : refuse('not_found', 'This week is not there any more.')
  },
)
