'use server'

import { after } from 'next/server'
import { deliverNow } from '@/app/(desk)/deliver-now'
import { answerOf, refusal } from '@/app/(desk)/roster/answer'
import type { Context } from '@/lib/platform/context'
import { typedInstant } from '@/lib/platform/local-time'
import type { RunEdge } from '@/lib/roster/machine'
import { hashRoster } from '@/lib/roster/picker/hash'
import { boundSchema, editSchema, moveSchema, sendSchema } from '@/lib/roster/schema'
import { edit } from '@/lib/roster/seats/process'
import { sendingWords } from '@/lib/roster/sending/labels'
import { send, settle } from '@/lib/roster/sending/process'
import { findWeek, listSeats } from '@/lib/roster/week/data'
import * as week from '@/lib/roster/week/process'
import { deadlineInput, weekSettingsInput } from '@/lib/roster/week/schema'
import { action } from '@/lib/server/action'
import { done, type Result, refuse } from '@/lib/server/result'

const permission = 'roster.operate' as const

type Opening = { commandId: string; runId: string; version: number; local: string }
type Verb = typeof week.open

/** A move that opens the form until a time that was typed in the roster's zone. */
async function opening(ctx: Context, edge: RunEdge, verb: Verb, { runId, local, ...press }: Opening): Promise<Result> {
  const found = await findWeek(ctx, runId)
  if (!found) return refuse('not_found', 'This week is not there any more. Go back to the list of weeks.')
  const typed = typedInstant(found.zone, local)
  if (!typed.ok) return refuse('invalid', typed.reason, { local: typed.reason })
  const outcome = await verb(ctx, runId, { ...press, deadline: typed.instant })
  // The button does not wait for the invitations; the Outbox shows how far they are.
  if (outcome.ok) after(() => deliverNow(ctx, runId))
  return answerOf(edge, outcome, typed.note)
}

export const openWeek = action({ name: 'openWeek', permission, input: deadlineInput }, (ctx, input) =>
  opening(ctx, 'open', week.open, input),
)

export const extendDeadline = action({ name: 'extendDeadline', permission, input: deadlineInput }, (ctx, input) =>
  opening(ctx, 'extend', week.extend, input),
)

export const reopenForm = action({ name: 'reopenForm', permission, input: deadlineInput }, (ctx, input) =>
  opening(ctx, 'reopen', week.reopen, input),
)

export const reopenAssigned = action({ name: 'reopenAssigned', permission, input: deadlineInput }, (ctx, input) =>
  opening(ctx, 'reopenAssigned', week.reopenAssigned, input),
)

export const closeForm = action(
  { name: 'closeForm', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => answerOf('close', await week.close(ctx, runId, press)),
)

export const generateRoster = action(
  { name: 'generateRoster', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => answerOf('generate', await week.generate(ctx, runId, press)),
)

export const regenerateRoster = action(
  { name: 'regenerateRoster', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => answerOf('regenerate', await week.regenerate(ctx, runId, press)),
)

/** Lets the late answers in, then generates or regenerates. */
export const takeLateAnswers = action(
  { name: 'takeLateAnswers', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => {
    const outcome = await week.takeLateAndGenerate(ctx, runId, press)
    return answerOf(outcome.ok ? 'generate' : 'takeLate', outcome)
  },
)

export const approveRoster = action(
  { name: 'approveRoster', permission, input: boundSchema },
  async (ctx, { runId, ...press }) => answerOf('approve', await week.approve(ctx, runId, press)),
)

export const unapproveRoster = action(
  { name: 'unapproveRoster', permission, input: moveSchema },
  async (ctx, { runId, ...press }) => answerOf('unapprove', await week.unapprove(ctx, runId, press)),
)

/** One change of the grid by hand. Answers the roster that it made: the next press is of that one. */
export const editRoster = action(
  { name: 'editRoster', permission, input: editSchema },
  async (ctx, { runId, change, ...press }): Promise<Result<{ version: number; hash: string }>> => {
    const outcome = await edit(ctx, runId, press, change)
    if (!outcome.ok) return refusal('edit', outcome)
    return done({ version: outcome.version, hash: hashRoster(await listSeats(ctx, runId)) })
  },
)

/** Writes the schedule mails, then sends as many as a few seconds allow. */
export const sendSchedule = action(
  { name: 'sendSchedule', permission, input: sendSchema },
  async (ctx, { runId, ...press }) => {
    const outcome = await send(ctx, runId, press)
    if (!outcome.ok) return answerOf('queue', outcome)
    const report = await deliverNow(ctx, runId)
    // A week in which nobody can be written to has no mail whose end would settle it.
    await settle(ctx, runId)
    const said = sendingWords({ ...report, waiting: report.failed + report.unknown })
    return said ? done(null, said.text, said.tone) : answerOf('queue', outcome)
  },
)

export const saveWeekSettings = action(
  { name: 'saveWeekSettings', permission, input: weekSettingsInput },
  async (ctx, { runId, ...press }) => answerOf('settings', await week.changeSettings(ctx, runId, press)),
)
