import {
  isKnown,
  lettersFor,
  newestSource,
  offsetFrom,
  packageVersion,
  respell,
  runtimeVersion,
  type SourceName,
  versionFrom,
} from './zone-data'

/**
 * The only place that knows offsets. Every local time that is shown or computed comes through here, on the newest zone
 * data at hand. Nothing depends on the process's own TZ.
 */

/** A name that no zone data knows. The message is a sentence for whoever typed it. */
export class ZoneError extends Error {
  override name = 'ZoneError'
  constructor(readonly zone: string) {
    const right = respell(zone)
    const hint = right ? `Write ${right}, in exactly that case.` : 'Write an IANA name, such as Europe/London.'
    super(`There is no time zone ${JSON.stringify(zone.slice(0, 60))}. ${hint}`)
  }
}

/** A text that is no local date and time. The message is a sentence for whoever typed it. */
export class LocalTimeError extends Error {
  override name = 'LocalTimeError'
  constructor(readonly local: string) {
    super(
      `${JSON.stringify(local.slice(0, 60))} is not a date and time. Write YYYY-MM-DDTHH:MM, such as 2026-12-10T18:00.`,
    )
  }
}

export type Local = {
  /** YYYY-MM-DD */
  date: string
  /** HH:MM:SS, the fraction of a second cut off */
  time: string
  /** 1 Monday to 7 Sunday */
  weekday: number
  /** minutes east of UTC */
  offset: number
  /** 'GMT', 'AEDT'; 'UTC+03' or 'UTC+05:45' where tz has numbers only */
  abbreviation: string
}

/** The instant at which a zone's clocks are moved, with the minutes east of UTC before it and from it on. */
export type ZoneChange = { at: Date; before: number; after: number }

export type Zones = {
  /** Minutes east of UTC. Throws ZoneError; RangeError for an invalid date. */
  offsetAt(zone: string, instant: Date): number
  /**
   * The instants at which the zone's clocks show `local` (YYYY-MM-DDTHH:MM[:SS]): none in a gap, two where clocks went
   * back, else one; ascending. Throws ZoneError, LocalTimeError.
   */
  instantsOf(zone: string, local: string): Date[]
  /** The first of them; in a gap the first instant after it, when clocks have jumped. Throws as `instantsOf` does. */
  firstInstantOf(zone: string, local: string): Date
  /**
   * The changes of the zone's offset after `from`, up to and including `to`, ascending; it looks once in two days of that
   * time. Throws ZoneError; RangeError for an invalid date.
   */
  changesBetween(zone: string, from: Date, to: Date): ZoneChange[]
  /** What the zone's calendar and clocks show. Throws ZoneError; RangeError outside the years 1 to 9999. */
  localOf(zone: string, instant: Date): Local
  /** Whether the name is one of IANA's, in IANA's own case; links count. */
  isZone(zone: string): boolean
  /** Version of the zone data in use, such as '2026f'. */
  tzVersion(): string
}

const MINUTE = 60_000
/**
 * No zone is a whole day from UTC, so the offset in force at a local time is one of those in force a day before and a
 * day after it read as UTC: between the two there is at most one change, for tz has no two changes within 48 hours.
 */
const DAY = 24 * 60 * MINUTE
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/

/** Epoch milliseconds of a local time read as if it were UTC. */
function wallOf(local: string): number {
  const wall = LOCAL.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  // V8 reads 30 February as 1 March and 24:00 as the next day: what does not come back the same was no date.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(local)) throw new LocalTimeError(local)
  return wall
}

function msOf(instant: Date): number {
  const ms = instant.getTime()
  if (Number.isNaN(ms)) throw new RangeError('The instant is not a valid date.')
  return ms
}

/** '+0545' → 'UTC+05:45', '-03' → 'UTC-03'; tz's '-00' means that nobody lived there, and is UTC. */
function numeric(letters: string): string {
  if (letters === '-00' || letters === '+00') return 'UTC'
  return `UTC${letters.slice(0, 3)}${letters.length > 3 ? `:${letters.slice(3)}` : ''}`
}

