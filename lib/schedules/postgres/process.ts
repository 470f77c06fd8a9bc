import type { Context } from '@/lib/platform/context'
import { alwaysByTick, type Handlers, type SchedulerClient, type Waking } from '../effects'
import { reconcileRows } from '../reconcile/process'
import { pauseRow, registerRow, unpauseRow, unregisterRow, updateRow } from '../rows/process'
import { triggerRow } from '../trigger/process'

/** The scheduler on PostgreSQL alone: the tick claims everything that is due. */
export function postgresClient(ctx: Context, handlers: Handlers): SchedulerClient {
  const waking: Waking = { handlers, byTick: alwaysByTick }
  return {
    backend: 'postgres',
    register: (spec, tx = ctx) => registerRow(tx, spec, waking),
    update: (id, change, press) => updateRow(ctx, id, change, waking, press),
    pause: (id, reason, press) => pauseRow(ctx, id, reason, waking, press),
    unpause: (id, press) => unpauseRow(ctx, id, waking, press),
    trigger: (id, commandId) => triggerRow(ctx, id, waking, commandId),
    unregister: (id, tx = ctx) => unregisterRow(tx, id, waking),
    compensate: (id, tx) => unregisterRow(tx, id, waking),
    reconcile: (owner) => reconcileRows(ctx, owner, waking),
  }
}
