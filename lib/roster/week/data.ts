import { clock, type Guard } from '@/lib/engine/sql'
import { NEVER_LEFT } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { Answer } from '../answers/rules'
import { isOpenForm, stateOf } from '../engines/data'
import { legacyProgress } from '../legacy/rules'
import { byName } from '../people/rules'
import { settingsOf, timesOf } from '../rules'
import {
  choicesSchema,
  overrideSchema,
  type Seat,
  settingsSchema,
  type Week,
  type WeekShift,
  type WeekTender,
} from '../schema'

export type { Seat, Week, WeekShift, WeekTender } from '../schema'

type Row = Omit<Week, 'settings' | 'rosterSettings' | 'lease' | 'state' | 'opensAt' | 'deadlineAt' | 'endsAt'> & {
  opensAt: Date | null
  deadlineAt: Date | null
  endsAt: Date | null
  settings: unknown
  acting_kind: string | null
  acting_until: Date | null
}

const SELECT = Prisma.sql`
  SELECT r.id::text, r.roster_id::text AS "rosterId", o.name AS "rosterName", o.zone, r.week_of::text AS "weekOf", r.kind, r.v2_state AS "v2State", r.status,
         r.version, r.acting_kind, r.acting_until, r.last_error AS "lastError", r.autopilot, o.settings, r.settings_override AS override,
         r.opens_at AS "opensAt", r.deadline_at AS "deadlineAt", r.ends_at AS "endsAt", r.opened_at AS "openedAt",
         r.closed_at AS "closedAt", r.generated_at AS "generatedAt", r.reopened_at AS "reopenedAt", r.approved_at AS "approvedAt", r.sent_at AS "sentAt",
         r.answers_until AS "answersUntil", r.queued_at AS "queuedAt", r.approved_hash AS "approvedHash",
         r.approved_by::text AS "approvedBy", r.pick - 'given' - 'before' AS pick,
         (SELECT count(*)::int FROM public.tender t WHERE t.roster_id = r.roster_id AND t.active) AS tenders,
         (SELECT count(*)::int FROM public.shift s WHERE s.run_id = r.id AND s.dropped_at IS NULL) AS shifts,
         (SELECT coalesce(jsonb_object_agg(m.state, m.n), '{}'::jsonb)
            FROM (SELECT state, count(*) AS n FROM public.message WHERE subject_id = r.id AND kind = 'schedule' GROUP BY state) m) AS rows,
         (SELECT count(*)::int FROM public.message m WHERE m.subject_id = r.id AND m.kind = 'schedule' AND NOT ${NEVER_LEFT}) AS "rowsLeft",
         EXISTS (SELECT FROM public.roster_run x WHERE x.roster_id = r.roster_id AND x.id <> r.id AND ${isOpenForm('x')}) AS "otherOpen"
    FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id`

function weekOf({ acting_kind, acting_until, settings, ...row }: Row): Week {
  const rosterSettings = settingsSchema.parse(settings)
  const own = settingsOf(rosterSettings, row.override ? overrideSchema.parse(row.override) : null)
  return {
    ...row,
    state: row.v2State ?? legacyProgress(row),
    lease: acting_kind && acting_until ? { kind: acting_kind, until: acting_until } : null,
    rosterSettings,
    settings: own,
    ...timesOf(row, { ...row, settings: own }),
  }
}

/** One week, or null. */
export async function findWeek(ctx: Context, id: string): Promise<Week | null> {
  const [row] = await ctx.db.$queryRaw<Row[]>`${SELECT} WHERE r.id = ${id}::uuid`
  return row ? weekOf(row) : null
}

