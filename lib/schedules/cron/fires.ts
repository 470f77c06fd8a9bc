/**
 * When a cron fires in a zone. A wall-clock time that the clocks skip does not fire; one that they show twice fires once,
 * at its first pass (Open Cron Pattern Specification 1.4, section 4.3.1).
 *
 * Search goes span by span of one offset, so a time in a gap is never met, and a span after the clocks went back begins
 * where the one before ended.
 */
import { newestZones, type Zones } from '@/lib/platform/zones'
import { CronError, quoted } from './fields'
import type { Cron } from './parse'
import { nextWall } from './plan'
import { spansOf, type ZoneSpans } from './spans'

/** What an hour that comes twice does: its first pass alone, or both, for a rhythm that must not pause. */
export type Overlap = 'first' | 'both'
export type FireOptions = { readonly overlap?: Overlap }

/** A wall-clock time that a cron asks for and that the zone's clocks skip. */
export type Skipped = {
  /** What its instant would have been by the offset before the gap. */
  readonly at: Date
  /** YYYY-MM-DDTHH:MM:SS */
  readonly local: string
  /** When the clocks were moved. */
  readonly change: Date
}

/** Seconds. NaN where nothing is left. */
function nextAfter({ plan }: Cron, spans: ZoneSpans, after: number, both: boolean): number {
  const first = after + 1
  let wall = Number.NEGATIVE_INFINITY
  let index = spans.indexOf(first)
  for (let cut = spans.at(index); cut; cut = spans.at(++index)) {
    const { starts, offsets, fresh } = cut
    for (let i = 0; i < offsets.length; i++) {
      const end = starts[i + 1] as number
      if (end <= first) continue
      const offset = offsets[i] as number
      const start = both ? (starts[i] as number) + offset : (fresh[i] as number)
      const low = Math.max(first + offset, start)
      // What the spans before have found stays the next one, unless this span shows earlier times again.
      if (both || wall < low) wall = nextWall(plan, low)
      if (wall < end + offset) return wall - offset
    }
    if (wall === Number.POSITIVE_INFINITY) return Number.NaN
  }
  return Number.NaN
}

const secondOf = (instant: Date): number => {
  const second = Math.floor(instant.getTime() / 1000)
  if (Number.isNaN(second)) throw new RangeError('The instant is not a valid date.')
  return second
}

/** The questions of a cron, on one set of zone data. */
export function firesOn(zones: Zones) {
  const known = new Map<string, ZoneSpans>()
  const spansIn = (zone: string): ZoneSpans => {
    const found = known.get(zone)
    if (found) return found
    const made = spansOf(zones, zone)
    known.set(zone, made)
    return made
  }

  /** The first fire after `from`, to the second; null where none is left up to 2100. Throws ZoneError, RangeError. */
  function next(cron: Cron, zone: string, from: Date, { overlap }: FireOptions = {}): Date | null {
    const found = nextAfter(cron, spansIn(zone), secondOf(from), overlap === 'both')
    return Number.isNaN(found) ? null : new Date(found * 1000)
  }

  /**
   * Every fire after `from`, up to and including `to`, ascending; the first `limit` of them. Throws ZoneError, RangeError.
   */
  function between(
    cron: Cron,
    zone: string,
    from: Date,
    to: Date,
    { overlap, limit = Number.POSITIVE_INFINITY }: FireOptions & { readonly limit?: number } = {},
  ): Date[] {
    const [spans, last, fires] = [spansIn(zone), secondOf(to), [] as Date[]]
    let at = nextAfter(cron, spans, secondOf(from), overlap === 'both')
    while (at <= last && fires.length < limit) {
      fires.push(new Date(at * 1000))
      at = nextAfter(cron, spans, at, overlap === 'both')
    }
    return fires
  }

  /**
   * The times that a cron asks for and that the clocks skip, whose instants by the offset before lie after `from`, up to
   * and including `to`. Throws ZoneError, RangeError.
   */
  function skippedBetween(cron: Cron, zone: string, from: Date, to: Date): Skipped[] {
    const [first, last, skipped] = [secondOf(from), secondOf(to), [] as Skipped[]]
    // No gap is longer than the day that Apia left out.
    for (const { at, before, after } of spansIn(zone).changes(first - 86_400, last)) {
      let wall = nextWall(cron.plan, Math.max(at, first + 1) + before)
      while (wall < at + after && wall - before <= last) {
        const local = new Date(wall * 1000).toISOString().slice(0, 19)
        skipped.push({ at: new Date((wall - before) * 1000), local, change: new Date(at * 1000) })
        wall = nextWall(cron.plan, wall + 1)
      }
    }
    return skipped
  }

  /**
   * The first fire after `from`, for a schedule that is to be kept: throws CronError where there is none. Throws
   * ZoneError, RangeError.
   */
  function firstFire(cron: Cron, zone: string, from: Date, options: FireOptions = {}): Date {
    const found = next(cron, zone, from, options)
    if (found) return found
    const day = zones.localOf(zone, from).date
    throw new CronError(null, `${quoted(cron.text)} never fires in ${zone} after ${day}. Write a time that is to come.`)
  }

  return { next, between, skippedBetween, firstFire, spansIn }
}

export const { next, between, skippedBetween, firstFire, spansIn } = firesOn(newestZones)
