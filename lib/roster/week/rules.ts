import { formatDate } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import type { RunState } from '../machine'
import type { WeekShift } from '../schema'
import type { DeliveryView } from './schema'

const DAY_MS = 24 * 3_600_000
const HOUR_MS = 3_600_000

const localText = (zone: string, instant: Date): string => {
  const { date, time } = localOf(zone, instant)
  return `${date}T${time.slice(0, 5)}`
}

/**
 * Where a dialog that asks for a deadline begins: the one planned while it lies ahead and the form is not open yet,
 * else a day later than the old one or than now, on the hour, within the week. Wall clock in the roster's zone.
 */
export function suggestDeadline(
  zone: string,
  { state, deadlineAt, endsAt }: { state: RunState | null; deadlineAt: Date | null; endsAt: Date | null },
  now: Date,
): string {
  if (state === 'DRAFT' && deadlineAt && deadlineAt > now) return localText(zone, deadlineAt)
  const from = state === 'COLLECTING' && deadlineAt && deadlineAt > now ? deadlineAt : now
  const next = Math.ceil((from.getTime() + DAY_MS) / HOUR_MS) * HOUR_MS
  const last = endsAt ? endsAt.getTime() - HOUR_MS : next
  return localText(zone, new Date(Math.min(next, last)))
}

/** Schedule mails by what they wait for; null before Send. */
export function deliveryOf(rows: Partial<Record<string, number>>, queuedAt: Date | null): DeliveryView | null {
  if (queuedAt === null) return null
  const n = (...states: string[]) => states.reduce((sum, state) => sum + (rows[state] ?? 0), 0)
  const view = {
    sent: n('sent'),
    onWay: n('queued', 'claimed', 'sending'),
    waiting: n('failed', 'unknown'),
    letGo: n('let_go'),
  }
  return { ...view, total: view.sent + view.onWay + view.waiting + view.letGo }
}

/** What a shift is called among those of its week: 'Sat 19 20:00', with what is done where that differs. */
export function shiftName(shift: WeekShift, shifts: readonly WeekShift[]): string {
  const roles = shifts.some(({ role }) => role !== shift.role)
  return `${formatDate(shift.date, 'tight')} ${shift.startTime}${roles ? ` ${shift.role}` : ''}`
}
