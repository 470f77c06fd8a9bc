import { type Context, inTransaction } from '@/lib/platform/context'
import { listAsked } from '../../answers/data'
import { tokenOf } from '../../answers/effects'
import { submitAnswer } from '../../answers/process'
import { type Answer, sortAnswers } from '../../answers/rules'
import { reasonWords } from '../../labels'
import type { WeekTender } from '../../schema'
import { listAnswers, listSeats, listShifts, listTenders } from '../../week/data'
import { copyId } from '../copy/rules'
import { holdStep, type Rehearsal } from '../data'
import type { StepName } from '../schema'
import { findLastSent, listOriginals, listPattern } from './data'
import { CHANGED_NOTE, LATE_NOTE, type Past, type Said, scriptOf, turnOf } from './rules'

/** So many answers are given in one transaction: nobody waits long for the rehearsal's row. */
const PORTION = 25

/** Whose answers the form did not take, and why; null where it took all of them. */
type Given = { who: string; why: string } | null
type Script = { tender: WeekTender; said: Said }[]

async function readPast(ctx: Context, rehearsal: Rehearsal): Promise<Past | null> {
  const week = await findLastSent(ctx, rehearsal)
  if (!week) return null
  const [shifts, answers, asked] = await Promise.all([
    listPattern(ctx, week.id),
    listAnswers(ctx, week.id),
    listAsked(ctx, week.id),
  ])
  return { shifts, asked, answers: sortAnswers(answers, week.answersUntil).used }
}

/** Everybody who answers in this rehearsal, by name, with what they say. */
async function readScript(ctx: Context, rehearsal: Rehearsal): Promise<Script> {
  const [originals, tenders, planned, past] = await Promise.all([
    listOriginals(ctx, rehearsal.ofRosterId),
    listTenders(ctx, rehearsal.runId),
    listPattern(ctx, rehearsal.runId),
    readPast(ctx, rehearsal),
  ])
  const ofTender = new Map(originals.tenders.map((id) => [copyId(rehearsal.id, 'tender', id), id]))
  const ofTemplate = new Map(originals.templates.map((id) => [copyId(rehearsal.id, 'template', id), id]))
  const script = scriptOf(
    tenders.map(({ id }) => ({ id, of: ofTender.get(id) ?? '' })),
    planned.map(({ id, templateId }) => ({ id, templateId: ofTemplate.get(templateId) ?? null })),
    past,
  )
  return tenders.flatMap((tender) => {
    const said = script.get(tender.id)
    return said ? [{ tender, said }] : []
  })
}

/** Who is to have answered once a step is done: whoever had their turn until then. */
export async function listDue(ctx: Context, rehearsal: Rehearsal, step: StepName): Promise<string[]> {
  if (step !== 'open' && step !== 'extend') return []
  const script = await readScript(ctx, rehearsal)
  return (step === 'open' ? turnOf(step, script) : script).map(({ tender }) => tender.id)
}

/** One answer through the form that the tender's own link opens. */
async function submit(tx: Context, { runId }: Rehearsal, tender: WeekTender, said: Said, note: string): Promise<Given> {
  const { choices, most } = said
  const answered = await submitAnswer(tx, { token: tokenOf(runId, tender.id), choices, most, note })
  return answered.ok ? null : { who: tender.name, why: reasonWords('extend', answered.reason) }
}

/**
 * Gives the answers of a step, each once: whoever has answered, by an earlier press or through the link in the mail, is
 * passed over, and the rehearsal's row is held meanwhile, so two presses give none twice.
 */
export async function giveAnswers(ctx: Context, rehearsal: Rehearsal, step: 'open' | 'extend'): Promise<Given> {
  const turn = turnOf(step, await readScript(ctx, rehearsal))
  for (let from = 0; from < turn.length; from += PORTION) {
    const given = await held(ctx, rehearsal, step, async (tx): Promise<Given> => {
      const answered = new Set((await listAnswers(tx, rehearsal.runId)).map(({ tenderId }) => tenderId))
      for (const { tender, said } of turn.slice(from, from + PORTION)) {
        const fault = answered.has(tender.id) ? null : await submit(tx, rehearsal, tender, said, '')
        if (fault) return fault
      }
      return null
    })
    if (given) return given
  }
  return null
}

/** One person answers once more, after the form was closed: the same as before, so that only its time is on trial. */
export const giveLate = (ctx: Context, rehearsal: Rehearsal): Promise<Given> =>
  held(ctx, rehearsal, 'close', async (tx) => {
    const answers = await listAnswers(tx, rehearsal.runId)
    if (answers.some(({ note }) => note === LATE_NOTE)) return null
    const { used } = sortAnswers(answers, null)
    const tender = (await listTenders(tx, rehearsal.runId)).find(({ id }) => used.has(id))
    const said = tender && used.get(tender.id)
    return tender && said ? submit(tx, rehearsal, tender, saidOf(said), LATE_NOTE) : null
  })

/** Somebody who has a seat says no to it. Nobody has one where nobody could be picked: then nothing changes. */
export const giveChanged = (ctx: Context, rehearsal: Rehearsal): Promise<Given> =>
  held(ctx, rehearsal, 'regenerate', async (tx) => {
    const answers = await listAnswers(tx, rehearsal.runId)
    if (answers.some(({ note }) => note === CHANGED_NOTE)) return null
    const { used } = sortAnswers(answers, tx.now())
    // One after the other: it is one connection.
    const tenders = await listTenders(tx, rehearsal.runId)
    const shifts = await listShifts(tx, rehearsal.runId)
    const seats = await listSeats(tx, rehearsal.runId)
    for (const { id: shiftId } of shifts)
      for (const tender of tenders) {
        const said = used.get(tender.id)
        if (
          said &&
          said.choices[shiftId] !== 'no' &&
          seats.some((seat) => seat.shiftId === shiftId && seat.tenderId === tender.id)
        )
          return submit(
            tx,
            rehearsal,
            tender,
            { ...saidOf(said), choices: { ...said.choices, [shiftId]: 'no' } },
            CHANGED_NOTE,
          )
      }
    return null
  })

const saidOf = ({ choices, most }: Answer): Said => ({ choices: { ...choices }, most })

/** Within one transaction that no other press of this rehearsal shares; nothing happens once the step has ended. */
const held = (ctx: Context, { id }: Rehearsal, step: StepName, work: (tx: Context) => Promise<Given>): Promise<Given> =>
  inTransaction(ctx, async (tx) => ((await holdStep(tx, id, step)) ? work(tx) : null))
