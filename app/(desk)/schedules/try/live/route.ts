import { trialView } from '@/lib/schedules/trial/rules'
import { trialSchema } from '@/lib/schedules/trial/schema'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** What a cron would do, while it is typed. */
export const GET = route(
  { name: 'schedules.try', method: 'GET', access: { permission: 'schedules.read' }, input: trialSchema },
  async (ctx, input) => done(trialView(input, ctx.now())),
)
