import type { Context } from '@/lib/platform/context'
import { shownAt } from '@/lib/platform/zone-format'
import { tzVersion, zoneData } from '@/lib/platform/zones'
import { CronError } from '../cron/fields'
import { inWords } from '../cron/words'
import { aheadOf, startOf, type Terms } from '../due/stand'
import type { SchedulerClient } from '../effects'
import { rowTerms } from '../ledger/rules'
import { lastWords, runOf } from '../runs/rules'
import type { KeptFire } from '../runs/schema'
import { upcoming } from '../trial/rules'
import type { Upcoming } from '../trial/schema'
import {
  countKept,
  findKept,
  findStale,
  type Kept,
  lastFires,
  listFailed,
  listFires,
  listKept,
  listOverdue,
} from './data'
import * as labels from './labels'
import { type Health, healthOf, isSilent, nearTime, passedSince } from './rules'
import type { PickedSchedule, ScheduleLine, SchedulesInput, SchedulesView } from './schema'

/** Rows of a page of the list, and of the ledger. */
const PAGE = 15
const RUNS = 20
/** Silent schedules that are told apart. */
export const MOST_SILENT = 1_000
/** Next times on other zone data that are told one by one. */
const MOST_MOVING = 5

export type Desk = { backend: SchedulerClient['backend']; mayOperate: boolean }

/** Terms of a row; null where its cron or zone is not known any more. */
export function termsIn(row: Kept): Terms | null {
  try {
    return rowTerms(row)
  } catch (error) {
    if (error instanceof CronError) return null
    throw error
  }
}

const wordsOf = (row: Kept): string => {
  const terms = termsIn(row)
  return terms ? inWords(terms.cron) : row.cron
}

/** Schedules of which nothing has come for two expected times. */
export async function silentOnes(ctx: Context): Promise<Kept[]> {
  const now = ctx.now()
  return (await listOverdue(ctx, MOST_SILENT)).filter((row) => {
    const terms = termsIn(row)
    return terms !== null && row.lastError === null && isSilent(terms, row.nextFireAt, now)
  })
}

/** The list, the picked one with its times and its ledger, and what is to be known about zone data. */
export async function loadSchedules(ctx: Context, input: SchedulesInput, desk: Desk): Promise<SchedulesView> {
  const { q, state, cursor } = input
  const now = ctx.now()
  const silent = await silentOnes(ctx)
  const failed = state === 'failed' ? (await listFailed(ctx)).map(({ id }) => id) : []
  const narrow = {
    q,
    ...(state === 'active' ? { state: 'ACTIVE' as const } : state === 'paused' ? { state: 'PAUSED' as const } : {}),
    ...(state === 'silent' ? { ids: silent.map(({ id }) => id) } : state === 'failed' ? { ids: failed } : {}),
  }
  const [found, total, all, paused, stale] = await Promise.all([
    listKept(ctx.db, narrow, { cursor, limit: PAGE + 1 }),
    countKept(ctx.db, narrow),
    countKept(ctx.db, {}),
    countKept(ctx.db, { state: 'PAUSED' }),
    findStale(ctx.db, tzVersion(), MOST_MOVING),
  ])
  const rows = found.slice(0, PAGE)
  const row = input.id ? await findKept(ctx.db, input.id) : (rows[0] ?? null)
  const last = await lastFires(ctx.db, [...new Set([...rows, ...(row ? [row] : [])].map(({ id }) => id))])
  const picked = row ? await loadPicked(ctx, row, last.get(row.id) ?? null, input.before, desk) : null
  const counts = { total: all, paused, silent: silent.length }
  return {
    at: now.toISOString(),
    sentence: labels.pageSentence(counts, desk.backend, labels.zoneDataWords(zoneData)),
    total,
    lines: rows.map((each) => lineOf(each, last.get(each.id) ?? null, now)),
    more: found.length > PAGE ? (rows.at(-1)?.key ?? null) : null,
    picked,
    lost: input.id && !row ? labels.notKeptWords(input.id) : null,
    moving: movingOf(stale, now),
    inFlight: picked?.runs.some(({ mark }) => mark.tone === 'moving') ?? false,
    locks: { reconcile: desk.mayOperate ? null : labels.LOCKED.role },
  }
}

