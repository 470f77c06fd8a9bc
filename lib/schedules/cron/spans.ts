/**
 * A zone's time cut into spans of one offset each, in seconds, four years at a time and each four years once. Offsets
 * come from `lib/platform/zones.ts` alone; an offset is a whole minute in all the years of a cron.
 */
import type { ZoneChange, Zones } from '@/lib/platform/zones'
import { FIRST_YEAR } from './fields'

const DAY = 86_400
/** A zone is never a day from UTC: the first local second of the first year lies after it, wherever that is. */
const ORIGIN = Date.UTC(FIRST_YEAR, 0, 1) / 1000 - DAY
/** Long enough that a next fire rarely looks into a second one, short enough to be quick where only Intl is at hand. */
const LENGTH = 4 * 365.25 * DAY
/** As many as the years of a cron need, and their local times after the last UTC second. */
const COUNT = 26

export type Spans = {
  /** When each span begins, and the end of the last. A span begins at a change of the clocks, or where spans are cut. */
  readonly starts: Float64Array
  /** Seconds east of UTC. */
  readonly offsets: Float64Array
  /** The first wall time of each that no clock has shown before: later than its beginning where clocks went back. */
  readonly fresh: Float64Array
}

/** A change of the clocks, all in seconds. */
export type Change = { readonly at: number; readonly before: number; readonly after: number }

export type ZoneSpans = {
  /** The number of the cut that holds an instant; it may lie outside those that there are. */
  indexOf(second: number): number
  /** The spans of a cut; undefined behind the last. */
  at(index: number): Spans | undefined
  /** Every change after `from`, up to and including `to`, ascending. */
  changes(from: number, to: number): Generator<Change>
}

const seconds = ({ at, before, after }: ZoneChange): Change => ({
  at: at.getTime() / 1000,
  before: before * 60,
  after: after * 60,
})

/** A day before is told too: a repeated hour that begins there may reach into these years. */
function cut(zones: Zones, zone: string, index: number): Spans {
  const start = ORIGIN + index * LENGTH - DAY
  const end = ORIGIN + (index + 1) * LENGTH
  // A change at the very end is the next cut's.
  const changes = zones.changesBetween(zone, new Date(start * 1000), new Date((end - 1) * 1000)).map(seconds)
  const first = zones.offsetAt(zone, new Date(start * 1000)) * 60
  return {
    starts: Float64Array.from([start, ...changes.map(({ at }) => at), end]),
    offsets: Float64Array.from([first, ...changes.map(({ after }) => after)]),
    fresh: Float64Array.from([start + first, ...changes.map(({ at, before, after }) => at + Math.max(before, after))]),
  }
}

/** The spans of a zone from 2000 to 2100. Throws ZoneError. */
export function spansOf(zones: Zones, zone: string): ZoneSpans {
  zones.offsetAt(zone, new Date(0))
  const cuts: Spans[] = []
  const at = (index: number): Spans | undefined => {
    if (index >= COUNT) return undefined
    cuts[index] ??= cut(zones, zone, index)
    return cuts[index]
  }
  const indexOf = (second: number) => Math.max(0, Math.floor((second - ORIGIN) / LENGTH))
  return {
    indexOf,
    at,
    *changes(from, to) {
      for (let index = indexOf(from); index < COUNT && ORIGIN + index * LENGTH <= to; index++) {
        const { starts, offsets } = at(index) as Spans
        for (let i = 1; i < offsets.length; i++) {
          const start = starts[i] as number
          if (start > from && start <= to && start >= ORIGIN + index * LENGTH)
            yield { at: start, before: offsets[i - 1] as number, after: offsets[i] as number }
        }
      }
    },
  }
}
