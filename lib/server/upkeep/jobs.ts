import type { AnyMachine } from '@/lib/engine/machine'
import type { Context } from '@/lib/platform/context'
import type { Handlers, JobHandler, Owner, SchedulerClient } from '@/lib/schedules/effects'
import { linesOf, reconcileAll, sumOf } from '@/lib/schedules/report/process'
import { verifyRecord } from '@/lib/timeline/process'

const figure = (count: number): string => count.toLocaleString('en-GB')

/**
 * Computes every seal again, as the button on Settings does. A fault fails the fire, which Today then shows until a
 * later one passes. It reads the record alone, so a second run after a lost worker does no harm.
 */
const auditVerify = (machines: readonly AnyMachine[]): JobHandler => ({
  kind: 'job',
  seconds: 900,
  async run(ctx) {
    const { found, seals, events, subjects, faults } = await verifyRecord(ctx, machines)
    if (found === 0)
      return {
        outcome: 'done',
        detail: `${figure(seals)} seals, ${figure(events)} events and ${figure(subjects)} subjects agree.`,
      }
    const [first = ''] = faults
    return { outcome: 'failed', detail: `${figure(found)} found, the first: ${first} Look at the record in Settings.` }
  },
})

export type Reconciling = {
  client(ctx: Context): SchedulerClient
  owners(ctx: Context): Promise<readonly Owner[]>
}

/** Every feature's schedules held against its owner: the sweep of the boot and of each Monday. */
export async function sweep(ctx: Context, { client, owners }: Reconciling) {
  const reports = await reconcileAll(client(ctx), await owners(ctx), false)
  const lines = reports.flatMap(({ report }) => linesOf(report))
  return sumOf(lines, false, reports.length)
}

const schedulerReconcile = (of: Reconciling): JobHandler => ({
  kind: 'job',
  seconds: 600,
  async run(ctx) {
    const { failed, sentence } = await sweep(ctx, of)
    return { outcome: failed > 0 ? 'failed' : 'done', detail: sentence }
  },
})

/** Who does what `UPKEEP` names. */
export const upkeepHandlers = (machines: readonly AnyMachine[], of: Reconciling): Handlers => ({
  AuditVerify: auditVerify(machines),
  SchedulerReconcile: schedulerReconcile(of),
})
