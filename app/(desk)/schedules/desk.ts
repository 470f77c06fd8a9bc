import { can } from '@/lib/access/rules'
import { handlers } from '@/lib/registry'
import type { Desk } from '@/lib/schedules/desk/loaders'
import { scheduler } from '@/lib/schedules/process'
import type { ActionContext } from '@/lib/server/action'

/** Where schedules are kept, and what somebody may do with them. */
export const deskOf = (ctx: ActionContext): Desk => ({
  backend: scheduler(ctx, handlers).backend,
  mayOperate: can(ctx.user.role, 'schedules.operate'),
})
