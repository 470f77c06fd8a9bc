import { findCommand } from '@/lib/engine/audit'
import type { Refused } from '@/lib/engine/outcome'
import { AT, type Values } from '@/lib/engine/sql'
import { bear, transition } from '@/lib/engine/transition'
import { whole } from '@/lib/engine/whole'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { spanEvent } from '@/lib/platform/telemetry'
import { tzVersion } from '@/lib/platform/zones'
import type { Cron } from '../cron/parse'
import { aheadOf, type Cursor } from '../due/stand'
import type { Press, Registered, Waking } from '../effects'
import { backlogWords, changedWords, registeredWords, scheduleRefusal, unknownWords } from '../labels'
import { lockKey, lockOne } from '../ledger/data'
import { settleRows } from '../ledger/process'
import type { Row } from '../ledger/schema'
import { type ScheduleEdge, schedule } from '../machine'
import { checkCalendar, checkChange, checkId, checkSpec, checkText, isFault, STANDARD, termsOf } from '../rules'
import type { Change, Refusal, Spec, SpecFault, Told } from '../schema'
import { calendarColumns, difference, specColumns, specOf, terms } from './rules'

// The ledger's half of every verb, the same for both backends. Each is one transaction.

export const invalid = ({ field, sentence }: SpecFault): Refusal => ({ ok: false, code: 'invalid', field, sentence })
const unknown = (id: string): Refusal => ({ ok: false, code: 'unknown', sentence: unknownWords(id) })

const changed = (id: string): Refusal => ({ ok: false, code: 'changed', sentence: changedWords(id) })

/** Where a schedule with these terms stands that counts on from `cursor`, as columns. */
function standColumns(spec: Spec, cron: Cron, cursor: Cursor, waking: Waking, paused = false) {
  const terms = termsOf(spec.id, cron, spec.calendar, { ...STANDARD, ...spec.policy }, paused)
  const ahead = aheadOf(terms, cursor)
  return {
    cursor: cursor.at,
    cursor_local: cursor.local,
    next_fire_at: ahead.nextFireAt,
    due_at: ahead.dueAt,
    tz_version: tzVersion(),
    by_tick: waking.byTick(terms, ahead),
    last_error: null,
  }
}

/**
 * Keeps a schedule; one that was taken away goes on where its ledger ends.
 * @param from the instant after which its times count; now unless told
 */
export async function registerRow(ctx: Context, spec: Spec, waking: Waking, from?: Date): Promise<Told<Registered>> {
  const cron = checkSpec(spec, new Set(Object.keys(waking.handlers)), ctx.now())
  if (isFault(cron)) return invalid(cron)
  return asOne<Registered>(ctx, spec.id, async (tx) => {
    await lockKey(tx, spec.id)
    const row = await lockOne(tx, spec.id)
    if (row && row.state !== 'REMOVED') {
      const other = difference(row, spec)
      if (other) return { ok: false, code: 'refused', sentence: registeredWords(spec.id, other) }
      return { ok: true, id: row.id, nextFireAt: row.nextFireAt, already: true }
    }
    const now = tx.now()
    const begin = from ?? now
    const at = row && row.cursor > begin ? row.cursor : begin
    const stand = standColumns(spec, cron, { at, local: null }, waking)
    const values = { ...specColumns(spec), ...stand }
    const data = terms(spec.calendar)
    const id = row?.id ?? newId()
    const outcome = row
      ? await transition(tx, schedule, id, 'register', { version: row.version, set: values, data })
      : await bear(tx, schedule, 'ACTIVE', [{ id, values: { key: spec.id, created_at: now, ...values }, data }])
    if (!outcome.ok) return outcome
    spanEvent('schedule.register', { id: spec.id, cron: data.cron, zone: data.zone })
    return { ok: true, id, nextFireAt: stand.next_fire_at, already: false }
  })
}

/** Another cron, zone or jitter from now on. */
export async function updateRow(
  ctx: Context,
  id: string,
  change: Change,
  waking: Waking,
  press: Press = {},
): Promise<Told<{ id: string; nextFireAt: Date | null }>> {
  const cron = checkId(id) ?? checkChange(change) ?? checkCalendar(change.calendar, ctx.now())
  if (isFault(cron)) return invalid(cron)
  return asOne<{ id: string; nextFireAt: Date | null }>(ctx, id, async (tx) => {
    const found = await settled(tx, id, waking, press)
    if (!('row' in found)) return found
    const { row, isRepeat } = found
    if (isRepeat) return { ok: true, id: row.id, nextFireAt: row.nextFireAt }
    const { calendar } = change
    // A local time of another zone says nothing about this one's.
    const local = calendar.zone === row.zone ? row.cursorLocal : null
    const spec = { ...specOf(row), calendar }
    const stand = standColumns(spec, cron, { at: row.cursor, local }, waking, row.state === 'PAUSED')
    const set = { ...calendarColumns(calendar), ...stand }
    const moved = await move(tx, row, 'update', press, { set, data: { from: terms(row), to: terms(calendar) } })
    return moved.ok ? { ok: true, id: row.id, nextFireAt: stand.next_fire_at } : moved
  })
}

