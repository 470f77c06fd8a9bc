import { z } from 'zod'
import { loadTodayPage } from '@/app/(desk)/(today)/load'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** Today again, for its page to stay true while it is open. */
export const GET = route(
  { name: 'today.live', method: 'GET', access: { permission: 'account.own' }, input: z.strictObject({}) },
  async (ctx) => done(await loadTodayPage(ctx)),
)
