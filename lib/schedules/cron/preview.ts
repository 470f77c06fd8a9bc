/** The next fires of a cron as a page or a terminal shows them, with what the clocks do to them. */
import { formatDate } from '@/lib/platform/zone-format'
import { instantsOf, localOf } from '@/lib/platform/zones'
import { clockNotes } from './clock-notes'
import { type FireOptions, firstFire, next, type Skipped, skippedBetween } from './fires'
import type { Cron } from './parse'
import { inWords } from './words'

export type FireRow = {
  readonly kind: 'fire'
  readonly at: Date
  /** 'Mon 5 Oct 2026 07:05 AEDT' */
  readonly label: string
  /** YYYY-MM-DD */
  readonly date: string
  /** '07:05', with its seconds where there are any */
  readonly time: string
  readonly abbreviation: string
  /** How the clocks were moved since the row before, or since the time that was asked from. */
  readonly moved: 'forward' | 'back' | null
  /** Which of two passes it is, where the clocks show its time twice. */
  readonly pass: 'first' | 'second' | null
}

/** Times that one change of the clocks skips. */
export type GapRow = {
  readonly kind: 'gap'
  /** When the clocks are moved. */
  readonly at: Date
  /** 'Sun 4 Oct 2026 02:30', or 'Sun 4 Oct 2026 02:00 to 02:59' */
  readonly label: string
  /** YYYY-MM-DD, of the first of them */
  readonly date: string
  /** '02:30', or '02:00 to 02:59' */
  readonly time: string
  readonly count: number
}

export type Preview = {
  /** 'Every 15 minutes on weekdays' */
  readonly sentence: string
  readonly rows: readonly (FireRow | GapRow)[]
  /** Sentences: what is easily overlooked, and what the next changes of the clocks do to it. */
  readonly notes: readonly string[]
}

const day = (date: string) => `${formatDate(date, 'short')} ${Number(date.slice(0, 4))}`
/** Seconds are told where there are any. */
const clock = (time: string) => (time.endsWith(':00') ? time.slice(0, 5) : time)

function fireRow(zone: string, at: Date, before: Date): FireRow {
  const local = localOf(zone, at)
  const turned = local.offset - localOf(zone, before).offset
  const passes = instantsOf(zone, `${local.date}T${local.time}`)
  const { date, abbreviation } = local
  const time = clock(local.time)
  return {
    kind: 'fire',
    at,
    label: `${day(date)} ${time} ${abbreviation}`,
    date,
    time,
    abbreviation,
    moved: turned === 0 ? null : turned > 0 ? 'forward' : 'back',
    pass: passes.length < 2 ? null : passes[0]?.getTime() === at.getTime() ? 'first' : 'second',
  }
}

function gapRow(change: number, times: readonly Skipped[]): GapRow {
  const [first = '', last = ''] = [times[0]?.local, times.at(-1)?.local]
  const date = first.slice(0, 10)
  const from = clock(first.slice(11))
  // Apia once left out a whole day, and some clocks jump at midnight.
  const lastDay = date === last.slice(0, 10) ? '' : `${day(last.slice(0, 10))} `
  const time = times.length === 1 ? from : `${from} to ${lastDay}${clock(last.slice(11))}`
  return { kind: 'gap', at: new Date(change), label: `${day(date)} ${time}`, date, time, count: times.length }
}

function gapRows(skipped: readonly Skipped[]): GapRow[] {
  const byChange = new Map<number, Skipped[]>()
  for (const each of skipped) {
    const change = each.change.getTime()
    const times = byChange.get(change)
    if (times) times.push(each)
    else byChange.set(change, [each])
  }
  return [...byChange].map(([change, times]) => gapRow(change, times))
}

/**
 * The next `n` fires after `from`, and between them the times that the clocks skip. Throws CronError where nothing is left
 * to fire, ZoneError, RangeError.
 */
export function preview(cron: Cron, zone: string, from: Date, n: number, options: FireOptions = {}): Preview {
  const fires: Date[] = []
  for (let at: Date | null = firstFire(cron, zone, from, options); at && fires.length < n; )
    at = next(cron, zone, fires[fires.push(at) - 1] as Date, options)
  const rows = fires.map((at, index) => fireRow(zone, at, fires[index - 1] ?? from))
  const last = fires.at(-1) ?? from
  // A gap that begins before the last row is told to its end.
  const skipped = skippedBetween(cron, zone, from, new Date(last.getTime() + 86_400_000))
  const gaps = gapRows(skipped.filter(({ change }) => change > from && change <= last))
  return {
    sentence: inWords(cron),
    // Where the clocks jump, what is skipped stands before what fires at that instant.
    rows: [...gaps, ...rows].sort((a, b) => a.at.getTime() - b.at.getTime()),
    notes: [...cron.notes, ...clockNotes(cron, zone, from, options)],
  }
}
