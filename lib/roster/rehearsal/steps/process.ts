import type { Outcome } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { sqlState } from '@/lib/platform/sqlstate'
import { formatInstant } from '@/lib/platform/zone-format'
import { reasonWords } from '../../labels'
import type { RunEdge } from '../../machine'
import { giveAnswers, giveChanged, giveLate, listDue } from '../answers/process'
import { endStep, findStep, keepChecks, type Rehearsal, type StepRow } from '../data'
import { refusal } from '../labels'
import { MOVES } from '../rules'
import type { Check, Refusal, Taken } from '../schema'
import { findHeldUntil, readFacts } from './data'
import { deliverPortion, pressMove } from './effects'
import { endText, GUARDED, leaseText, leavingText, MOVE_TEXT } from './labels'
import { isLeaving, mailsOf } from './mails/rules'
import { checksOf } from './rules'
import { type Facts, PARTS, type PartName } from './schema'

/** What came of a part. `wait`: somebody else's press is at it; `wrong`: it was refused, for the reason in `found`. */
type PartEnd = 'done' | 'held' | { wait: Refusal } | { wrong: string; name?: 'others' }

/**
 * Takes a step, or takes it up where an earlier press of it stopped: part by part, each of which finds what was done,
 * with the checks written down as they come. The first check that fails ends it. However many press at once, whatever
 * died in between: each move, answer and mail happens once, and the step ends once.
 */
export async function runStep(ctx: Context, rehearsal: Rehearsal, row: StepRow): Promise<Taken> {
  const { name: step } = row
  const done = new Set<PartName>()
  const known = { due: await listDue(ctx, rehearsal, step), held: false }
  let checks: Check[] = []
  for (const part of PARTS[step]) {
    const end = await runPart(ctx, rehearsal, row, part).catch(refusedByGuard)
    await failpoint(`rehearsal.${step}.${part}`)
    if (typeof end === 'object' && 'wait' in end) return end.wait
    known.held = end === 'held'
    const facts = await readFacts(ctx, rehearsal, row, known)
    if (typeof end === 'object') {
      const wrong: Check = {
        name: end.name ?? 'move',
        text: MOVE_TEXT[step],
        expected: 'done',
        found: end.wrong,
        ok: false,
      }
      return ended(ctx, rehearsal, row, [...checksOf(facts, done).filter(({ ok }) => ok !== null), wrong])
    }
    const leaving = part === 'deliver' && end === 'done' ? await leavingOf(ctx, rehearsal, facts) : null
    if (!leaving) done.add(part)
    checks = checksOf(facts, done)
    if (checks.some(({ ok }) => ok === false)) break
    await keepChecks(ctx, rehearsal.id, step, checks)
    if (leaving) return { ok: true, step, state: 'running', text: leaving }
  }
  return ended(
    ctx,
    rehearsal,
    row,
    checks.filter(({ ok }) => ok !== null),
  )
}

/** Ends a step with what was found. Somebody who was quicker has ended it: then theirs is what came of it. */
async function ended(ctx: Context, { id }: Rehearsal, { name: step }: StepRow, checks: Check[]): Promise<Taken> {
  await failpoint(`rehearsal.${step}.judged`)
  const isOurs = await endStep(ctx, id, step, checks)
  await failpoint(`rehearsal.${step}.ended`)
  const stands = isOurs ? checks : ((await findStep(ctx, id, step))?.checks ?? checks)
  return { ok: true, step, ...endText(step, stands) }
}

/** What is said while mails are still leaving; null once none is. Others may hold them, or a server died with them. */
async function leavingOf(ctx: Context, rehearsal: Rehearsal, facts: Facts): Promise<string | null> {
  const rows = mailsOf(facts).filter(({ bytes }) => bytes)
  const leaving = rows.filter((row) => isLeaving(row, facts.now))
  if (leaving.length === 0) return null
  const held = leaving.some(({ state }) => state === 'queued') ? undefined : await holderText(ctx, rehearsal)
  return leavingText(rows.filter(({ state }) => state === 'sent').length, rows.length, held)
}

async function runPart(ctx: Context, rehearsal: Rehearsal, { name: step }: StepRow, part: PartName): Promise<PartEnd> {
  switch (part) {
    case 'answer':
      return taken(await giveAnswers(ctx, rehearsal, step === 'open' ? 'open' : 'extend'))
    case 'late':
      return taken(await giveLate(ctx, rehearsal))
    case 'change':
      return taken(await giveChanged(ctx, rehearsal))
    case 'deliver':
      return (await deliverPortion(ctx, rehearsal)).held ? 'held' : 'done'
    default: {
      const edge = edgeOf(step, part)
      return moved(ctx, rehearsal, edge, await pressMove(ctx, rehearsal, step, edge))
    }
  }
}

/** The database let no mail be written to anybody but the operator: that is what is looked for, and it ends the step. */
function refusedByGuard(error: unknown): PartEnd {
  if (sqlState(error) === 'DB005') return { wrong: GUARDED, name: 'others' }
  throw error
}

const taken = (given: { who: string; why: string } | null): PartEnd =>
  given ? { wrong: `The answer of ${given.who} was not taken. ${given.why}` } : 'done'

/** The part that makes a move, by the move's own name or as the only one of its step. */
function edgeOf(step: StepRow['name'], part: PartName): RunEdge {
  const named = part === 'settle' ? 'send' : part
  const edge = part === 'move' ? MOVES[step][0] : MOVES[step].find((name) => name === named)
  if (!edge) throw new Error(`${part} of ${step} makes no move`)
  return edge
}

async function moved(ctx: Context, rehearsal: Rehearsal, edge: RunEdge, outcome: Outcome): Promise<PartEnd> {
  if (outcome.ok || (edge === 'send' && outcome.state === 'SENT')) return 'done'
  const { kind, reason, detail } = outcome
  if (kind === 'lease' || kind === 'in_progress' || reason === 'lease_lost')
    return { wait: refusal('held', await holderText(ctx, rehearsal)) }
  if (reason === 'second_person') return { wait: refusal('second_person', detail) }
  return { wrong: detail ?? reasonWords(edge, reason) }
}

/** Who holds the step, and until when, in the zone of the roster. */
export async function holderText(ctx: Context, { runId, zone }: Rehearsal): Promise<string | undefined> {
  const held = await findHeldUntil(ctx, runId)
  return held ? leaseText(held.kind, formatInstant(zone, held.until, 'stamp').slice(11)) : undefined
}
