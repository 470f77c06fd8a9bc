import { z } from 'zod'
import { TICK } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { previewTick } from '@/lib/server/preview/loaders'
import { instantInput } from '@/lib/server/preview/schema'
import { route } from '@/lib/server/route'
import { keepHeartbeat, type TickPart, tick } from '@/lib/server/tick'

const tickInput = z
  .strictObject({
    passes: z.enum(['1', '2']).optional(),
    at: instantInput.optional(),
    dryRun: z.literal('1').optional(),
  })
  .refine(({ at, dryRun }) => !at || dryRun, {
    path: ['at'],
    error: 'A tick cannot be run at another time: add dryRun=1 to see what it would do then.',
  })
  .refine(({ at, dryRun }) => at || !dryRun, {
    path: ['dryRun'],
    error: 'Say for when: add at with an instant, such as at=2026-10-25T01:30Z.',
  })
  .refine(({ passes, dryRun }) => !passes || !dryRun, {
    path: ['passes'],
    error: 'Nothing is run here, so leave passes out.',
  })

/**
 * One tick on request, behind the cron secret and safe to repeat; it reads the query alone, whatever the verb. A tick
 * in which a part broke leaves no heartbeat and answers 500 with its report, so that whoever calls hears of it.
 *
 * With `at` and `dryRun` nothing is run and no heartbeat kept: the answer is what a tick would do at that instant.
 */
export const cronRoute = (parts: readonly TickPart[]) =>
  route(
    {
      name: 'cron.tick',
      method: 'GET',
      access: { secret: () => [env().CRON_SECRET, env().CRON_SECRET_PREVIOUS], actor: TICK },
      input: tickInput,
    },
    async (ctx, { passes, at }) => {
      if (at) return Response.json(await previewTick(ctx, parts, at))
      const report = await tick(ctx, parts, { passes: passes === '2' ? 2 : 1 })
      if (report.good) await keepHeartbeat(ctx, report)
      return Response.json(report, { status: report.good ? 200 : 500 })
    },
  )
