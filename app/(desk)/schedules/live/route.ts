import { deskOf } from '@/app/(desk)/schedules/desk'
import { loadSchedules } from '@/lib/schedules/desk/loaders'
import { schedulesSchema } from '@/lib/schedules/desk/schema'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** The schedules again, for their page to stay true while it is open. */
export const GET = route(
  { name: 'schedules.live', method: 'GET', access: { permission: 'schedules.read' }, input: schedulesSchema },
  async (ctx, input) => done(await loadSchedules(ctx, input, deskOf(ctx))),
)
