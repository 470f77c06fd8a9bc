import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { Handlers, SchedulerClient, Waking } from '../effects'
import { pauseRow, unpauseRow, updateRow } from '../rows/process'
import { specOf } from '../rows/rules'
import { triggerRow } from '../trigger/process'
import type { Place } from './data'
import * as kept from './kept/data'
import { reconcileTemporal } from './reconcile/process'
import { needsTick } from './rules'
import { inBoth, put, register, unregister } from './verbs/process'

/** What the tick claims where a server wakes for the rest. */
export const temporalWaking = (handlers: Handlers): Waking => ({ handlers, byTick: needsTick })

/** The scheduler with a Temporal server as its waker. The ledger, and every decision, stay in PostgreSQL. */
export function temporalClient(ctx: Context, handlers: Handlers, place: Place): SchedulerClient {
  const waking = temporalWaking(handlers)
  return {
    backend: 'temporal',
    register: (spec, tx = ctx) => register(tx, spec, waking, place),
    update: (id, change, press) =>
      inBoth(
        ctx,
        id,
        (tx) => updateRow(tx, id, change, waking, press),
        place,
        async (service, row) => {
          if (!(await kept.change(service, place, id, specOf(row)))) await put(service, place, row)
        },
      ),
    pause: (id, reason, press) =>
      inBoth(
        ctx,
        id,
        (tx) => pauseRow(tx, id, reason, waking, press),
        place,
        async (service, row) => {
          // A press that comes again after the schedule has been resumed pauses nothing.
          if (row.state !== 'PAUSED' || row.pauseReason === null) return
          const patch = { pause: row.pauseReason }
          if (!(await kept.setPaused(service, place, id, patch))) await put(service, place, row)
        },
      ),
    unpause: (id, press) =>
      inBoth(
        ctx,
        id,
        (tx) => unpauseRow(tx, id, waking, press),
        place,
        async (service, row) => {
          if (row.state !== 'ACTIVE') return
          if (!(await kept.setPaused(service, place, id, { unpause: row.note }))) await put(service, place, row)
        },
      ),
    trigger: (id, commandId = newId()) =>
      inBoth(
        ctx,
        id,
        (tx) => triggerRow(tx, id, waking, commandId),
        place,
        (service, row) => kept.start(service, place, specOf(row), commandId),
      ),
    unregister: (id, tx = ctx) => unregister(tx, id, waking, place),
    // The row goes with the caller's transaction; what the server has is an orphan, which reconcile takes.
    compensate: async () => ({ ok: true }),
    reconcile: (owner) => reconcileTemporal(ctx, owner, waking, place),
  }
}
