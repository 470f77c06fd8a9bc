import { record } from '@/lib/engine/audit'
import { type Context, inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { spanEvent } from '@/lib/platform/telemetry'
import { isZone, ZoneError } from '@/lib/platform/zones'
import { localAt } from '../due/stand'
import type { Waking } from '../effects'
import { scheduleFacts, unknownWords } from '../labels'
import { findTriggered, lastManual, lockOne, writeClaim } from '../ledger/data'
import { runSet } from '../ledger/effects'
import { schedule } from '../machine'
import { invalid } from '../rows/process'
import { checkId } from '../rules'
import type { FireOutcome, Told } from '../schema'

/**
 * Lets a schedule fire now, beside its cron, paused or not. It has a row of its own and never takes a slot's place. The
 * same command again answers the first fire. A set handler has done it when this returns; a job is left open.
 */
export async function triggerRow(
  ctx: Context,
  id: string,
  { handlers }: Waking,
  commandId: string = newId(),
): Promise<Told<{ fireAt: Date }>> {
  const fault = checkId(id)
  if (fault) return invalid(fault)
  return inTransaction(ctx, async (tx): Promise<Told<{ fireAt: Date }>> => {
    const row = await lockOne(tx, id)
    if (!row || row.state === 'REMOVED') return { ok: false, code: 'unknown', sentence: unknownWords(id) }
    const first = await findTriggered(tx, commandId)
    if (first) return { ok: true, fireAt: first }
    const last = await lastManual(tx, row.id)
    const fireAt = new Date(Math.max(row.at.getTime(), last ? last.getTime() + 1 : 0))
    if (!isZone(row.zone)) return { ok: false, code: 'refused', sentence: new ZoneError(row.zone).message }
    const localTime = localAt(row.zone, fireAt)
    const handler = handlers[row.workflowType]
    const { id: scheduleId, key, zone, args } = row
    const fire = { scheduleId, key, kind: 'manual' as const, fireAt, localTime, zone, args, attempt: 1 }
    let outcome: FireOutcome | undefined
    if (handler?.kind !== 'job')
      [outcome] = handler
        ? await runSet(tx, handler, [fire])
        : [{ outcome: 'failed', detail: `Nothing handles ${row.workflowType} any more.` }]
    await writeClaim(
      tx,
      [],
      [
        {
          ...{
            scheduleId,
            kind: 'manual',
            fireAt,
            localTime,
            state: 'fired',
            count: 1,
            lastAt: null,
            actualAt: row.at,
          },
          ...{ outcome: outcome?.outcome ?? null, detail: outcome?.detail ?? null },
          ...{ finishedAt: outcome ? row.at : null, commandId, actorName: tx.actor.name },
        },
      ],
    )
    await record(tx, scheduleFacts, [
      { machine: schedule.name, subjectId: row.id, type: 'schedule.triggered', data: { at: fireAt.toISOString() } },
    ])
    spanEvent('schedule.trigger', { id, at: fireAt.toISOString() })
    return { ok: true, fireAt }
  })
}
