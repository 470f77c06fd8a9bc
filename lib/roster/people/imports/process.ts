import { record } from '@/lib/engine/audit'
import { type Context, inTransaction } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { sqlState } from '@/lib/platform/sqlstate'
import { hasRoster, holdRoster } from '../data'
import { GONE } from '../process'
import { changesOf, nameOfShift } from '../rules'
import * as data from './data'
import { countsOf, digestOf, type Plan, reportOf, type Values } from './rules'
import { type ImportInput, type ImportOf, importFacts, type Report, type Verdict } from './schema'
import { planShifts, type ShiftValue } from './shifts/rules'
import { planTenders, type TenderValue } from './tenders/rules'

type Refused = { ok: false; gone?: true; reason: string }
export type Checked = { ok: true; report: Report } | Refused
/** `stale`: nothing was written, because the plan would be another by now. */
export type Imported =
  | { ok: true; counts: Record<Verdict, number> }
  | { ok: false; stale: true; report: Report }
  | Refused

type File = { rosterId: string; of: ImportOf; text: string }
type PlannedFile = { of: 'tenders'; plan: Plan<TenderValue> } | { of: 'shifts'; plan: Plan<ShiftValue> }

async function planOf(ctx: Context, { rosterId, of, text }: File, hold: data.Hold): Promise<PlannedFile | Refused> {
  if (of === 'tenders') {
    const planned = planTenders(text, await data.listKnownTenders(ctx, rosterId, hold))
    return planned.ok ? { of, plan: planned.plan } : planned
  }
  const planned = planShifts(text, await data.listKnownShifts(ctx, rosterId, hold))
  return planned.ok ? { of, plan: planned.plan } : planned
}

/** What a file would do, without doing it. */
export async function checkImport(ctx: Context, file: File): Promise<Checked> {
  if (!(await hasRoster(ctx, file.rosterId))) return GONE
  const planned = await planOf(ctx, file, 'read')
  return 'ok' in planned ? planned : { ok: true, report: reportOf<Values>(planned.plan) }
}

/**
 * Does what the plan of this digest says: all of its good rows in one transaction, each with the facts that its own
 * button would have written, and one fact of the whole on the roster. Where the plan would be another by now nothing
 * is written, and the new one comes back. A repeat of the same press finds what the first did.
 */
export async function importFile(ctx: Context, input: ImportInput): Promise<Imported> {
  for (let tries = 0; ; tries++)
    try {
      return await inTransaction(ctx, (tx) => importHeld(tx, input))
    } catch (error) {
      // Somebody was given one of the addresses between the reading and the writing: the plan is another now.
      if (sqlState(error) !== '23505' || tries > 0) throw error
    }
}

async function importHeld(tx: Context, input: ImportInput): Promise<Imported> {
  const { rosterId, commandId, of } = input
  if (!(await holdRoster(tx, rosterId))) return GONE
  const before = importFacts['roster.imported'].safeParse(await data.findImport(tx, rosterId, commandId))
  if (before.success) {
    const { of: _, ...counts } = before.data
    return { ok: true, counts }
  }
  const planned = await planOf(tx, input, 'hold')
  if ('ok' in planned) return planned
  if (digestOf<Values>(planned.plan) !== input.digest)
    return { ok: false, stale: true, report: reportOf<Values>(planned.plan) }
  if (planned.of === 'tenders') await writeTenders(tx, input, planned.plan)
  else await writeShifts(tx, input, planned.plan)
  const counts = countsOf<Values>(planned.plan)
  await record(tx, importFacts, [
    { machine: 'roster', subjectId: rosterId, type: 'roster.imported', data: { of, ...counts }, commandId },
  ])
  return { ok: true, counts }
}

/** The rows of a plan that are written: new ones with an id that the press makes, so that no repeat makes others. */
function writesOf<V extends Values>(plan: Plan<V>, kind: string, commandId: string) {
  const added = plan.rows.flatMap((row) =>
    row.verdict === 'added' ? [{ id: deriveId(kind, commandId, String(row.line)), ...row.value }] : [],
  )
  const changed = plan.rows.flatMap((row) =>
    row.verdict === 'changed' ? [{ id: row.id, was: row.was, value: row.value }] : [],
  )
  return { added, changed, values: changed.map(({ id, value }) => ({ id, ...value })) }
}

type ActiveTypes = { on: data.PeopleFact['type']; off: data.PeopleFact['type']; changed: data.PeopleFact['type'] }
type Change<V> = { id: string; was: V; value: V }

/** A change as its facts say it: being active or not is a button of its own, and so is a fact of its own. */
function changeFacts<V extends Values & { active: boolean }>(
  machine: string,
  { id: subjectId, was, value }: Change<V>,
  name: string,
  { on, off, changed }: ActiveTypes,
): data.PeopleFact[] {
  const { active: wasActive, ...before } = was
  const { active, ...after } = value
  const changes = changesOf<Values>(before, after)
  const facts: data.PeopleFact[] = []
  if (Object.keys(changes.after).length > 0)
    facts.push({ machine, subjectId, type: changed, data: { name, ...changes } })
  if (active !== wasActive) facts.push({ machine, subjectId, type: active ? on : off, data: { name } })
  return facts
}

const TENDER: ActiveTypes = { on: 'tender.reactivated', off: 'tender.deactivated', changed: 'tender.changed' }
const SHIFT: ActiveTypes = {
  on: 'shift_template.restored',
  off: 'shift_template.retired',
  changed: 'shift_template.changed',
}

async function writeTenders(tx: Context, { rosterId, commandId }: ImportInput, plan: Plan<TenderValue>): Promise<void> {
  const { added, changed, values } = writesOf(plan, 'tender', commandId)
  const machine = 'tender'
  const born = added.flatMap(({ id: subjectId, name, active }): data.PeopleFact[] => [
    { machine, subjectId, type: 'tender.added', data: { name } },
    ...(active ? [] : [{ machine, subjectId, type: TENDER.off, data: { name } }]),
  ])
  const moved = changed.flatMap((change) => changeFacts(machine, change, change.value.name, TENDER))
  await data.insertTenders(tx, rosterId, added, born)
  await data.updateTenders(tx, rosterId, values, moved)
}

async function writeShifts(tx: Context, { rosterId, commandId }: ImportInput, plan: Plan<ShiftValue>): Promise<void> {
  const { added, changed, values } = writesOf(plan, 'shift_template', commandId)
  const machine = 'shift_template'
  const born = added.flatMap(({ id: subjectId, ...value }): data.PeopleFact[] => {
    const name = nameOfShift(value)
    return [
      { machine, subjectId, type: 'shift_template.added', data: { name } },
      ...(value.active ? [] : [{ machine, subjectId, type: SHIFT.off, data: { name } }]),
    ]
  })
  const moved = changed.flatMap((change) => changeFacts(machine, change, nameOfShift(change.value), SHIFT))
  await data.insertShifts(tx, rosterId, added, born)
  await data.updateShifts(tx, rosterId, values, moved)
}
