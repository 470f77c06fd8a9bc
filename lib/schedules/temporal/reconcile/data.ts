import type { Context } from '@/lib/platform/context'
import type { ScheduleState } from '../../machine'

/** A schedule as the ledger keeps it, as far as the server must agree with it. */
export type KeptRow = { id: string; cron: string; zone: string; jitter: number; state: ScheduleState }

export const findKept = (ctx: Context, feature: string): Promise<KeptRow[]> =>
  ctx.db.$queryRaw`
    SELECT key AS id, cron, zone, jitter, state FROM public.schedule
     WHERE state <> 'REMOVED' AND starts_with(key, ${`${feature}:`}::text) ORDER BY key`
