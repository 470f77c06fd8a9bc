import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  bundleWorkflowCode,
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker'
import type { Context } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import type { Waking } from '../../effects'
import type { Place } from '../data'
import { findQueues } from './data'
import { activitiesOf } from './effects'

/** Wakes that one process claims at once: each takes a connection of the database for a moment. */
const AT_ONCE = 8
const CONNECT_AGAIN_MS = 2_000
/** How often it looks for task queues that nobody polls yet. */
const QUEUES_MS = 15_000

export type WorkerOptions = {
  place: Place
  /** The world of one claim. */
  ctx: () => Context
  waking: Waking
  /** Ends the worker, after what it has begun. */
  signal: AbortSignal
  /** Told once it polls. */
  onReady?: () => void
}

let bundled: Promise<WorkflowBundleWithSourceMap> | undefined

/** The workflow as the server's sandbox runs it, made once a process. */
const bundle = () => {
  const workflowsPath = fileURLToPath(new URL('../workflow/process.ts', import.meta.url))
  bundled ??= bundleWorkflowCode({ workflowsPath, logger: new DefaultLogger('ERROR') })
  return bundled
}

let isQuiet = false

/** The native part writes a line for each poll that it repeats while the server is away; ours says it once. */
function beQuiet(): void {
  if (isQuiet) return
  isQuiet = true
  const logger = new DefaultLogger('ERROR', ({ message }) => logFor('worker').error({ message }, 'temporal'))
  Runtime.install({ logger, telemetryOptions: { logging: { filter: 'off', forward: {} } }, shutdownSignals: [] })
}

/**
 * Works for a Temporal server until it is told to end: claims what the server wakes for, on every task queue that a
 * schedule names. It waits for a server that is not there yet, and outlives one that goes away.
 * @throws where it cannot go on, as with a namespace that does not exist
 */
export async function runWorker({ place, ctx, waking, signal, onReady }: WorkerOptions): Promise<void> {
  beQuiet()
  const connection = await connect(place, signal)
  if (!connection) return
  const workers = new Map<string, Worker>()
  const runs: Promise<void>[] = []
  let fail: (error: unknown) => void = () => {}
  const broken = new Promise<never>((_, reject) => {
    fail = reject
  })
  const open = async (taskQueue: string) => {
    const worker = await Worker.create({
      ...{ connection, namespace: place.namespace, taskQueue, workflowBundle: await bundle() },
      activities: activitiesOf(ctx, waking),
      maxConcurrentLocalActivityExecutions: AT_ONCE,
      shutdownGraceTime: '5 seconds',
    })
    workers.set(taskQueue, worker)
    const run = worker.run()
    run.catch(fail)
    runs.push(run)
  }
  try {
    while (!signal.aborted) {
      for (const queue of await queuesOf(ctx())) if (!workers.has(queue)) await open(queue)
      onReady?.()
      await Promise.race([sleep(QUEUES_MS, null, { signal }).catch(() => null), broken])
    }
  } finally {
    for (const worker of workers.values()) if (worker.getState() === 'RUNNING') worker.shutdown()
    await Promise.allSettled(runs)
    await connection.close()
  }
}

/** While the database is away nothing new is opened, and what is open goes on. */
async function queuesOf(ctx: Context): Promise<string[]> {
  try {
    return await findQueues(ctx)
  } catch (error) {
    logFor(ctx.requestId).warn({ err: error }, 'the task queues could not be read')
    return []
  }
}

/** @returns null when it is told to end before the server answers */
async function connect({ address }: Place, signal: AbortSignal): Promise<NativeConnection | null> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      return await NativeConnection.connect({ address })
    } catch (error) {
      if (isFirst) logFor('worker').warn({ address, reason: reasonOf(error) }, 'waiting for the Temporal server')
      await sleep(CONNECT_AGAIN_MS, null, { signal }).catch(() => null)
    }
  }
  return null
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
