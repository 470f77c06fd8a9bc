import { isDate } from './plain-date'
import { changesBetween, firstInstantOf, instantsOf, localOf } from './zones'

export type Typed =
  | { ok: true; instant: Date /** What to say where the time comes twice. */; note: string | null }
  | { ok: false; reason: string }

/**
 * The instant of a local time as somebody typed it, YYYY-MM-DDTHH:MM in the years 2000 to 2199. What no calendar has and a
 * time that the clocks skip are refused, a time that comes twice is the first. Throws ZoneError.
 */
export function typedInstant(zone: string, local: string): Typed {
  if (!isDate(local.slice(0, 10)) || !/^2[01]\d\d-.*T([01]\d|2[0-3]):[0-5]\d$/.test(local))
    return { ok: false, reason: 'There is no such day or time: choose another.' }
  const [first] = instantsOf(zone, local)
  if (first) return { ok: true, instant: first, note: twiceAt(zone, first)?.note ?? null }
  const after = localOf(zone, firstInstantOf(zone, local)).time.slice(0, 5)
  return {
    ok: false,
    reason: `There is no ${local.slice(11, 16)} that night: the clocks go forward. Choose ${after} or another time.`,
  }
}

/**
 * Where the zone's clocks show the time of an instant twice, because they go back: which of the two it is, and the other
 * one, to the second. Throws ZoneError.
 */
export function twiceAt(zone: string, instant: Date): { note: string; other: Date } | null {
  const { date, time, abbreviation } = localOf(zone, instant)
  const [first, second] = instantsOf(zone, `${date}T${time}`)
  if (!first || !second) return null
  const isFirst = instant < second
  return {
    note: `${time.slice(0, 5)} comes twice that night as the clocks go back: the ${isFirst ? 'first' : 'second'} one, ${abbreviation}, is meant.`,
    other: isFirst ? second : first,
  }
}

const DAY_MS = 24 * 3_600_000
/** Zones that change at all do so within a year, leap days and the moon's calendar included. */
const LOOK_AHEAD_DAYS = 400

export type ClockChange = { at: Date; direction: 'forward' | 'back' }

/**
 * The next instant after `after` at which the zone's clocks are moved, to the second; null where they are not within
 * 400 days. Throws ZoneError.
 */
export function nextClockChange(zone: string, after: Date): ClockChange | null {
  const [next] = changesBetween(zone, after, new Date(after.getTime() + LOOK_AHEAD_DAYS * DAY_MS))
  return next ? { at: next.at, direction: next.after > next.before ? 'forward' : 'back' } : null
}
