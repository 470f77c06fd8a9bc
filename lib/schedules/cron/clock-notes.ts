/** What the next changes of a zone's clocks do to a cron, as sentences. */
import { formatDate, formatInstant } from '@/lib/platform/zone-format'
import { type FireOptions, next, spansIn } from './fires'
import type { Cron } from './parse'
import { nextWall } from './plan'
import type { Change } from './spans'

/** The years of a cron end in it. */
const LAST = Date.UTC(2101, 0, 2) / 1000

const instant = (second: number) => new Date(second * 1000)
const clock = (wall: number) => {
  const time = instant(wall).toISOString().slice(11, 19)
  return time.endsWith(':00') ? time.slice(0, 5) : time
}

/** The first and the last time of a cron in a stretch of wall time; null where it has none. */
function timesWithin({ plan }: Cron, from: number, to: number): { first: number; last: number } | null {
  const first = nextWall(plan, from)
  if (first >= to) return null
  let last = first
  for (let wall = first; wall < to; wall = nextWall(plan, wall + 1)) last = wall
  return { first, last }
}

const timesOf = ({ first, last }: { first: number; last: number }) =>
  first === last ? { times: clock(first), isOne: true } : { times: `${clock(first)} to ${clock(last)}`, isOne: false }

const on = (wall: number, direction: 'forward' | 'back') => {
  const date = instant(wall).toISOString().slice(0, 10)
  return `On ${formatDate(date, 'short')} ${date.slice(0, 4)} the clocks go ${direction}`
}

function gapNote(cron: Cron, change: Change): string | null {
  const found = timesWithin(cron, change.at + change.before, change.at + change.after)
  if (!found) return null
  const { times, isOne } = timesOf(found)
  return `${on(found.first, 'forward')}: ${times} ${isOne ? 'does not exist and is' : 'do not exist and are'} skipped.`
}

/** For a cron that fires in every hour: how long nothing fires while its hour comes a second time. */
function silence(cron: Cron, zone: string, last: number): string {
  if (cron.sets.hour.length < 24) return ''
  const end = next(cron, zone, instant(last))
  if (!end) return ''
  const [from, to] = [instant(last), end].map((at) => formatInstant(zone, at, 'time'))
  const minutes = Math.round((end.getTime() / 1000 - last) / 60)
  return ` Between ${from} and ${to} nothing fires for ${minutes} minutes: choose both passes to keep the rhythm.`
}

function repeatNote(cron: Cron, zone: string, change: Change, { overlap }: FireOptions): string | null {
  const found = timesWithin(cron, change.at + change.after, change.at + change.before)
  if (!found) return null
  const { times, isOne } = timesOf(found)
  const what = `${on(found.first, 'back')}: ${times} ${isOne ? 'comes' : 'come'} twice`
  if (overlap === 'both') return `${what} and ${isOne ? 'fires' : 'fire'} in both passes.`
  return `${what} and ${isOne ? 'fires' : 'fire'} once, at the first pass.${silence(cron, zone, found.last - change.before)}`
}

/**
 * The next gap and the next repeated hour that meet a cron after `from`, or that there is none. Throws ZoneError,
 * RangeError.
 */
export function clockNotes(cron: Cron, zone: string, from: Date, options: FireOptions): string[] {
  const found = new Map<'gap' | 'repeat', string>()
  let isMoved = false
  for (const change of spansIn(zone).changes(Math.floor(from.getTime() / 1000), LAST)) {
    isMoved = true
    const kind = change.after > change.before ? 'gap' : 'repeat'
    if (found.has(kind)) continue
    const note = kind === 'gap' ? gapNote(cron, change) : repeatNote(cron, zone, change, options)
    if (note) found.set(kind, note)
    if (found.size === 2) break
  }
  if (!isMoved) return [`The clocks of ${zone} are not moved.`]
  if (found.size > 0) return [...found.values()]
  return [
    'A time that does not exist when the clocks go forward is skipped, one that comes twice fires once, at its first pass. For this cron neither can happen.',
  ]
}
