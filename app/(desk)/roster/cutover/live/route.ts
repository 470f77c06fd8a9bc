import { z } from 'zod'
import { loadCutover } from '@/lib/roster/cutover/loaders'
import { done } from '@/lib/server/result'
import { route } from '@/lib/server/route'

/** The cut-over again, for its page to stay true while it is open. */
export const GET = route(
  { name: 'cutover.live', method: 'GET', access: { permission: 'roster.operate' }, input: z.strictObject({}) },
  async (ctx) => done(await loadCutover(ctx)),
)