/** The week that this very press made before, or null. */
export async function findMade(
  ctx: Context,
  { rosterId, weekOf, commandId }: { rosterId: string; weekOf: string; commandId: string },
): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT r.id::text FROM public.roster_run r JOIN public.audit_event a ON a.machine = 'run' AND a.subject_id = r.id
     WHERE r.roster_id = ${rosterId}::uuid AND r.week_of = ${weekOf}::date AND a.command_id = ${commandId}::uuid AND a.version = 0`
  return row?.id ?? null
}

/** The one week of a roster whose form is open, or null. */
export async function findOpenForm(ctx: Context, rosterId: string): Promise<{ id: string; weekOf: string } | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string; weekOf: string }[]>`
    SELECT r.id::text, r.week_of::text AS "weekOf" FROM public.roster_run r
     WHERE r.roster_id = ${rosterId}::uuid AND ${isOpenForm('r')} LIMIT 1`
  return row ?? null
}

/** Weeks, newest first, at most `limit`; of one roster, or of all. */
export async function listWeeks(ctx: Context, limit: number, rosterId: string | null = null): Promise<Week[]> {
  const rows = await ctx.db.$queryRaw<Row[]>`${SELECT}
    WHERE r.kind = 'week' AND coalesce(r.roster_id = ${rosterId}::uuid, true) ORDER BY r.week_of DESC, r.id LIMIT ${limit}::int`
  return rows.map(weekOf)
}

/** Weeks that are not sent and that the clock may have something to do for. */
export async function listUnsent(ctx: Context): Promise<Week[]> {
  const rows = await ctx.db.$queryRaw<Row[]>`${SELECT}
    WHERE r.kind = 'week' AND ${stateOf('r')} <> 'SENT' ORDER BY r.week_of, r.id`
  return rows.map(weekOf)
}

export async function listShifts(ctx: Context, runId: string): Promise<WeekShift[]> {
  return ctx.db.$queryRaw`
    SELECT id::text, date::text, start_time AS "startTime", end_time AS "endTime", starts_at AS "startsAt", ends_at AS "endsAt",
           role, min_seats AS "minSeats", target_seats AS "targetSeats", key_wanted AS "keyWanted", moved_at AS "movedAt"
      FROM public.shift WHERE run_id = ${runId}::uuid AND dropped_at IS NULL ORDER BY starts_at, role, id`
}

/**
 * `t` is a tender that the week `r` concerns: active now, or already on its roster. A sent week concerns whoever got
 * its schedule: who joins later was never asked about it.
 */
export const concerned = Prisma.sql`(
  CASE WHEN ${stateOf('r')} = 'SENT'
       THEN EXISTS (SELECT FROM public.message m WHERE m.subject_id = r.id AND m.kind = 'schedule' AND m.person_id = t.id)
       ELSE t.active END
  OR EXISTS (SELECT FROM public.seat a WHERE a.run_id = r.id AND a.tender_id = t.id))`

/** The tenders that a week concerns, by name. */
export async function listTenders(ctx: Context, runId: string): Promise<WeekTender[]> {
  const tenders = await ctx.db.$queryRaw<WeekTender[]>`
    SELECT t.id::text, t.name, t.email, t.key_holder AS "keyHolder", t.active, t.unsubscribed_at IS NOT NULL AS unsubscribed,
           t.bounced_at IS NOT NULL AS bounced
      FROM public.tender t JOIN public.roster_run r ON r.roster_id = t.roster_id AND r.id = ${runId}::uuid
     WHERE ${concerned}
     ORDER BY t.name, t.id`
  return tenders.sort(byName)
}

/** Who holds each seat; of a sent week, with the confirmed swaps on top. */
export async function listSeats(ctx: Context, runId: string): Promise<Seat[]> {
  return ctx.db.$queryRaw`
    SELECT shift_id::text AS "shiftId", tender_id::text AS "tenderId", pinned FROM public.seat WHERE run_id = ${runId}::uuid
     ORDER BY shift_id, tender_id`
}

export async function listBans(ctx: Context, runId: string): Promise<{ shiftId: string; tenderId: string }[]> {
  return ctx.db.$queryRaw`
    SELECT shift_id::text AS "shiftId", tender_id::text AS "tenderId" FROM public.ban WHERE run_id = ${runId}::uuid ORDER BY 1, 2`
}

/** Every answer of a week, the latest last; of one tender, or of all. */
export async function listAnswers(ctx: Context, runId: string, tenderId: string | null = null): Promise<Answer[]> {
  const rows = await ctx.db.$queryRaw<(Omit<Answer, 'choices'> & { choices: unknown })[]>`
    SELECT id::text, tender_id::text AS "tenderId", answered_at AS "answeredAt", in_time AS "inTime", choices, most, note
      FROM public.availability WHERE run_id = ${runId}::uuid AND coalesce(tender_id = ${tenderId}::uuid, true) ORDER BY answered_at, id`
  return rows.map((row) => ({ ...row, choices: choicesSchema.parse(row.choices) }))
}

/**
 * The latest 26 sent weeks before this one: who worked, and who offered a shift. What the ledger is made from. Who
 * offered one that was taken out of the week later has offered.
 */
export async function listHistory(
  ctx: Context,
  week: { rosterId: string; weekOf: string },
): Promise<{ weekOf: string; worked: string[]; offered: string[] }[]> {
  return ctx.db.$queryRaw`
    SELECT r.week_of::text AS "weekOf",
           coalesce((SELECT array_agg(a.tender_id::text) FROM public.seat a WHERE a.run_id = r.id), '{}') AS worked,
           coalesce((SELECT array_agg(v.tender_id::text) FROM (
                       SELECT DISTINCT ON (v.tender_id) v.tender_id, v.offers FROM public.availability v
                        WHERE v.run_id = r.id AND (v.in_time OR v.answered_at <= r.answers_until)
                        ORDER BY v.tender_id, v.answered_at DESC, v.id DESC) v
                      WHERE v.offers), '{}') AS offered
      FROM public.roster_run r
     WHERE r.roster_id = ${week.rosterId}::uuid AND r.kind = 'week' AND r.week_of < ${week.weekOf}::date
       AND ${stateOf('r')} = 'SENT'
     ORDER BY r.week_of DESC LIMIT 26`
}

/** The seats of a roster as two statements of one move: those that go, and those that come or change their pin. */
export function seatWrites(runId: string, before: readonly Seat[], after: readonly Seat[]): Prisma.Sql[] {
  const key = (seat: Seat) => `${seat.shiftId}/${seat.tenderId}`
  const old = new Map(before.map((seat) => [key(seat), seat]))
  const next = new Map(after.map((seat) => [key(seat), seat]))
  const gone = before.filter((seat) => !next.has(key(seat)))
  const come = after.filter((seat) => old.get(key(seat))?.pinned !== seat.pinned)
  const rows = (seats: readonly Seat[]) => Prisma.sql`
    jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) AS a("shiftId" uuid, "tenderId" uuid, pinned boolean)`
  return [
    ...(gone.length > 0
      ? [
          Prisma.sql`DELETE FROM public.assignment x USING upd, ${rows(gone)}
           WHERE x.run_id = upd.id AND x.shift_id = a."shiftId" AND x.tender_id = a."tenderId" RETURNING 1`,
        ]
      : []),
    ...(come.length > 0
      ? [
          Prisma.sql`INSERT INTO public.assignment (run_id, shift_id, tender_id, pinned)
           SELECT ${runId}::uuid, a."shiftId", a."tenderId", a.pinned FROM upd, ${rows(come)}
           ON CONFLICT (shift_id, tender_id) DO UPDATE SET pinned = EXCLUDED.pinned RETURNING 1`,
        ]
      : []),
  ]
}

/** Until the caller's transaction ends nobody changes the roster: what a week is made from is read after this. */
export const shareRoster = (tx: Context, rosterId: string): Promise<unknown> =>
  tx.db.$queryRaw`SELECT 1 FROM public.roster o WHERE o.id = ${rosterId}::uuid FOR SHARE`

/** A week's shifts, written with its birth. */
export function shiftWrites(shifts: readonly object[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO public.shift (id, run_id, template_id, date, start_time, end_time, starts_at, ends_at, role, min_seats, target_seats, key_wanted)
    SELECT s.id, upd.id, s."templateId", s.date, s."startTime", s."endTime", s."startsAt", s."endsAt", s.role, s."minSeats", s."targetSeats", s."keyWanted"
      FROM upd, jsonb_to_recordset(${JSON.stringify(shifts)}::jsonb) AS s(id uuid, "templateId" uuid, date date, "startTime" text,
        "endTime" text, "startsAt" timestamptz, "endsAt" timestamptz, role text, "minSeats" int, "targetSeats" int, "keyWanted" boolean)
    RETURNING 1`
}

