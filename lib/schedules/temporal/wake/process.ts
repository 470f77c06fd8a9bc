import { record } from '@/lib/engine/audit'
import { as, type Context, inTransaction, TICK } from '@/lib/platform/context'
import { failpoint } from '@/lib/platform/failpoint'
import { logFor } from '@/lib/platform/log'
import { spanEvent } from '@/lib/platform/telemetry'
import { tzVersion } from '@/lib/platform/zones'
import { aheadOf, slotAfter, startOf, type Terms } from '../../due/stand'
import type { Waking } from '../../effects'
import { scheduleFacts } from '../../labels'
import { findOpen, lockOne } from '../../ledger/data'
import { runSet } from '../../ledger/effects'
import { settleExpanded } from '../../ledger/process'
import { judge, rowTerms } from '../../ledger/rules'
import type { Row } from '../../ledger/schema'
import { schedule } from '../../machine'
import type { FireOutcome } from '../../schema'
import { movedOf } from '../../zones/process'
import { IN_VAIN, NOT_WOKEN } from '../labels'
import { findSlot, takeBack } from './data'
import { expandTo, fateOf } from './rules'

/** Milliseconds that the server's clock may be ahead of the database's before a wake counts as one of the future. */
const AHEAD_MS = 5_000

/** What came of a wake, as its workflow shows it. */
export type Woken = {
  answer: 'claimed' | 'already' | 'taken back' | 'in vain' | 'unknown'
  detail?: string
}

/**
 * A wake claims its time in the ledger. It vouches for its own instant only: what lies between the cursor and it is
 * written down as not woken, and a wake that comes late for such a one takes it back. Twice the same wake is one fire.
 *
 * It never fails for what it is told: an id that is not kept, or a time that is none, is recorded, and that is all.
 */
export function wake(ctx: Context, key: string, nominal: Date, waking: Waking): Promise<Woken> {
  return inTransaction(ctx, async (tx): Promise<Woken> => {
    const row = await lockOne(tx, key)
    if (!row) {
      logFor(tx.requestId).warn({ schedule: key, at: nominal }, 'woken for a schedule that is not kept')
      spanEvent('schedule.woken', { id: key, at: nominal.toISOString(), answer: 'unknown' })
      return { answer: 'unknown', detail: 'No schedule of this id is kept. Reconcile says what it is.' }
    }
    const woken = await wakeRow(tx, row, nominal, waking)
    await failpoint('schedules.before-woken')
    spanEvent('schedule.woken', { id: key, at: nominal.toISOString(), answer: woken.answer })
    return woken
  })
}

async function wakeRow(tx: Context, row: Row, nominal: Date, waking: Waking): Promise<Woken> {
  if (row.state === 'REMOVED') return inVain(tx, row, nominal, IN_VAIN.removed)
  const terms = rowTerms(row)
  const isOurs = slotAfter(terms, new Date(nominal.getTime() - 1_000))?.getTime() === nominal.getTime()
  if (!isOurs) return inVain(tx, row, nominal, IN_VAIN.otherTime)
  if (nominal.getTime() > row.at.getTime() + AHEAD_MS) return inVain(tx, row, nominal, IN_VAIN.future)
  const cursor = { at: row.cursor, local: row.cursorLocal }
  if (nominal > startOf(terms, cursor)) return claimTo(tx, row, terms, nominal, waking)
  if (nominal > row.cursor) return inVain(tx, row, nominal, IN_VAIN.repeated)
  return comeLate(tx, row, terms, nominal, waking)
}

async function claimTo(tx: Context, row: Row, terms: Terms, nominal: Date, waking: Waking): Promise<Woken> {
  const { items, cursor } = expandTo(terms, { at: row.cursor, local: row.cursorLocal }, nominal, row.at)
  const ahead = aheadOf(terms, cursor)
  const stand = {
    ...{ id: row.id, cursor: cursor.at, cursorLocal: cursor.local, ...ahead },
    ...{ tzVersion: tzVersion(), byTick: waking.byTick(terms, ahead), lastError: null },
  }
  await settleExpanded(tx, [{ row, items, stand, moved: movedOf(row) }], waking)
  return { answer: 'claimed' }
}

/** The time lies behind the cursor: it is in the ledger, and only its own "not woken" is taken back. */
async function comeLate(tx: Context, row: Row, terms: Terms, nominal: Date, { handlers }: Waking): Promise<Woken> {
  const slot = await findSlot(tx, row.id, nominal)
  if (!slot) return inVain(tx, row, nominal, IN_VAIN.before)
  const isOwn = slot.state === 'missed' && slot.outcome === NOT_WOKEN && slot.count === 1
  if (!isOwn || fateOf(terms, nominal, row.at) !== 'fired') return { answer: 'already', detail: slot.state }
  const handler = handlers[row.workflowType]
  let outcome: FireOutcome | undefined
  if (handler?.kind === 'job') {
    const open = (await findOpen(tx, [row.id])).get(row.id) ?? { open: 0, waiting: 0 }
    const item = { kind: 'slot', at: nominal, local: slot.local, state: 'fired', count: 1, lastAt: null } as const
    if (judge([item], row.overlap, open)[0]?.state !== 'fired') return { answer: 'already', detail: slot.state }
  } else if (handler) {
    const { id: scheduleId, zone, args } = row
    const fire = { scheduleId, key: row.key, kind: 'slot' as const, fireAt: nominal, localTime: slot.local, zone, args }
    ;[outcome] = await runSet(as(tx, TICK), handler, [{ ...fire, attempt: 1 }])
  } else outcome = { outcome: 'failed', detail: `Nothing handles ${row.workflowType} any more.` }
  await takeBack(tx, row.id, nominal, outcome)
  return { answer: 'taken back' }
}

async function inVain(tx: Context, row: Row, at: Date, reason: string): Promise<Woken> {
  const type = 'schedule.woken_in_vain' as const
  await record(as(tx, TICK), scheduleFacts, [
    { machine: schedule.name, subjectId: row.id, type, data: { at: at.toISOString() }, reason },
  ])
  return { answer: 'in vain', detail: reason }
}
