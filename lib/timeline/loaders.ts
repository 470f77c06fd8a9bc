import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { addDays, daysBetween } from '@/lib/platform/plain-date'
import { formatDate } from '@/lib/platform/zone-format'
import { firstInstantOf, localOf } from '@/lib/platform/zones'
import {
  countAll,
  type EventRow,
  findEndedBy,
  findEvents,
  findLeases,
  findOpen,
  findPeople,
  type LeaseRow,
  type Narrowed,
  PAGE,
} from '@/lib/timeline/data'
import { describe, describeLease, plainState, type Words } from '@/lib/timeline/labels'
import type { TimelinePage, TimelineRow } from '@/lib/timeline/rules'
import type { PageInput } from '@/lib/timeline/schema'

export type SubjectName = { name: string; href: string | null }

/** What the timeline has to know of a machine or ledger: its words, and what its subjects are called. */
export type SubjectWords = Words & {
  /** By id; an id that is not there any more is left out. */
  names(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SubjectName>>
}

type Scene = {
  zone: string
  now: Date
  words: ReadonlyMap<string, SubjectWords>
  names: ReadonlyMap<string, SubjectName>
  people: ReadonlyMap<string, string>
}

/** A page of the timeline in words, newest first. Who may read it is the caller's to ask. */
export async function loadTimeline(
  ctx: Context,
  subjects: readonly SubjectWords[],
  input: PageInput,
): Promise<TimelinePage> {
  const zone = await companyZone(ctx.db)
  const now = ctx.now()
  const { events, leases, older } = await read(ctx.db, input, narrow(input, subjects, zone, now), PAGE)
  return { rows: await wordedRows(ctx, subjects, { zone, now, events, leases }), older }
}

type Read = { zone: string; now: Date; events: readonly EventRow[]; leases: readonly LeaseRow[] }

/** Events and leases in words, with the names of their subjects. */
async function wordedRows(
  ctx: Context,
  subjects: readonly SubjectWords[],
  { zone, now, events, leases }: Read,
): Promise<TimelineRow[]> {
  const words = new Map(subjects.map((subject) => [subject.machine, subject]))
  const [names, people] = await Promise.all([
    namesOf(ctx.db, words, [...events, ...leases]),
    findPeople(ctx.db, [...new Set(leases.flatMap(({ holder }) => personIn(holder)))]),
  ])
  const scene: Scene = { zone, now, words, names, people }
  return [...events.map((event) => eventRow(event, scene)), ...leases.map((lease) => leaseRow(lease, scene))]
}

export type Everything = { zone: string; now: Date; rows: TimelineRow[]; total: number }

/**
 * What the timeline shows under these filters, page after page as one: at most `most` events (or claims, where those
 * are asked for), the newest ones. `total` is how many there are.
 */
export async function loadEverything(
  ctx: Context,
  subjects: readonly SubjectWords[],
  input: Omit<PageInput, 'cursor'>,
  most: number,
): Promise<Everything> {
  const zone = await companyZone(ctx.db)
  const now = ctx.now()
  const narrowed = narrow(input, subjects, zone, now)
  const [{ events, leases }, total] = await Promise.all([
    read(ctx.db, input, narrowed, most),
    countAll(ctx.db, { ...narrowed, ...(input.kind ? { kind: input.kind } : {}) }),
  ])
  return { zone, now, rows: await wordedRows(ctx, subjects, { zone, now, events, leases }), total }
}

async function read(db: Db, input: PageInput, narrowed: Narrowed, most: number) {
  const { kind, cursor } = input
  if (kind === 'leases') {
    const [at, token] = cursor?.split('_') ?? []
    const rows = await findLeases(db, {
      ...narrowed,
      most,
      ...(at && token ? { before: { at: new Date(at), token } } : {}),
    })
    const leases = rows.slice(0, most)
    const last = rows.length > most ? leases.at(-1) : undefined
    return { events: [], leases, older: last ? `${last.claimed_at.toISOString()}_${last.token}` : null }
  }
  const before = cursor && /^\d+$/.test(cursor) ? { before: BigInt(cursor) } : {}
  const [rows, open] = await Promise.all([
    findEvents(db, { ...narrowed, most, ...(kind ? { kind } : {}), ...before }),
    kind || cursor ? [] : findOpen(db, narrowed),
  ])
  const events = rows.slice(0, most)
  const ended = kind
    ? []
    : await findEndedBy(
        db,
        events.map(({ id }) => id),
      )
  const last = rows.length > most ? events.at(-1) : undefined
  return { events, leases: [...open, ...ended], older: last ? String(last.id) : null }
}

function narrow(input: PageInput, subjects: readonly SubjectWords[], zone: string, now: Date): Narrowed {
  const { subject, desk, who } = input
  const [machine, id] = subject?.split(':') ?? []
  const [kind, person] = who?.split(':') ?? []
  return {
    ...(machine && id ? { subject: { machine, id } } : {}),
    ...(desk ? { machines: subjects.filter((words) => words.desk === desk).map((words) => words.machine) } : {}),
    ...(kind ? { actor: { kind, id: person ?? null } } : {}),
    ...spanOf(input, zone, now),
  }
}

/** Days are the company's: the first one from its first instant, the last one to its last. */
function spanOf({ range, from, to }: PageInput, zone: string, now: Date): { from?: Date; to?: Date } {
  const startOf = (date: string) => firstInstantOf(zone, `${date}T00:00`)
  if (range === 'today') return { from: startOf(localOf(zone, now).date) }
  if (range === '24h') return { from: new Date(now.getTime() - 86_400_000) }
  if (range === '7d') return { from: startOf(addDays(localOf(zone, now).date, -6)) }
  if (range !== 'dates') return {}
  return { ...(from ? { from: startOf(from) } : {}), ...(to ? { to: startOf(addDays(to, 1)) } : {}) }
}

/** Ids of one statement: well below what a statement may carry. */
const MOST_IDS = 5_000

async function namesOf(
  db: Db,
  words: Scene['words'],
  rows: readonly { machine: string; subject_id: string }[],
): Promise<Map<string, SubjectName>> {
  const machines = [...new Set(rows.map((row) => row.machine))]
  const found = await Promise.all(
    machines.map(async (machine) => {
      const ids = [...new Set(rows.filter((row) => row.machine === machine).map((row) => row.subject_id))]
      const names: (readonly [string, SubjectName])[] = []
      for (let from = 0; from < ids.length; from += MOST_IDS)
        for (const [id, name] of (await words.get(machine)?.names(db, ids.slice(from, from + MOST_IDS))) ?? [])
          names.push([`${machine}:${id}`, name])
      return names
    }),
  )
  return new Map(found.flat())
}

const subjectOf = (machine: string, id: string, { words, names }: Scene): TimelineRow['subject'] => {
  const known = words.get(machine)
  const kind = known?.noun ?? known?.desk ?? plainState(machine)
  const key = `${machine}:${id}`
  return { key, name: `${plainState(machine)} ${id.slice(-6)}`, href: null, ...names.get(key), kind }
}

const momentOf = (at: Date, { zone, now }: Scene): TimelineRow['at'] => ({
  iso: at.toISOString(),
  label: timeLabel(zone, at, now),
  dated: datedLabel(zone, at, now),
})

function eventRow(event: EventRow, scene: Scene): TimelineRow {
  const { machine, subject_id, type, from_state: from, to_state: to, reason, attempt, data } = event
  return {
    kind: 'event',
    key: `e${event.id}`,
    id: Number(event.id),
    at: momentOf(event.at, scene),
    subject: subjectOf(machine, subject_id, scene),
    ...describe(scene.words.get(machine), { type, from, to, reason, attempt, data }),
    who: event.actor_name,
    sealed: event.sealed,
  }
}

function leaseRow(lease: LeaseRow, scene: Scene): TimelineRow {
  const { kind, claimed_at: claimedAt, expires_at: expiresAt, ended_at: endedAt, outcome } = lease
  const seen = { kind, claimedAt, expiresAt, endedAt, outcome }
  return {
    kind: 'lease',
    key: `l${lease.token}`,
    endedBy: lease.event_id === null ? null : Number(lease.event_id),
    at: momentOf(claimedAt, scene),
    subject: subjectOf(lease.machine, lease.subject_id, scene),
    ...describeLease(seen, scene.now, timeLabel(scene.zone, expiresAt, scene.now), lease.error),
    who: holderName(lease, scene),
  }
}

const personIn = (holder: string): string[] => (holder.startsWith('user:') ? [holder.slice(5)] : [])

/** Who took it: whoever finished it under their own name, else as the ledger wrote it down. */
function holderName({ holder, outcome, event_actor }: LeaseRow, { people }: Scene): string {
  const [person] = personIn(holder)
  if (person) return people.get(person) ?? (outcome === 'superseded' ? null : event_actor) ?? 'somebody'
  return holder.slice(holder.indexOf(':') + 1)
}

/** Local time to the second with the zone's letters: alone today, with its day before, with its year in another one. */
export function timeLabel(zone: string, at: Date, now: Date): string {
  const { date, time, abbreviation } = localOf(zone, at)
  return daysBetween(date, localOf(zone, now).date) === 0 ? `${time} ${abbreviation}` : datedLabel(zone, at, now)
}

/** The same with its day also today: for a list whose days matter, and which is kept or printed. */
function datedLabel(zone: string, at: Date, now: Date): string {
  const { date, time, abbreviation } = localOf(zone, at)
  const today = localOf(zone, now).date
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  return `${formatDate(date, 'short')}${year} ${time} ${abbreviation}`
}
