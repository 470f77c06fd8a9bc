import { findCommand } from '@/lib/engine/audit'
import { repeating } from '@/lib/engine/repeat'
import { listUndecided } from '@/lib/messages/outbox/data'
import { itArrived, letGo, retryMessages, sendAgain } from '@/lib/messages/process'
import { addressSchema } from '@/lib/messages/schema'
import { rosterBuild } from '@/lib/platform/build'
import { type Context, inTransaction } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { deriveId, newId } from '@/lib/platform/ids'
import { sqlState } from '@/lib/platform/sqlstate'
import { isBegun } from './copy/data'
import { bearRehearsal } from './copy/process'
import * as data from './data'
import { decidedText, ENDED, LET_GO, otherName, refusal, STOPPED_MAILS, signedBy, stepBefore } from './labels'
import { isNameTyped, nextOf } from './rules'
import type { Begun, Ended, MailsInput, Refusal, StepName, Taken } from './schema'
import { letGoOf, rehearsalMessages } from './steps/effects'
import { endText } from './steps/labels'
import { runStep } from './steps/process'

type Beginning = { rosterId: string; commandId: string }

/**
 * Begins a rehearsal of a roster: a copy of it, mailed to whoever is signed in alone, with a scratch week in DRAFT. One
 * at a time; a repeat of the same press finds what the first began.
 */
export async function beginRehearsal(ctx: Context, { rosterId, commandId }: Beginning): Promise<Begun> {
  const account = await data.findAccount(ctx)
  if (!account) return refusal('not_a_person')
  const id = deriveId('rehearsal', commandId)
  if (await isBegun(ctx, id)) return { ok: true, id }
  if (!addressSchema.safeParse(account.email.trim()).success) return refusal('no_address')
  const open = await data.findOpen(ctx)
  if (open) return { ...refusal('one_is_open'), rehearsalId: open }
  try {
    const fault = await repeating(() =>
      inTransaction(ctx, async (tx) =>
        (await isBegun(tx, id)) ? null : bearRehearsal(tx, { id, rosterId, account, commandId }),
      ),
    )
    await failpoint('rehearsal.begin.begun')
    return fault ?? { ok: true, id }
  } catch (error) {
    // Somebody began one at the same moment, or this press came twice: the index let one of them in.
    if (sqlState(error) !== '23505') throw error
    if (await isBegun(ctx, id)) return { ok: true, id }
    const other = await data.findOpen(ctx)
    return other ? { ...refusal('one_is_open'), rehearsalId: other } : refusal('one_is_open')
  }
}

type Standing = { rehearsal: data.Rehearsal; steps: data.StepRow[] }

const endedRefusal = ({ signedAt, signedName }: data.Rehearsal): Refusal =>
  signedAt ? signedBy(signedName) : refusal('stopped')

/**
 * A rehearsal that still goes on, or why it does not. Of a stopped one it lets go of what is left: a server that died as
 * it stopped it leaves mails behind, and so does a press that was at work meanwhile.
 */
async function findGoing(ctx: Context, id: string): Promise<Standing | Refusal> {
  const rehearsal = await data.findRehearsal(ctx, id)
  if (!rehearsal) return refusal('not_found')
  if (rehearsal.stoppedAt) await letGoOf(ctx, rehearsal, STOPPED_MAILS)
  if (rehearsal.signedAt || rehearsal.stoppedAt) return endedRefusal(rehearsal)
  return { rehearsal, steps: await data.listSteps(ctx, id) }
}

/** Takes the next step, or goes on with it. The press of a step that has passed finds that. */
export const takeStep = (ctx: Context, id: string, { step }: { step: StepName; commandId?: string }): Promise<Taken> =>
  pressed(ctx, id, step, async (_, row) => {
    if (row?.passed === false) return refusal('step_failed')
    if (!row) await data.insertStep(ctx, id, step)
    return row ?? data.findStep(ctx, id, step)
  })

/** Runs the checks of a failed step anew, and what of the step is still to do; or takes it up where it stopped. */
export const checkAgain = (ctx: Context, id: string, { step }: { step: StepName }): Promise<Taken> =>
  pressed(ctx, id, step, async ({ rehearsal }, row) => {
    if (!row) return refusal('not_begun')
    if (row.passed === false && (await data.resumeStep(ctx, id, step)) > 0) await retryFailed(ctx, rehearsal)
    return { ...row, passed: null }
  })

