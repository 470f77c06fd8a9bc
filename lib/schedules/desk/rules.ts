import { daysBetween } from '@/lib/platform/plain-date'
import { formatDate, type Shown } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import { between } from '../cron/fires'
import { LATE } from '../due/expand'
import { plannedOf, slotAfter, type Terms } from '../due/stand'
import type { ScheduleState } from '../machine'
import type { FireState } from '../schema'

/** How a schedule does, as one word. */
export type Health =
  | 'onTime'
  | 'waiting'
  | 'working'
  | 'late'
  | 'silent'
  | 'failed'
  | 'unreadable'
  | 'paused'
  | 'ended'
  | 'removed'

export type Standing = { state: ScheduleState; nextFireAt: Date | null; lastError: string | null }
/** Of what fired last, by its times or by hand. */
export type LastRun = { state: FireState; outcome: string | null; finishedAt: Date | null }

/** Seconds after which a time that nothing came of counts: more than a late tick. */
const isPast = (terms: Terms, nominal: Date, now: Date): boolean =>
  plannedOf(terms, nominal).getTime() + LATE * 1_000 <= now.getTime()

/** Nothing has come of two expected times in a row. Asked on the request: a silent tick cannot say it. */
export function isSilent(terms: Terms, nextFireAt: Date | null, now: Date): boolean {
  if (!nextFireAt || !isPast(terms, nextFireAt, now)) return false
  const second = slotAfter(terms, nextFireAt)
  return second !== null && isPast(terms, second, now)
}

/** @param terms null where its cron or zone cannot be read any more */
export function healthOf(
  { state, nextFireAt, lastError }: Standing,
  terms: Terms | null,
  last: LastRun | null,
  now: Date,
): Health {
  if (state === 'REMOVED') return 'removed'
  if (state === 'PAUSED') return 'paused'
  if (lastError || !terms) return 'unreadable'
  if (isSilent(terms, nextFireAt, now)) return 'silent'
  if (last && last.finishedAt === null) return 'working'
  if (last?.outcome === 'failed') return 'failed'
  if (!nextFireAt) return 'ended'
  if (isPast(terms, nextFireAt, now)) return 'late'
  return last ? 'onTime' : 'waiting'
}

/** More passed times than this are not counted one by one. */
const MOST_PASSED = 1_000

/** How many of its times have passed since it was paused, at most 1,000, and the last of them. */
export function passedSince({ cron, zone, repeats }: Terms, from: Date, now: Date): { count: number; most: boolean } {
  const { length } = between(cron, zone, from, now, { overlap: repeats, limit: MOST_PASSED + 1 })
  return { count: Math.min(length, MOST_PASSED), most: length > MOST_PASSED }
}

/** 'today', 'tomorrow', 'Mon', 'Thu 10 Dec', 'Thu 10 Dec 2027': a day as briefly as it can be told from now. */
function nearDay(date: string, today: string): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  if (days === 1) return 'tomorrow'
  if (days === -1) return 'yesterday'
  const words = formatDate(date, 'short')
  if (days > 1 && days < 7) return words.slice(0, 3)
  return date.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${Number(date.slice(0, 4))}`
}

/** 'tomorrow 07:05' by a zone's clocks, with seconds where there are any; the zone stands beside it. */
export function nearTime(zone: string, at: Date, now: Date): Shown {
  const { date, time } = localOf(zone, at)
  const clock = time.endsWith(':00') ? time.slice(0, 5) : time
  return { iso: at.toISOString(), label: `${nearDay(date, localOf(zone, now).date)} ${clock}` }
}
