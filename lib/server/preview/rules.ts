import { type ClockChange, nextClockChange, typedInstant } from '@/lib/platform/local-time'
import { addDays } from '@/lib/platform/plain-date'
import { formatDate } from '@/lib/platform/zone-format'
import { firstInstantOf, localOf } from '@/lib/platform/zones'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60

type Asked = {
  preset?: 'now' | 'hour' | 'tomorrow' | 'change' | undefined
  local?: string | undefined
  at?: Date | undefined
}
export type Moment = { ok: true; at: Date } | { ok: false; field: 'local' | 'preset'; reason: string }

/** The instant that is asked for, in the company's zone. Tomorrow is the same time of day, or the first there is after it. */
export function momentAsked(zone: string, now: Date, { preset = 'now', local, at }: Asked): Moment {
  if (at) return { ok: true, at }
  if (local !== undefined) {
    const typed = typedInstant(zone, local)
    return typed.ok ? { ok: true, at: typed.instant } : { ok: false, field: 'local', reason: typed.reason }
  }
  const moment = presetMoment(zone, now, preset)
  if (moment) return { ok: true, at: moment }
  return {
    ok: false,
    field: 'preset',
    reason: `The clocks of ${zone} are not moved within a year: choose another moment.`,
  }
}

function presetMoment(zone: string, now: Date, preset: NonNullable<Asked['preset']>): Date | null {
  switch (preset) {
    case 'now':
      return now
    case 'hour':
      return new Date(now.getTime() + HOUR_MS)
    case 'tomorrow': {
      const { date, time } = localOf(zone, now)
      return firstInstantOf(zone, `${addDays(date, 1)}T${time}`)
    }
    case 'change':
      return nextClockChange(zone, now)?.at ?? null
  }
}

export type PresetButton = { preset: NonNullable<Asked['preset']>; label: string }

/**
 * 'Clocks go forward, Sun 28 Mar, from 01:00 GMT to 02:00 BST': what they show at that instant, before and after. The one
 * without the other reads as a time that does not exist, or comes twice.
 */
function changeWords(zone: string, { at, direction }: ClockChange): string {
  const before = localOf(zone, new Date(at.getTime() - MINUTE_MS))
  const after = localOf(zone, at)
  const [hour = 0, minute = 0] = before.time.split(':').map(Number)
  const end = (hour * 60 + minute + 1) % DAY_MINUTES
  const from = `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
  return `Clocks go ${direction}, ${formatDate(after.date, 'short')}, from ${from} ${before.abbreviation} to ${after.time.slice(0, 5)} ${after.abbreviation}`
}

/** The moments that are offered, in words. The change of the clocks only where the zone has one. */
export function presetButtons(zone: string, now: Date): PresetButton[] {
  const change = nextClockChange(zone, now)
  return [
    { preset: 'now', label: 'Now' },
    { preset: 'hour', label: 'In 1 hour' },
    { preset: 'tomorrow', label: 'Tomorrow at this time' },
    ...(change
      ? [
          {
            preset: 'change' as const,
            label: changeWords(zone, change),
          },
        ]
      : []),
  ]
}

/** Where the field for another moment begins: now, on the company's clocks, YYYY-MM-DDTHH:MM. */
export function localNow(zone: string, now: Date): string {
  const { date, time } = localOf(zone, now)
  return `${date}T${time.slice(0, 5)}`
}