/** What each press of a step asks first. @param begin the step's row to run, or why it is not run */
async function pressed(
  ctx: Context,
  id: string,
  step: StepName,
  begin: (standing: Standing, row: data.StepRow | null) => Promise<data.StepRow | Refusal | null>,
): Promise<Taken> {
  const standing = await findGoing(ctx, id)
  if ('ok' in standing) return standing
  const row = standing.steps.find(({ name }) => name === step) ?? null
  if (row?.passed) return { ok: true, step, ...endText(step, row.checks) }
  const next = nextOf(standing.steps)
  if (next !== null && next !== step) return stepBefore(next)
  if (standing.rehearsal.build !== rosterBuild()) return refusal('other_build')
  try {
    const begun = await begin(standing, row)
    if (!begun) return refusal('not_found')
    if ('ok' in begun) return begun
    await failpoint(`rehearsal.${step}.begun`)
    return await runStep(ctx, standing.rehearsal, begun)
  } catch (error) {
    // The database's own guard: somebody stopped the rehearsal while this press was at work.
    if (sqlState(error) !== 'DB005') throw error
    const now = await findGoing(ctx, id)
    if ('ok' in now) return now
    throw error
  }
}

/** What surely did not leave is tried again; what may have arrived waits for a person. */
async function retryFailed(ctx: Context, { runId }: data.Rehearsal): Promise<void> {
  const whose = { rehearsal: true, subjectId: runId } as const
  const waiting = await listUndecided(ctx.db, {}, whose)
  const rows = waiting.filter(({ state }) => state === 'failed').map(({ id, fence }) => ({ id, seen: Number(fence) }))
  if (rows.length > 0) await retryMessages(ctx, rehearsalMessages(ctx), { commandId: newId(), rows }, whose)
}

/** A person's word on mails of the rehearsal that failed, or may have arrived or not. The step is checked again after it. */
export async function decideMails(
  ctx: Context,
  id: string,
  { decision, rows, commandId }: Omit<MailsInput, 'rehearsalId'>,
): Promise<Ended> {
  const standing = await findGoing(ctx, id)
  if ('ok' in standing) return standing
  const whose = { rehearsal: true, subjectId: standing.rehearsal.runId } as const
  const decide = { retry: retryMessages, sendAgain, itArrived, letGo }[decision]
  const decided = await decide(ctx, rehearsalMessages(ctx), { commandId, rows, reason: LET_GO }, whose)
  return decided.done > 0 ? { ok: true, text: decidedText(decided.done) } : refusal('moved_on')
}

/** Signs a rehearsal whose eight steps have passed, by the name of whoever is signed in. */
export async function signRehearsal(
  ctx: Context,
  id: string,
  { name, commandId }: { name: string; commandId: string },
): Promise<Ended> {
  const account = await data.findAccount(ctx)
  if (!account) return refusal('not_a_person')
  if (await findCommand(ctx, 'rehearsal', id, commandId)) return { ok: true, text: ENDED.signed }
  const standing = await findGoing(ctx, id)
  if ('ok' in standing) return standing
  const { build } = standing.rehearsal
  if (nextOf(standing.steps) !== null) return refusal('not_all_passed')
  if (build !== rosterBuild()) return refusal('other_build')
  if (!isNameTyped(name, account.name)) return otherName(account.name)
  if (await data.endSigned(ctx, { id, commandId }, { ...account, build })) return { ok: true, text: ENDED.signed }
  return overtaken(ctx, { id, commandId }, ENDED.signed)
}

/** Stops a rehearsal: nothing more happens in it, and what it had not sent is let go. Its record stays. */
export async function stopRehearsal(ctx: Context, id: string, { commandId }: { commandId: string }): Promise<Ended> {
  const standing = await findGoing(ctx, id)
  const isRepeat = 'ok' in standing && (await findCommand(ctx, 'rehearsal', id, commandId)) !== null
  if (isRepeat) return { ok: true, text: ENDED.stopped }
  if ('ok' in standing) return standing
  const passed = standing.steps.filter((step) => step.passed).length
  if (!(await data.endStopped(ctx, { id, commandId }, passed))) return overtaken(ctx, { id, commandId }, ENDED.stopped)
  await failpoint('rehearsal.stop.stopped')
  await letGoOf(ctx, standing.rehearsal, STOPPED_MAILS)
  return { ok: true, text: ENDED.stopped }
}

/** Another press ended it between the reading and the writing: this very one, or somebody else's. */
async function overtaken(
  ctx: Context,
  { id, commandId }: { id: string; commandId: string },
  text: string,
): Promise<Ended> {
  if (await findCommand(ctx, 'rehearsal', id, commandId)) return { ok: true, text }
  const now = await findGoing(ctx, id)
  return 'ok' in now ? now : refusal('not_all_passed')
}
