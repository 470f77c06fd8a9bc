import { as, type Context, TICK } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { logFor } from '@/lib/platform/log'
import { spanEvent } from '@/lib/platform/telemetry'
import type { Handlers, JobHandler } from '../effects'
import { keptOutcome } from '../ledger/rules'
import { finish, type Job, promote, putOff, takeJobs } from './data'

/** Jobs at once. */
const LINES = 4
/** Attempts of one fire, the first among them. */
export const MOST_ATTEMPTS = 3
/** How long after each failed attempt the next may come. */
const BACKOFF_MS = [60_000, 240_000]

export type Ran = { done: number; failed: number }

/**
 * Does what claims left open, oldest first, until nothing is left or the time is over. A schedule's fires come one after
 * the other unless its policy allows otherwise. A worker that dies leaves its lease, and after it the next takes over.
 */
export async function runJobs(ctx: Context, handlers: Handlers, deadline: { left(): number }): Promise<Ran> {
  const ran: Ran = { done: 0, failed: 0 }
  const seconds = Object.fromEntries(
    Object.entries(handlers).flatMap(([type, handler]) => (handler.kind === 'job' ? [[type, handler.seconds]] : [])),
  )
  while (deadline.left() > 0) {
    await promote(ctx)
    const jobs = await takeJobs(ctx, seconds, LINES)
    if (jobs.length === 0) break
    for (const passed of await Promise.all(jobs.map((job) => runOne(ctx, handlers, job))))
      ran[passed ? 'done' : 'failed'] += 1
  }
  return ran
}

/** @returns whether it was done */
async function runOne(ctx: Context, handlers: Handlers, job: Job): Promise<boolean> {
  const handler = handlers[job.workflowType]
  if (handler?.kind !== 'job') {
    await finish(ctx, job, { outcome: 'failed', detail: `Nothing handles ${job.workflowType} any more.` })
    return false
  }
  if (job.attempt > MOST_ATTEMPTS) {
    await finish(ctx, job, { outcome: 'failed', detail: `It did not end in ${MOST_ATTEMPTS} attempts.` })
    return false
  }
  return attempt(ctx, handler, job)
}

async function attempt(ctx: Context, handler: JobHandler, job: Job): Promise<boolean> {
  const { workflowType: _, token: __, ...fire } = job
  try {
    const outcome = keptOutcome(await handler.run(as(ctx, TICK), fire))
    await failpoint('schedules.before-finish')
    await finish(ctx, job, outcome)
    spanEvent('schedule.fire', { id: job.key, at: job.fireAt.toISOString(), outcome: outcome.outcome })
    return outcome.outcome !== 'failed'
  } catch (error) {
    logFor(ctx.requestId).error({ schedule: job.key, fireAt: job.fireAt, err: error }, 'a fire could not be done')
    const delay = BACKOFF_MS[job.attempt - 1]
    if (job.attempt < MOST_ATTEMPTS && delay !== undefined) await putOff(ctx, job, delay)
    else await finish(ctx, job, { outcome: 'failed', detail: 'It broke. The log has the cause.' })
    return false
  }
}