function digits(offset: number): string {
  const minutes = Math.round(Math.abs(offset))
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = minutes % 60 === 0 ? '' : two(minutes % 60)
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${rest}`
}

/** The same questions answered from a named set of zone data, for oracles that read the runtime's older one. */
export function zonesFrom(source: SourceName): Zones {
  const offset = offsetFrom[source]

  const check = (zone: string) => {
    if (!isKnown(zone)) throw new ZoneError(zone)
  }

  const candidates = (zone: string, wall: number) => {
    const before = offset(zone, wall - DAY)
    const after = offset(zone, wall + DAY)
    return { before, after, early: wall - Math.round(before * MINUTE), late: wall - Math.round(after * MINUTE) }
  }

  const resolve = (zone: string, wall: number): number[] => {
    const { before, after, early, late } = candidates(zone, wall)
    if (before === after) return [early]
    const found: number[] = []
    if (offset(zone, early) === before) found.push(early)
    if (offset(zone, late) === after) found.push(late)
    return found.sort((a, b) => a - b)
  }

  /** The first instant after `low`, and not after `high`, whose offset is another one: there is exactly one change. */
  const changeIn = (zone: string, low: number, high: number): number => {
    const before = offset(zone, low)
    let [unchanged, changed] = [low, high]
    while (changed - unchanged > 1) {
      const middle = Math.floor((unchanged + changed) / 2)
      if (offset(zone, middle) === before) unchanged = middle
      else changed = middle
    }
    return changed
  }

  /** A gap's end lies between the two readings of its time. */
  const gapEnd = (zone: string, wall: number): number => {
    const { early, late } = candidates(zone, wall)
    return changeIn(zone, late, early)
  }

  const changes = (zone: string, from: number, to: number): ZoneChange[] => {
    const found: ZoneChange[] = []
    let before = offset(zone, from)
    for (let low = from; low < to; low += 2 * DAY) {
      const high = Math.min(low + 2 * DAY, to)
      const after = offset(zone, high)
      if (after !== before) found.push({ at: new Date(changeIn(zone, low, high)), before, after })
      before = after
    }
    return found
  }

  return {
    offsetAt(zone, instant) {
      check(zone)
      return offset(zone, msOf(instant))
    },
    instantsOf(zone, local) {
      check(zone)
      return resolve(zone, wallOf(local)).map((ms) => new Date(ms))
    },
    firstInstantOf(zone, local) {
      check(zone)
      const wall = wallOf(local)
      return new Date(resolve(zone, wall)[0] ?? gapEnd(zone, wall))
    },
    changesBetween(zone, from, to) {
      check(zone)
      return changes(zone, msOf(from), msOf(to))
    },
    localOf(zone, instant) {
      check(zone)
      const ms = msOf(instant)
      const minutes = offset(zone, ms)
      const wall = new Date(ms + Math.round(minutes * MINUTE))
      const year = wall.getUTCFullYear()
      if (!(year >= 1 && year <= 9999)) throw new RangeError('The instant lies outside the years 1 to 9999.')
      const text = wall.toISOString()
      const letters = lettersFor(zone, ms, minutes) ?? digits(minutes)
      return {
        date: text.slice(0, 10),
        time: text.slice(11, 19),
        weekday: wall.getUTCDay() || 7,
        offset: minutes,
        abbreviation: /^[+-]/.test(letters) ? numeric(letters) : letters,
      }
    },
    isZone: isKnown,
    tzVersion: () => versionFrom[source],
  }
}

export const newestZones = zonesFrom(newestSource)
export const { offsetAt, instantsOf, firstInstantOf, changesBetween, localOf, isZone, tzVersion } = newestZones

/** Which zone data are used, and what the two sets at hand are; `runtime` is null where Node was built without any. */
export const zoneData = { source: newestSource, package: packageVersion, runtime: runtimeVersion ?? null }
