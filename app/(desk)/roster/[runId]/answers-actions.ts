'use server'

import { after } from 'next/server'
import { deliverNow } from '@/app/(desk)/deliver-now'
import { answerOf } from '@/app/(desk)/roster/answer'
import { remindedToast } from '@/lib/roster/answers/labels'
import { remind } from '@/lib/roster/answers/reminders/process'
import { remindInput } from '@/lib/roster/answers/schema'
import { reasonWords } from '@/lib/roster/labels'
import * as shifts from '@/lib/roster/shifts/process'
import { dropShiftInput, weekShiftInput } from '@/lib/roster/shifts/schema'
import { action } from '@/lib/server/action'
import { done, type Result, refuse } from '@/lib/server/result'

const permission = 'roster.operate' as const

/** Reminds everybody who has not answered, once each. */
export const remindSilent = action(
  { name: 'remindSilent', permission, input: remindInput },
  async (ctx, { runId, commandId }) => {
    const reminded = await remind(ctx, runId, commandId)
    if (!reminded.ok)
      return refuse(
        reminded.kind === 'unknown' ? 'not_found' : 'refused',
        reminded.detail ?? reasonWords('extend', reminded.reason),
      )
    // The button does not wait for the mails; the Outbox shows how far they are.
    after(() => deliverNow(ctx, runId))
    return done(null, reminded.wrote ? remindedToast(reminded.wrote) : 'These reminders are written already.')
  },
)

/** What a change of the shifts answered: about a field of the form, or about the week. */
function shaped(outcome: shifts.Reshaped): Result {
  if (!outcome.ok && 'field' in outcome && outcome.field && outcome.detail)
    return refuse('invalid', outcome.detail, { [outcome.field]: outcome.detail })
  return answerOf('reshape', outcome)
}

/** Adds a shift to the week alone, or changes one of its own. */
export const saveWeekShift = action(
  { name: 'saveWeekShift', permission, input: weekShiftInput },
  async (ctx, { runId, commandId, version, shiftId, ...values }) => {
    const press = { commandId, version }
    return shaped(
      shiftId === null
        ? await shifts.addShift(ctx, runId, press, values)
        : await shifts.changeShift(ctx, runId, press, { shiftId, ...values }),
    )
  },
)

export const dropWeekShift = action(
  { name: 'dropWeekShift', permission, input: dropShiftInput },
  async (ctx, { runId, shiftId, ...press }) => shaped(await shifts.dropShift(ctx, runId, press, shiftId)),
)
