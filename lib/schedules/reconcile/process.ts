import { type Context, inTransaction } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { spanEvent } from '@/lib/platform/telemetry'
import type { Owner, Waking } from '../effects'
import { unregisterRow } from '../rows/process'
import type { ReconcileReport, Told } from '../schema'
import { listKept, takeOver } from './data'

type Failed = { id: string; sentence: string }

/** Runs one step of the sweep: what it throws is told and never stops the rest. @returns whether it was done */
export async function sweepOne(
  ctx: Context,
  failed: Failed[],
  id: string,
  work: () => Promise<Told>,
): Promise<boolean> {
  try {
    const told = await work()
    if (!told.ok) failed.push({ id, sentence: told.sentence })
    return told.ok
  } catch (error) {
    logFor(ctx.requestId).error({ schedule: id, err: error }, 'a schedule could not be reconciled')
    failed.push({ id, sentence: 'It broke. The log has the cause; the next sweep tries it again.' })
    return false
  }
}

/**
 * Holds what the ledger keeps of a feature against what its owner expects: takes away orphans, each looked at again under
 * its owner's lock, and lets the owner register what is missing. A dry run only says so.
 */
export async function reconcileRows(ctx: Context, owner: Owner, waking: Waking): Promise<ReconcileReport> {
  const { feature, expectedIds, stillExpected, heal, dryRun = false } = owner
  const kept = await listKept(ctx, feature)
  const [keptIds, expected] = [new Set(kept), new Set(expectedIds)]
  const orphans = kept.filter((id) => !expected.has(id))
  const missing = expectedIds.filter((id) => !keptIds.has(id))
  const failed: Failed[] = []
  const taken: string[] = []
  if (!dryRun) {
    await takeOver(ctx, feature)
    for (const id of orphans) {
      const step = () =>
        inTransaction(ctx, async (tx): Promise<Told> => {
          if (await stillExpected(tx, id)) return { ok: true }
          const gone = await unregisterRow(tx, id, waking)
          if (gone.ok) taken.push(id)
          return gone
        })
      await sweepOne(ctx, failed, id, step)
    }
    for (const id of missing) await sweepOne(ctx, failed, id, () => heal(ctx, id))
  }
  spanEvent('schedule.reconcile', { feature, orphans: orphans.length, missing: missing.length, failed: failed.length })
  return {
    orphansUnregistered: taken.length,
    orphans: dryRun ? orphans : taken,
    missing,
    differing: [],
    pausedElsewhere: [],
    failed,
    dryRun,
  }
}
