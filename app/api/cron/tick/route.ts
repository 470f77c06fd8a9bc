import { z } from 'zod'
import { TICK } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { tickParts } from '@/lib/registry'
import { route } from '@/lib/server/route'
import { keepHeartbeat, tick } from '@/lib/server/tick'

/** Seconds: the platform's own limit, three times the tick's budget. */
export const maxDuration = 60

/**
 * One tick. GET because Vercel's cron sends nothing else, POST for everybody else; both read the query alone. Behind
 * the secret, and safe to repeat. A tick in which a part broke answers 500 with its report, so that whoever calls
 * hears of it.
 */
export const GET = route(
  {
    name: 'cron.tick',
    method: 'GET',
    access: { secret: () => [env().CRON_SECRET, env().CRON_SECRET_PREVIOUS], actor: TICK },
    input: z.strictObject({ passes: z.enum(['1', '2']).default('1') }),
  },
  async (ctx, { passes }) => {
    const report = await tick(ctx, tickParts, { passes: passes === '2' ? 2 : 1 })
    if (report.good) await keepHeartbeat(ctx, report)
    return Response.json(report, { status: report.good ? 200 : 500 })
  },
)
export const POST = GET

/** Next would answer HEAD by running GET. */
export const HEAD = () => new Response(null, { status: 405, headers: { allow: 'GET, POST' } })
