import { keepSkew } from '@/lib/platform/clock'
import { type Actor, context } from '@/lib/platform/context'
import { assertSession, database } from '@/lib/platform/database'
import { EnvError, env } from '@/lib/platform/env'
import { homeOf, readEnv } from '../boot/home.mjs'

/** Who a wake is in the record. */
const TEMPORAL: Actor = { kind: 'system', id: null, name: 'Temporal' }

const NO_DATABASE =
  'Daybook has not been started from this home: run npm start, or set DATABASE_URL to the database it uses.'
const NO_TEMPORAL =
  'This Daybook has no Temporal server: its own tick wakes the schedules. Set SCHEDULER=temporal and TEMPORAL_ADDRESS here and for the app, or leave the worker out.'

/** @returns the exit code once it was told to end: 1 broken, 2 it cannot be run; each with a sentence */
export async function runWorkerScript(): Promise<0 | 1 | 2> {
  for (const [name, value] of Object.entries(readEnv(homeOf()))) process.env[name] ||= value
  try {
    env()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(error.message)
    return 2
  }
  const { handlers } = await import('@/lib/registry')
  const { temporalPlace } = await import('@/lib/schedules/process')
  const place = temporalPlace()
  const missing = place ? (env().DATABASE_URL ? null : NO_DATABASE) : NO_TEMPORAL
  if (!place || missing) {
    console.error(missing)
    return 2
  }

  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  let isReady = false
  const onReady = () => {
    if (!isReady) console.log(`ready, awake for Temporal at ${place.address}, namespace ${place.namespace}`)
    isReady = true
  }
  try {
    await assertSession(database())
    await keepSkew(database())
    const { runWorker } = await import('@/lib/schedules/temporal/worker/process')
    const { temporalWaking } = await import('@/lib/schedules/temporal/process')
    const ctx = () => context({ actor: TEMPORAL })
    await runWorker({ place, ctx, waking: temporalWaking(handlers), signal: stop.signal, onReady })
    return 0
  } catch (error) {
    console.error(`The worker cannot go on: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  } finally {
    await database().$disconnect()
  }
}