/** Its times are skipped from now on. */
export async function pauseRow(ctx: Context, id: string, reason: string, waking: Waking, press: Press = {}) {
  const fault = checkId(id) ?? checkText('reason', reason)
  if (fault) return invalid(fault)
  return asOne(ctx, id, async (tx) => {
    const found = await settled(tx, id, waking, press)
    if (!('row' in found)) return found
    if (found.isRepeat) return { ok: true }
    const by_tick = waking.byTick({ zone: found.row.zone, paused: true }, found.row)
    const set = { pause_reason: reason.trim(), paused_by: tx.actor.name, paused_at: AT, by_tick }
    return move(tx, found.row, 'pause', press, { set, reason: reason.trim() })
  })
}

const UNPAUSED = { pause_reason: null, paused_by: null, paused_at: null } as const

/** It fires again from now on; what passed is in the ledger as skipped. */
export async function unpauseRow(ctx: Context, id: string, waking: Waking, press: Press = {}) {
  const fault = checkId(id)
  if (fault) return invalid(fault)
  return asOne(ctx, id, async (tx) => {
    const found = await settled(tx, id, waking, press)
    if (!('row' in found)) return found
    if (found.isRepeat) return { ok: true }
    const by_tick = waking.byTick({ zone: found.row.zone, paused: false }, found.row)
    return move(tx, found.row, 'unpause', press, { set: { ...UNPAUSED, by_tick } })
  })
}

/** Takes it away; its ledger stays. One that is not there is fine. */
export async function unregisterRow(ctx: Context, id: string, waking: Waking): Promise<Told> {
  const fault = checkId(id)
  if (fault) return invalid(fault)
  return asOne(ctx, id, async (tx) => {
    const found = await settled(tx, id, waking, {})
    if (!('row' in found)) return found.code === 'unknown' ? { ok: true } : found
    return move(tx, found.row, 'unregister', {}, { set: { ...UNPAUSED, next_fire_at: null, due_at: null } })
  })
}

/** Claims of a thousand fires that a verb makes at most before it changes the terms. */
const MOST_CLAIMS = 5

/** Locks a schedule that is kept and settles what was due under its terms, unless this very press has happened before. */
async function settled(
  tx: Context,
  id: string,
  waking: Waking,
  press: Press,
): Promise<{ row: Row; isRepeat: boolean } | Refusal> {
  const row = await lockOne(tx, id)
  if (!row || row.state === 'REMOVED') return unknown(id)
  if (press.commandId && (await findCommand(tx, schedule.name, row.id, press.commandId))) return { row, isRepeat: true }
  if (press.version !== undefined && press.version !== row.version) return changed(id)
  let after = row
  for (let claims = 0; claims < MOST_CLAIMS; claims += 1) {
    await settleRows(tx, [after], waking, true)
    after = (await lockOne(tx, id)) ?? row
    // Also what is due once it was settled once more: a claim fires a thousand at most.
    const isSettled = after.lastError !== null || after.nextFireAt === null || after.nextFireAt > after.at
    if (isSettled) return { row: after, isRepeat: false }
  }
  return { ok: false, code: 'refused', sentence: backlogWords(id) }
}

async function move(
  tx: Context,
  row: Row,
  edge: ScheduleEdge,
  { commandId }: Press,
  options: { set: Values; data?: object; reason?: string },
): Promise<Told | Refused> {
  const press = commandId ? { commandId } : {}
  const outcome = await transition(tx, schedule, row.id, edge, { version: row.version, ...press, ...options })
  if (!outcome.ok) return outcome
  spanEvent(`schedule.${edge}`, { id: row.key, ...(options.reason ? { reason: options.reason } : {}) })
  return { ok: true }
}

/** A verb in one transaction; what the engine refuses becomes a sentence. */
async function asOne<T>(ctx: Context, id: string, work: (tx: Context) => Promise<Told<T> | Refused>): Promise<Told<T>> {
  const answer = await whole(ctx, work)
  if (answer.ok || 'code' in answer) return answer
  if (answer.kind === 'unknown') return unknown(id)
  if (answer.kind === 'lost') return changed(id)
  return { ok: false, code: 'refused', sentence: scheduleRefusal(id, answer.reason) }
}
