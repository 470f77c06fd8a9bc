import type { Context } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { alwaysByTick, type Handlers, type SchedulerClient, type Waking } from './effects'
import { postgresClient } from './postgres/process'
import { disconnect, type Place } from './temporal/data'
import { temporalClient } from './temporal/process'
import { needsTick } from './temporal/rules'

/** The Temporal server that the environment names as the waker; null where the tick is the only clock. */
export function temporalPlace(): Place | null {
  const { SCHEDULER, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE } = env()
  if (SCHEDULER !== 'temporal' || TEMPORAL_ADDRESS === undefined) return null
  return { address: TEMPORAL_ADDRESS, namespace: TEMPORAL_NAMESPACE }
}

/**
 * The scheduler, on the backend that the environment names. Callers are the same on both.
 * @param handlers the registry's, by workflow type
 */
export function scheduler(ctx: Context, handlers: Handlers): SchedulerClient {
  const place = temporalPlace()
  return place ? temporalClient(ctx, handlers, place) : postgresClient(ctx, handlers)
}

/** Ends what a short-lived process has open, which would keep it alive. */
export async function closeScheduler(): Promise<void> {
  const place = temporalPlace()
  if (place) await disconnect(place)
}

/** What the tick claims on that backend. */
export const tickClaims = (): Waking['byTick'] => (temporalPlace() ? needsTick : alwaysByTick)
