import { as, type Context, TICK } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { logFor } from '@/lib/platform/log'
import { spanEvent } from '@/lib/platform/telemetry'
import { tzVersion } from '@/lib/platform/zones'
import { expand } from '../due/expand'
import type { Item } from '../due/passed-over'
import { aheadOf } from '../due/stand'
import type { DueFire, Handlers, Waking } from '../effects'
import { UNTOLD } from '../labels'
import type { FireOutcome } from '../schema'
import { type Moved, movedOf, noteMoved } from '../zones/process'
import { findOpen, writeClaim } from './data'
import { runSet } from './effects'
import { judge, rowTerms } from './rules'
import type { FireRow, Row, Stand } from './schema'

/** Rows of the ledger that one transaction writes, and times that it counts: what is more stays due, and is claimed next. */
const MOST_ITEMS = 5_000
export const MOST_TIMES = 500_000
/** A schedule whose times cannot be told (its zone is gone from the data) is looked at again so much later. */
const LATER_MS = 5 * 60_000

export type Claimed = { schedules: number; fires: number; failed: number }

type Draft = { row: Row; item: Item }

/**
 * Brings locked schedules up to now, in the caller's transaction, the first of them at least: what would make it too long
 * is left as it stands, and stays due.
 * @param early also what only waits for its jitter: a change of terms takes nothing back that was due under the old ones
 */
export async function settleRows(tx: Context, rows: readonly Row[], waking: Waking, early = false): Promise<Claimed> {
  const times = timesAt(rows[0]?.at ?? tx.now(), waking, early)
  const expanded: Expanded[] = []
  let items = 0
  for (const row of rows) {
    if (items >= MOST_ITEMS || times.counted() >= MOST_TIMES) break
    const next = expandRow(tx, row, times.of)
    items += next.items.length
    expanded.push(next)
  }
  return settleExpanded(tx, expanded, waking)
}

export type Expanded = { row: Row; items: readonly Item[]; stand: Stand; moved: Moved | null }

/** Does what locked schedules have come to, and writes it down with where each stands from then on. */
export async function settleExpanded(
  tx: Context,
  expanded: readonly Expanded[],
  { handlers }: Waking,
): Promise<Claimed> {
  if (expanded.length === 0) return { schedules: 0, fires: 0, failed: 0 }
  const jobs = expanded.filter(({ row, items }) => handlers[row.workflowType]?.kind === 'job' && items.length > 0)
  const open = await findOpen(
    tx,
    jobs.map(({ row }) => row.id),
  )
  const drafts = expanded.flatMap(({ row, items }): Draft[] => {
    const judged = judge(items, row.overlap, open.get(row.id) ?? { open: 0, waiting: 0 })
    return judged.map((item) => ({ row, item }))
  })
  const outcomes = await runSets(tx, drafts, handlers)
  await failpoint('schedules.before-write')
  const fires = drafts.map((draft) => fireOf(draft, outcomes.get(draft)))
  await writeClaim(
    tx,
    expanded.map(({ stand }) => stand),
    fires,
  )
  await noteMoved(
    tx,
    expanded.flatMap(({ moved }) => moved ?? []),
  )
  const failed = fires.filter(({ outcome }) => outcome === 'failed').length
  spanEvent('schedule.claim', { schedules: expanded.length, fires: fires.length, failed })
  return { schedules: expanded.length, fires: fires.length, failed }
}

type Times = { items: readonly Item[]; stand: Omit<Stand, 'id'> }

/**
 * What is due of a row at an instant. Most of a fleet has the same cron and zone and stands at the same point, and comes
 * out alike: that is computed once.
 */
function timesAt(now: Date, { byTick }: Waking, early: boolean): { of(row: Row): Times; counted(): number } {
  const known = new Map<string, Times>()
  let counted = 0
  const compute = (row: Row): Times => {
    const terms = rowTerms(row)
    const cursor = { at: row.cursor, local: row.cursorLocal }
    const { items, cursor: after } = expand(early ? { ...terms, jitter: 0 } : terms, cursor, now)
    for (const { count } of items) counted += count
    const ahead = aheadOf(terms, after)
    const stand = { ...ahead, tzVersion: tzVersion(), byTick: byTick(terms, ahead), lastError: null }
    return { items, stand: { cursor: after.at, cursorLocal: after.local, ...stand } }
  }
  const of = (row: Row): Times => {
    // A jitter is each schedule's own.
    if (row.jitter > 0) return compute(row)
    const { cron, zone, repeats, catchUp, window, state, cursor, cursorLocal } = row
    const alike = [cron, zone, repeats, catchUp, window, state, cursor.getTime(), cursorLocal].join('|')
    const found = known.get(alike) ?? compute(row)
    known.set(alike, found)
    return found
  }
  return { of, counted: () => counted }
}

function expandRow(tx: Context, row: Row, times: (row: Row) => Times): Expanded {
  try {
    const { items, stand } = times(row)
    return { row, items, stand: { id: row.id, ...stand }, moved: movedOf(row) }
  } catch (error) {
    logFor(tx.requestId).error({ schedule: row.key, err: error }, 'the times of a schedule cannot be told')
    const lastError = error instanceof Error ? error.message : UNTOLD
    const dueAt = new Date(row.at.getTime() + LATER_MS)
    return { row, items: [], stand: { ...row, dueAt, lastError }, moved: null }
  }
}

async function runSets(
  tx: Context,
  drafts: readonly Draft[],
  handlers: Handlers,
): Promise<ReadonlyMap<Draft, FireOutcome>> {
  const byType = new Map<string, Draft[]>()
  for (const draft of drafts)
    if (draft.item.state === 'fired' && handlers[draft.row.workflowType]?.kind !== 'job') {
      const kept = byType.get(draft.row.workflowType)
      if (kept) kept.push(draft)
      else byType.set(draft.row.workflowType, [draft])
    }
  const outcomes = new Map<Draft, FireOutcome>()
  for (const [type, due] of byType) {
    due.sort((a, b) => a.item.at.getTime() - b.item.at.getTime())
    const handler = handlers[type]
    const answers =
      handler?.kind === 'set' ? await runSet(as(tx, TICK), handler, due.map(dueFire)) : due.map(() => unhandled(type))
    due.forEach((draft, at) => {
      outcomes.set(draft, answers[at] ?? unhandled(type))
    })
  }
  return outcomes
}

/** A schedule of a feature that this release does not have any more: its fires are recorded, and none is lost silently. */
const unhandled = (type: string): FireOutcome => ({ outcome: 'failed', detail: `Nothing handles ${type} any more.` })

const dueFire = ({ row, item }: Draft): DueFire => ({
  scheduleId: row.id,
  key: row.key,
  kind: 'slot',
  fireAt: item.at,
  localTime: item.local,
  zone: row.zone,
  args: row.args,
  attempt: 1,
})

function fireOf({ row, item }: Draft, outcome: FireOutcome | undefined): FireRow {
  const isOpen = (item.state === 'fired' || item.state === 'waiting') && !outcome
  return {
    scheduleId: row.id,
    kind: item.kind,
    fireAt: item.at,
    localTime: item.local,
    state: item.state,
    count: item.count,
    lastAt: item.lastAt,
    actualAt: row.at,
    outcome: outcome?.outcome ?? item.why ?? null,
    detail: outcome?.detail ?? null,
    finishedAt: isOpen ? null : row.at,
    commandId: null,
    actorName: null,
  }
}
