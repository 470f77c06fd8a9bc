import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { FireOutcome, FireState } from '../../schema'

export type Slot = { state: FireState; outcome: string | null; count: number; local: string }

/** The row of the ledger that a time stands in, alone or in a run; null where there is none. */
export async function findSlot(tx: Context, id: string, at: Date): Promise<Slot | null> {
  const [row] = await tx.db.$queryRaw<Slot[]>`
    SELECT state, outcome, count, local_time AS local FROM public.schedule_fire
     WHERE schedule_id = ${id}::uuid AND kind = 'slot' AND fire_at <= ${at} AND coalesce(last_at, fire_at) >= ${at}
     ORDER BY fire_at DESC LIMIT 1`
  return row ?? null
}

/** Lets a time that was written down as missed fire after all. @param outcome none where a job is left open for it */
export const takeBack = (tx: Context, id: string, at: Date, outcome: FireOutcome | undefined): Promise<number> =>
  tx.db.$executeRaw`
    UPDATE public.schedule_fire
       SET state = 'fired', actual_at = ${clock(tx)}, attempt = ${outcome ? 1 : 0}::int, outcome = ${outcome?.outcome ?? null}::text,
           detail = ${outcome?.detail ?? null}::text, finished_at = CASE WHEN ${outcome !== undefined}::boolean THEN ${clock(tx)} END
     WHERE schedule_id = ${id}::uuid AND kind = 'slot' AND fire_at = ${at} AND state = 'missed'`
