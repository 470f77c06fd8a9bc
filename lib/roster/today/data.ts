import type { Context } from '@/lib/platform/context'
import { isOpenForm, stateOf } from '../engines/data'
import { settingsOf, timesOf } from '../rules'
import { overrideSchema, settingsSchema } from '../schema'
import type { TodayWeek } from './schema'

type Row = Omit<TodayWeek, 'lease' | 'settings' | 'opensAt' | 'deadlineAt' | 'endsAt'> & {
  opensAt: Date | null
  deadlineAt: Date | null
  endsAt: Date | null
  acting_kind: string | null
  acting_until: Date | null
  settings: unknown
  override: unknown
}

/** Weeks that are not sent and not put aside, the earliest first: what is due, never what exists. */
export async function listTodayWeeks(ctx: Context): Promise<TodayWeek[]> {
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT r.id::text, r.roster_id::text AS "rosterId", o.name AS "rosterName", (SELECT count(*) > 1 FROM public.roster z WHERE z.rehearsal_of IS NULL) AS several,
           o.zone, r.week_of::text AS "weekOf", ${stateOf('r')} AS state, r.v2_state AS "v2State", r.kind, r.version, r.acting_kind, r.acting_until,
           r.last_error AS "lastError", r.autopilot, o.settings, r.settings_override AS override, r.opens_at AS "opensAt",
           r.deadline_at AS "deadlineAt", r.ends_at AS "endsAt", r.closed_at AS "closedAt", r.generated_at AS "generatedAt",
           r.queued_at AS "queuedAt",
           (SELECT count(*)::int FROM public.tender t WHERE t.roster_id = r.roster_id AND t.active) AS asked,
           (SELECT count(DISTINCT t.id)::int FROM public.availability v JOIN public.tender t ON t.id = v.tender_id AND t.active
             WHERE v.run_id = r.id AND (v.in_time OR v.answered_at <= r.answers_until)) AS answered,
           (SELECT coalesce(array_agg(DISTINCT t.name), '{}') FROM public.availability v JOIN public.tender t ON t.id = v.tender_id AND t.active
             WHERE v.run_id = r.id AND NOT v.in_time AND coalesce(v.answered_at > r.answers_until, true)) AS late,
           shape.shifts, shape.seats, (SELECT count(*)::int FROM public.seat a WHERE a.run_id = r.id) AS filled,
           (SELECT x.id::text FROM public.roster_run x WHERE x.roster_id = r.roster_id AND x.id <> r.id AND ${isOpenForm('x')}
             LIMIT 1) AS "otherOpen"
      FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id, LATERAL (
        SELECT count(*)::int AS shifts, coalesce(sum(s.target_seats), 0)::int AS seats
          FROM public.shift s WHERE s.run_id = r.id AND s.dropped_at IS NULL) shape
     WHERE r.kind = 'week' AND ${stateOf('r')} <> 'SENT'
       AND NOT EXISTS (SELECT FROM public.audit_event a
                        WHERE a.machine = 'run' AND a.subject_id = r.id AND a.type = 'run.set_aside')
     ORDER BY r.week_of, r.id`
  return rows.map(({ acting_kind, acting_until, settings, override, ...row }) => {
    const own = settingsOf(settingsSchema.parse(settings), override ? overrideSchema.parse(override) : null)
    const lease = acting_kind && acting_until ? { kind: acting_kind, until: acting_until } : null
    return { ...row, lease, settings: own, ...timesOf(row, { ...row, settings: own }) }
  })
}

export type Reachable = {
  rosterId: string
  name: string
  email: string | null
  unsubscribed: boolean
  bounced: boolean
}

/** Active tenders of rosters whom a mail may not reach: without an address, unsubscribed, or it came back. */
export const listDoubtful = (ctx: Context, rosterIds: readonly string[]): Promise<Reachable[]> => ctx.db.$queryRaw`
  SELECT t.roster_id::text AS "rosterId", t.name, t.email, t.unsubscribed_at IS NOT NULL AS unsubscribed,
         t.bounced_at IS NOT NULL AS bounced
    FROM public.tender t
   WHERE t.roster_id = ANY(${[...rosterIds]}::uuid[]) AND t.active
     AND (t.email IS NULL OR t.unsubscribed_at IS NOT NULL OR t.bounced_at IS NOT NULL)
   ORDER BY t.name, t.id`

export type Standing = {
  id: string
  name: string
  zone: string
  makes: boolean
  weekId: string | null
  weekOf: string | null
  sentAt: Date | null
}

/** Every roster with its latest sent week. */
export const listStanding = (ctx: Context): Promise<Standing[]> => ctx.db.$queryRaw`
  SELECT o.id::text, o.name, o.zone, (o.settings->>'makesWeeks')::boolean AS makes, l.id::text AS "weekId",
         l.week_of::text AS "weekOf", l.sent_at AS "sentAt"
    FROM public.roster o LEFT JOIN LATERAL (
      SELECT r.id, r.week_of, r.sent_at FROM public.roster_run r
       WHERE r.roster_id = o.id AND r.kind = 'week' AND ${stateOf('r')} = 'SENT' ORDER BY r.week_of DESC LIMIT 1) l ON true
   WHERE o.rehearsal_of IS NULL
   ORDER BY o.created_at, o.id`

/** Who put a week aside, or null. */
export async function findAside(
  ctx: Context,
  id: string,
): Promise<{ actorId: string | null; actorName: string } | null> {
  const [row] = await ctx.db.$queryRaw<{ actorId: string | null; actorName: string }[]>`
    SELECT actor_id::text AS "actorId", actor_name AS "actorName" FROM public.audit_event
     WHERE machine = 'run' AND subject_id = ${id}::uuid AND type = 'run.set_aside'`
  return row ?? null
}
