import { holdState } from '@/lib/messages/restore/process'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { localOf } from '@/lib/platform/zones'
import type { StateIcon, Tone } from '@/lib/timeline/labels'

/** No good tick for so long is silence, in milliseconds: three ticks of a host that calls once a minute. */
export const SILENCE_MS = 3 * 60_000

export const isSilent = (lastTickAt: Date | null, now: Date): boolean =>
  lastTickAt === null || now.getTime() - lastTickAt.getTime() > SILENCE_MS

/** When the last good tick ended, or null when there was none. */
export async function lastTick(db: Db): Promise<Date | null> {
  return (await db.heartbeat.findUnique({ where: { name: 'tick' }, select: { at: true } }))?.at ?? null
}

/** The places of the navigation. */
export type PlaceKey = 'today' | 'roster' | 'schedules' | 'timeline' | 'outbox' | 'settings'

/** What waits at a place of the navigation. `says` reads the number out: "3 need a person". */
export type Count = { value: number; tone: 'act' | 'quiet'; says: string }
export type CountOf = (ctx: Context) => Promise<Count>
export type Counts = Readonly<Partial<Record<PlaceKey, CountOf>>>

/** What a desk says above its own pages: how it stands differs from what they take for granted. */
export type Note = {
  key: string
  /** Where its pages are, such as /roster, and the part of them that says it itself. */
  under: string
  apart: string
  tone: Tone
  icon: StateIcon
  text: string
  link: { href: string; label: string }
}
export type NoteOf = (ctx: Context) => Promise<Note | null>

/** What the frame of every page shows of the present. Judged here, on the request, since a silent tick cannot say so. */
export type Status = {
  now: string
  clock: { zone: string; offset: number; abbreviation: string }
  tick: { lastAt: string | null; silent: boolean }
  /** Nothing leaves: a person must first confirm that this database was restored. */
  held: boolean
  counts: Record<string, Count>
  notes: Note[]
}

/** What a person of a role is told: `counts` of the places that they may open, `notes` of the desks. */
export type Told = { counts: Counts; notes: readonly NoteOf[] }

export async function loadStatus(ctx: Context, { counts, notes }: Told): Promise<Status> {
  const [said, last, zone, hold, ...found] = await Promise.all([
    Promise.all(notes.map((note) => note(ctx))),
    lastTick(ctx.db),
    companyZone(ctx.db),
    holdState(ctx),
    ...Object.entries(counts).map(async ([key, count]) => [key, await count(ctx)] as const),
  ])
  const now = ctx.now()
  const { offset, abbreviation } = localOf(zone, now)
  return {
    now: now.toISOString(),
    clock: { zone, offset, abbreviation },
    tick: { lastAt: last?.toISOString() ?? null, silent: isSilent(last, now) },
    held: hold.held,
    counts: Object.fromEntries(found),
    notes: said.filter((note) => note !== null),
  }
}
