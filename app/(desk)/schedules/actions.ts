'use server'

import { runNow } from '@/app/(desk)/schedules/run-now'
import { handlers, owners } from '@/lib/registry'
import { findPressed } from '@/lib/schedules/desk/data'
import { firedWords, PRESSED } from '@/lib/schedules/desk/labels'
import { fireSchema, pauseSchema, type ReconcileView, reconcileSchema, resumeSchema } from '@/lib/schedules/desk/schema'
import { scheduler } from '@/lib/schedules/process'
import { reconcileAll, reconcileView } from '@/lib/schedules/report/process'
import type { Refusal } from '@/lib/schedules/schema'
import { action } from '@/lib/server/action'
import { done, type ErrorCode, type Failure, type Result, refuse } from '@/lib/server/result'

const permission = 'schedules.operate' as const

const CODES: Readonly<Record<Refusal['code'], ErrorCode>> = {
  invalid: 'invalid',
  unknown: 'not_found',
  refused: 'refused',
  unavailable: 'unavailable',
  changed: 'conflict',
}

const refused = ({ code, sentence, field }: Refusal): Failure =>
  field ? refuse(CODES[code], sentence, { [field]: sentence }) : refuse(CODES[code], sentence)

/** Its times are skipped from now on, for a reason that everybody sees. */
export const pauseSchedule = action(
  { name: 'pauseSchedule', permission, input: pauseSchema },
  async (ctx, { id, reason, ...press }): Promise<Result> => {
    const told = await scheduler(ctx, handlers).pause(id, reason, press)
    return told.ok ? done(null, PRESSED.paused) : refused(told)
  },
)

/** It fires again from now on; what passed is not made up for. */
export const resumeSchedule = action(
  { name: 'resumeSchedule', permission, input: resumeSchema },
  async (ctx, { id, ...press }): Promise<Result> => {
    const told = await scheduler(ctx, handlers).unpause(id, press)
    return told.ok ? done(null, PRESSED.resumed) : refused(told)
  },
)

/** Does its work once, now, beside its times. What is called outside is begun as soon as the answer is out. */
export const fireSchedule = action(
  { name: 'fireSchedule', permission, input: fireSchema },
  async (ctx, { id, commandId }): Promise<Result> => {
    const told = await scheduler(ctx, handlers).trigger(id, commandId)
    if (!told.ok) return refused(told)
    const fire = await findPressed(ctx.db, commandId)
    const outcome = fire?.outcome ?? null
    if (outcome === null) runNow(ctx)
    return done(null, firedWords(outcome, fire?.detail ?? null), outcome === 'failed' ? 'act' : 'good')
  },
)

/** Holds what is kept against what its owners expect; a dry run only says what it would do. */
export const reconcileSchedules = action(
  { name: 'reconcileSchedules', permission, input: reconcileSchema },
  async (ctx, { dryRun }): Promise<Result<ReconcileView>> => {
    const reports = await reconcileAll(scheduler(ctx, handlers), await owners(ctx), dryRun)
    const view = await reconcileView(ctx, reports, dryRun)
    return done(view, dryRun ? null : view.sentence)
  },
)