function lineOf(row: Kept, last: KeptFire | null, now: Date): ScheduleLine {
  return {
    key: row.key,
    name: row.note,
    when: wordsOf(row),
    zone: row.zone,
    next: row.state === 'ACTIVE' && row.nextFireAt ? nearTime(row.zone, row.nextFireAt, now) : null,
    last: last && { ...nearTime(row.zone, last.actualAt, now), says: lastWords(last) },
    mark: labels.HEALTH[healthOf(row, termsIn(row), last, now)],
  }
}

async function loadPicked(
  ctx: Context,
  row: Kept,
  last: KeptFire | null,
  before: string | undefined,
  desk: Desk,
): Promise<PickedSchedule> {
  const now = ctx.now()
  const terms = termsIn(row)
  const health = healthOf(row, terms, last, now)
  const fires = await listFires(ctx.db, row.id, before ? new Date(before) : null, RUNS + 1)
  const shown = fires.slice(0, RUNS)
  const ahead = terms && health !== 'removed' && health !== 'unreadable' ? aheadIn(row, terms, now) : null
  const next = ahead?.cells.find(({ iso }) => iso !== null)
  const nextWords = next ? nearTime(row.zone, new Date(next.iso ?? now), now).label : null
  const passed = row.pausedAt && terms ? passedSince(terms, row.pausedAt, now) : { count: 0, most: false }
  const isPaused = row.state === 'PAUSED'
  const lock = (own: string | null) =>
    desk.mayOperate ? (health === 'removed' ? labels.LOCKED.removed : own) : labels.LOCKED.role
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    name: row.note,
    cron: row.cron,
    zone: row.zone,
    when: wordsOf(row),
    mark: labels.HEALTH[health],
    terms: labels.termWords(row),
    paused:
      isPaused && row.pausedAt
        ? { reason: row.pauseReason ?? '', by: row.pausedBy ?? '', at: shownAt(row.zone, row.pausedAt) }
        : null,
    trouble: troubleOf(health, row, last),
    cells: ahead?.cells ?? [],
    notes: ahead?.notes ?? [],
    runs: shown.map((fire) => runOf(fire, row.zone, now)),
    older: fires.length > RUNS ? (shown.at(-1)?.fireAt.toISOString() ?? null) : null,
    isPaused,
    locks: {
      pause: lock(isPaused ? labels.LOCKED.paused : null),
      resume: lock(isPaused ? null : labels.LOCKED.active),
      fire: lock(null),
    },
    asks: { resume: labels.resumeWords(passed, nextWords), fire: labels.fireWords(isPaused, nextWords) },
  }
}

/** The next times from now, or from where the ledger stands if that is further on; null where none is left. */
function aheadIn(row: Kept, terms: Terms, now: Date): Upcoming | null {
  const start = startOf(terms, { at: row.cursor, local: row.cursorLocal })
  try {
    return upcoming(terms.cron, terms, start > now ? start : now)
  } catch (error) {
    if (error instanceof CronError) return null
    throw error
  }
}

function troubleOf(health: Health, row: Kept, last: KeptFire | null): PickedSchedule['trouble'] {
  const words = health === 'unreadable' ? labels.unreadableWords(row.lastError) : labels.TROUBLE[health]
  if (!words) return null
  const detail = health === 'failed' && last?.detail ? `${last.detail} ` : ''
  return { mark: labels.HEALTH[health], title: words.title, text: `${detail}${words.text}` }
}

/** What new zone data move, told before the tick takes them. */
function movingOf({ count, first }: { count: number; first: readonly Kept[] }, now: Date): SchedulesView['moving'] {
  if (count === 0) return null
  const lines = first.flatMap((row) => {
    const terms = termsIn(row)
    const to = terms && aheadOf(terms, { at: row.cursor, local: row.cursorLocal }).nextFireAt
    if (!terms || to?.getTime() === row.nextFireAt?.getTime()) return []
    const words = (at: Date | null) => at && nearTime(row.zone, at, now).label
    return labels.movingLine(row.note, words(row.nextFireAt), words(to))
  })
  return { title: labels.movingTitle(count, tzVersion()), lines }
}