/** Personal links, written with the move that invites. A link that exists keeps its token. */
export function linkWrites(ctx: Context, links: readonly { tenderId: string; tokenHash: string }[]): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO public.availability_link (run_id, tender_id, token_hash, created_at)
    SELECT upd.id, l."tenderId", l."tokenHash", ${clock(ctx)}
      FROM upd, jsonb_to_recordset(${JSON.stringify(links)}::jsonb) AS l("tenderId" uuid, "tokenHash" text)
    ON CONFLICT (run_id, tender_id) DO NOTHING RETURNING 1`
}

// What a move of a week asks for in its own statement: SQL over `r`, its row, with `r.door_at`, the clock after the lock.

/** A deadline that has passed would close the form again at the next tick (hole 14). */
export const inFuture = (deadline: Date): Guard => ({
  reason: 'deadline_past',
  sql: Prisma.sql`${deadline.toISOString()}::timestamptz > r.door_at`,
})
export const beforeEnd = (deadline: Date, { endsAt }: Week): Guard => ({
  reason: 'deadline_after_week',
  sql: Prisma.sql`${deadline.toISOString()}::timestamptz < ${endsAt.toISOString()}::timestamptz`,
})
export const noOther: Guard = {
  reason: 'other_open',
  sql: Prisma.sql`NOT EXISTS (SELECT FROM public.roster_run x WHERE x.roster_id = r.roster_id AND x.id <> r.id AND ${isOpenForm('x')})`,
}
export const hasShifts: Guard = {
  reason: 'no_shifts',
  sql: Prisma.sql`EXISTS (SELECT FROM public.shift s WHERE s.run_id = r.id AND s.dropped_at IS NULL)`,
}
export const hasTenders: Guard = {
  reason: 'no_tenders',
  sql: Prisma.sql`EXISTS (SELECT FROM public.tender t WHERE t.roster_id = r.roster_id AND t.active)`,
}
/** @param week rows of the old engine may not know when they end; it never changes */
export const notOver = ({ endsAt }: Week): Guard => ({
  reason: 'week_over',
  sql: Prisma.sql`${endsAt.toISOString()}::timestamptz > r.door_at`,
})

/** Seats and people of each week. */
export async function listSeatCounts(
  ctx: Context,
  runIds: readonly string[],
): Promise<Map<string, { seats: number; filled: number }>> {
  const rows = await ctx.db.$queryRaw<{ id: string; seats: number; filled: number }[]>`
    SELECT r.id::text, (SELECT coalesce(sum(s.target_seats), 0)::int FROM public.shift s WHERE s.run_id = r.id AND s.dropped_at IS NULL) AS seats,
           (SELECT count(*)::int FROM public.seat a WHERE a.run_id = r.id) AS filled
      FROM public.roster_run r WHERE r.id = ANY(${[...runIds]}::uuid[])`
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
