import type { Mark } from './labels'

/** One line of the timeline, ready to be drawn. Events are ordered by their number, leases stand where they began. */
export type TimelineRow = {
  key: string
  /** `label` leaves today's date out, `dated` never does. */
  at: { iso: string; label: string; dated: string }
  /** `key` is the subject as a filter names it: `run:018f…`. */
  subject: { key: string; name: string; kind: string; href: string | null }
  from: string | null
  mark: Mark
  note: string
  who: string
} & (
  | { kind: 'event'; id: number; sealed: boolean }
  /** `endedBy` is the event that closed it; null while it is open. */
  | { kind: 'lease'; endedBy: number | null }
)

/** `older` is the place where the next page begins, null at the end. */
export type TimelinePage = { rows: TimelineRow[]; older: string | null }

type EventRow = Extract<TimelineRow, { kind: 'event' }>
type LeaseRow = Extract<TimelineRow, { kind: 'lease' }>

/**
 * Rows of any number of pages in the order of reading, each once, the newest form of it first in `rows`. An open lease
 * is the present and stands on top; a closed one below the event that ended it and every event that came in between.
 */
export function arrange(rows: readonly TimelineRow[]): TimelineRow[] {
  const once = [...new Map(rows.toReversed().map((row) => [row.key, row])).values()]
  const events = once.filter((row): row is EventRow => row.kind === 'event').sort((a, b) => b.id - a.id)
  const leases = once
    .filter((row): row is LeaseRow => row.kind === 'lease')
    .sort((a, b) => (a.at.iso === b.at.iso ? (a.key < b.key ? 1 : -1) : a.at.iso < b.at.iso ? 1 : -1))
  const below = new Map<number, TimelineRow[]>()
  for (const lease of leases) {
    const place = placeOf(lease, events)
    below.set(place, [...(below.get(place) ?? []), lease])
  }
  return [...(below.get(0) ?? []), ...events.flatMap((event, index) => [event, ...(below.get(index + 1) ?? [])])]
}

/** How many events stand above a lease. */
function placeOf(lease: LeaseRow, events: readonly EventRow[]): number {
  if (lease.endedBy === null) return 0
  let place = events.findIndex((event) => event.id === lease.endedBy) + 1
  for (let event = events[place]; event && event.at.iso > lease.at.iso; event = events[place]) place += 1
  return place
}

export type Shown = { rows: TimelineRow[]; older: string | null; deep: boolean; fresh: readonly string[] }

/** A first page as it was brought. */
export const shownFrom = (page: TimelinePage): Shown => ({ ...page, rows: arrange(page.rows), deep: false, fresh: [] })

/** Rows of a newer first page that are not in sight yet. */
export const newRows = (shown: Shown, page: TimelinePage): TimelineRow[] => {
  const known = new Set(shown.rows.map((row) => row.key))
  return page.rows.filter((row) => !known.has(row.key))
}

/**
 * Takes a newer first page in. Where older pages were loaded too they stay below it, unless so much happened that the
 * two no longer meet: then the new page begins the list again, since a gap would look like nothing had happened.
 */
export function takeIn(shown: Shown, page: TimelinePage): Shown {
  const known = new Set(shown.rows.map((row) => row.key))
  const meets = page.rows.some((row) => known.has(row.key))
  const fresh = newRows(shown, page).map((row) => row.key)
  if (!shown.deep || !meets) return { ...shownFrom(page), fresh }
  // A lease that is open no longer is in the new page as a closed one, or ended further down than it reaches.
  const standing = shown.rows.filter((row) => row.kind === 'event' || row.endedBy !== null)
  return { rows: arrange([...page.rows, ...standing]), older: shown.older, deep: true, fresh }
}

/** Brings marks and notes of rows in sight up to date without adding or moving one. */
export function refresh(shown: Shown, page: TimelinePage): Shown {
  const now = new Map(page.rows.map((row) => [row.key, row]))
  return { ...shown, rows: shown.rows.map((row) => now.get(row.key) ?? row) }
}

/** Adds an older page below. */
export const append = (shown: Shown, page: TimelinePage): Shown => ({
  rows: arrange([...shown.rows, ...page.rows]),
  older: page.older,
  deep: true,
  fresh: [],
})

export type SubjectGroup = { subject: TimelineRow['subject']; rows: TimelineRow[] }

/** Rows by their subject, each group in the order of its rows, the groups in that of their first ones. */
export function bySubject(rows: readonly TimelineRow[]): SubjectGroup[] {
  const groups = new Map<string, SubjectGroup>()
  for (const row of rows) {
    const group = groups.get(row.subject.key)
    if (group) group.rows.push(row)
    else groups.set(row.subject.key, { subject: row.subject, rows: [row] })
  }
  return [...groups.values()]
}
