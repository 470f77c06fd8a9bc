import { z } from 'zod'
import { toldTo } from '@/lib/registry'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'
import { loadStatus } from '@/lib/server/status'

/** What the frame of every page asks again and again: a few small reads. */
export const GET = route(
  { name: 'status', method: 'GET', access: { permission: 'account.own' }, input: z.strictObject({}) },
  async (ctx) => done(await loadStatus(ctx, toldTo(ctx.user.role))),
)
