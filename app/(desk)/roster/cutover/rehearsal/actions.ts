'use server'

import * as rehearsal from '@/lib/roster/rehearsal/process'
import {
  beginSchema,
  type Ended,
  mailsSchema,
  type Refusal,
  signSchema,
  stepSchema,
  stopSchema,
  type Taken,
} from '@/lib/roster/rehearsal/schema'
import { action } from '@/lib/server/action'
import { done, type Failure, type Result, refuse } from '@/lib/server/result'

const permission = 'roster.operate' as const

function refusalOf({ reason, text }: Refusal): Failure {
  if (reason === 'not_found') return refuse('not_found', text)
  if (reason === 'other_name') return refuse('invalid', text, { name: text })
  return refuse(reason === 'held' || reason === 'moved_on' ? 'conflict' : 'refused', text)
}

/** A step that goes on says nothing yet; one that failed says it in its own place, with what to do. */
const takenOf = (taken: Taken): Result<Pick<Extract<Taken, { ok: true }>, 'state'>> =>
  taken.ok ? done({ state: taken.state }, taken.state === 'done' ? taken.text : null) : refusalOf(taken)

const endedOf = (ended: Ended): Result => (ended.ok ? done(null, ended.text) : refusalOf(ended))

export const beginRehearsal = action(
  { name: 'beginRehearsal', permission, input: beginSchema },
  async (ctx, input): Promise<Result<{ id: string }>> => {
    const begun = await rehearsal.beginRehearsal(ctx, input)
    return begun.ok ? done({ id: begun.id }) : refusalOf(begun)
  },
)

export const takeRehearsalStep = action(
  { name: 'takeRehearsalStep', permission, input: stepSchema },
  async (ctx, { rehearsalId, ...press }) => takenOf(await rehearsal.takeStep(ctx, rehearsalId, press)),
)

export const checkRehearsalStep = action(
  { name: 'checkRehearsalStep', permission, input: stepSchema },
  async (ctx, { rehearsalId, ...press }) => takenOf(await rehearsal.checkAgain(ctx, rehearsalId, press)),
)

export const signRehearsal = action(
  { name: 'signRehearsal', permission, input: signSchema },
  async (ctx, { rehearsalId, ...press }) => endedOf(await rehearsal.signRehearsal(ctx, rehearsalId, press)),
)

export const stopRehearsal = action(
  { name: 'stopRehearsal', permission, input: stopSchema },
  async (ctx, { rehearsalId, ...press }) => endedOf(await rehearsal.stopRehearsal(ctx, rehearsalId, press)),
)

export const decideRehearsalMails = action(
  { name: 'decideRehearsalMails', permission, input: mailsSchema },
  async (ctx, { rehearsalId, ...press }) => endedOf(await rehearsal.decideMails(ctx, rehearsalId, press)),
)
