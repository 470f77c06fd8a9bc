import { z } from 'zod'
import { SYSTEM } from '@/lib/platform/context'
import { rosterEngine } from '@/lib/roster/cutover/data'
import { loadHealth } from '@/lib/server/health'
import { route } from '@/lib/server/route'

/** For whoever watches from outside: 200 while the database answers and ticks come, else 503. */
export const GET = route(
  { name: 'health', method: 'GET', access: { public: true, actor: SYSTEM }, input: z.strictObject({}) },
  async (ctx) => {
    const health = await loadHealth(ctx, rosterEngine)
    return Response.json(health, { status: health.status === 'ok' ? 200 : 503 })
  },
)
