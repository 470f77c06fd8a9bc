import { z } from 'zod'
import { TICK } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { route } from '@/lib/server/route'
import { keepHeartbeat, type TickPart, tick } from '@/lib/server/tick'

/**
 * One tick on request, behind the cron secret and safe to repeat; it reads the query alone, whatever the verb. A tick
 * in which a part broke leaves no heartbeat and answers 500 with its report, so that whoever calls hears of it.
 */
export const cronRoute = (parts: readonly TickPart[]) =>
  route(
    {
      name: 'cron.tick',
      method: 'GET',
      access: { secret: () => [env().CRON_SECRET, env().CRON_SECRET_PREVIOUS], actor: TICK },
      input: z.strictObject({ passes: z.enum(['1', '2']).default('1') }),
    },
    async (ctx, { passes }) => {
      const report = await tick(ctx, parts, { passes: passes === '2' ? 2 : 1 })
      if (report.good) await keepHeartbeat(ctx, report)
      return Response.json(report, { status: report.good ? 200 : 500 })
    },
  )
