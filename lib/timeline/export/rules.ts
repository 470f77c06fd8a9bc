import { writeCsv } from '@/lib/platform/csv'
import { formatInstant } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import { arrange, bySubject, type TimelineRow } from '../rules'

/** Events that one file holds at most: a sheet that people still open, and a moment's work for the server. */
export const MOST_EVENTS = 20_000

export type ExportedEvent = {
  kind: 'event' | 'lease'
  /** Number of the event in the record; null for a lease. */
  number: number | null
  /** UTC, ISO 8601. */
  at: string
  /** The same in the company's zone: '2026-12-10 18:00:05 GMT'. */
  local: string
  from: string | null
  what: string
  note: string
  who: string
  /** Whether a seal covers it; null for a lease. */
  sealed: boolean | null
}

/** Version 1 of the file. Fields may be added; none changes its meaning or goes while the version stands. */
export type ExportedTimeline = {
  schema: 'daybook.timeline.v1'
  exportedAt: string
  zone: string
  /** As in the address of the page. */
  filters: Record<string, string>
  /** Events that match the filters (claims of leases where those were asked for). */
  total: number
  /** How many of them are not in the file, always the oldest. */
  leftOut: number
  /** What to say about that; null where the file is whole. */
  note: string | null
  /** In the order of their first event in the file, each with its events from the oldest on. */
  subjects: { subject: string; name: string; kind: string; href: string | null; events: ExportedEvent[] }[]
}

type Everything = { zone: string; now: Date; rows: readonly TimelineRow[]; total: number }
type Filters = Readonly<Record<string, string | undefined>>

const figure = (n: number): string => n.toLocaleString('en-GB')

/** The timeline under these filters, grouped by subject. */
export function exportOf({ zone, now, rows, total }: Everything, filters: Filters, most: number): ExportedTimeline {
  const leftOut = Math.max(0, total - most)
  return {
    schema: 'daybook.timeline.v1',
    exportedAt: now.toISOString(),
    zone,
    filters: Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    total,
    leftOut,
    note:
      leftOut === 0
        ? null
        : `Only the newest ${figure(most)} of ${figure(total)} events are in this file: ${figure(leftOut)} older ones are left out. Narrow the timeline to a desk or to fewer days, and export again.`,
    subjects: bySubject(arrange(rows).toReversed()).map(({ subject, rows: own }) => ({
      subject: subject.key,
      name: subject.name,
      kind: subject.kind,
      href: subject.href,
      events: own.map((row) => eventOf(row, zone)),
    })),
  }
}

const eventOf = (row: TimelineRow, zone: string): ExportedEvent => ({
  kind: row.kind,
  number: row.kind === 'event' ? row.id : null,
  at: row.at.iso,
  local: formatInstant(zone, new Date(row.at.iso), 'stamp'),
  from: row.from,
  what: row.mark.label.toLowerCase(),
  note: row.note,
  who: row.who,
  sealed: row.kind === 'event' ? row.sealed : null,
})

const HEAD = ['Subject', 'Kind', 'Time UTC', 'Local time', 'From', 'What', 'Note', 'Who', 'Under a seal', 'Event']

/** The same as a table, a line an event. What is left out stands in the first line. */
export function csvOf({ note, subjects }: ExportedTimeline): string {
  const lines = subjects.flatMap(({ name, kind, events }) =>
    events.map(({ at, local, from, what, note: said, who, sealed, number }) => [
      ...[name, kind, at, local, from ?? '', what, said, who],
      ...[sealed === null ? '' : sealed ? 'yes' : 'not yet', number ?? ''],
    ]),
  )
  return writeCsv(HEAD, [...(note ? [[note]] : []), ...lines])
}

/** 'timeline-2026-11-24-to-2026-11-30.csv': the days that were asked for, else those of what is in it. */
export function fileNameOf({ zone, exportedAt, filters, subjects }: ExportedTimeline, format: 'csv' | 'json'): string {
  const days = subjects
    .flatMap(({ events }) => events.map(({ at }) => at))
    .sort()
    .map((at) => localOf(zone, new Date(at)).date)
  const asked = filters.range === 'dates' ? filters : {}
  const today = localOf(zone, new Date(exportedAt)).date
  const from = asked.from ?? days[0] ?? today
  const to = asked.to ?? days.at(-1) ?? today
  return `timeline-${from === to ? from : `${from}-to-${to}`}.${format}`
}
