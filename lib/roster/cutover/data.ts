import { clock } from '@/lib/engine/sql'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { findCharge, stateOf } from '../engines/data'
import { settingsOf, timesOf } from '../rules'
import { overrideSchema, settingsSchema } from '../schema'
import { type CutoverState, cutover, FLAG_ID } from './machine'
import type { Ahead, BusyWeek, GateFacts, SignedRehearsal } from './schema'

/** Holds the flag against every move of a week until the caller's transaction ends. What is read after it is the truth. */
export const lockFlag = (tx: Context): Promise<unknown> =>
  tx.db.$queryRaw`SELECT 1 FROM public.cutover WHERE id = ${FLAG_ID}::uuid FOR UPDATE`

type BusyRow = Omit<BusyWeek, 'over'> & { endsAt: Date | null; settings: unknown }

/**
 * Real weeks that are neither a draft nor sent, whichever engine they belong to. A draft that nobody opened is no
 * hindrance (hole 28). Nor is a week that ended unsent and was put aside: nothing of it can be sent any more, so it
 * would close the gap for ever. An open form is, because no other form of its roster opens before it is closed.
 */
export async function listBusy(ctx: Context): Promise<BusyWeek[]> {
  const rows = await ctx.db.$queryRaw<BusyRow[]>`
    SELECT r.id::text, o.name AS "rosterName", o.zone, o.settings, r.week_of::text AS "weekOf", ${stateOf('r')} AS state, r.version,
           r.v2_state IS NOT NULL AS v2, CASE WHEN r.acting_until > ${clock(ctx)} THEN r.acting_kind END AS acting, r.ends_at AS "endsAt",
           r.queued_at IS NOT NULL AS queued
      FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id
     WHERE r.kind = 'week' AND ${stateOf('r')} <> 'SENT' AND ${stateOf('r')} <> 'DRAFT'
       AND (${stateOf('r')} = 'COLLECTING' OR r.queued_at IS NOT NULL OR r.acting_until > ${clock(ctx)}
            OR NOT EXISTS (SELECT FROM public.audit_event a
                            WHERE a.machine = 'run' AND a.subject_id = r.id AND a.type = 'run.set_aside'))
     ORDER BY r.week_of, r.id`
  const now = ctx.now()
  return rows.map(({ endsAt, settings, ...week }) => {
    const times = { opensAt: null, deadlineAt: null, endsAt }
    return {
      ...week,
      over: timesOf(times, { ...week, settings: settingsSchema.parse(settings) }).endsAt <= now,
    }
  })
}

type DraftRow = Omit<Ahead, 'opensAt'> & { opensAt: Date | null; settings: unknown; override: unknown }

/** Drafts of real weeks whose form has its time ahead, the earliest first. */
async function listAhead(ctx: Context): Promise<Ahead[]> {
  const rows = await ctx.db.$queryRaw<DraftRow[]>`
    SELECT r.id::text, o.name AS "rosterName", o.zone, o.settings, r.settings_override AS override, r.week_of::text AS "weekOf",
           r.opens_at AS "opensAt", r.autopilot, r.v2_state IS NOT NULL AS v2
      FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id
     WHERE r.kind = 'week' AND ${stateOf('r')} <> 'SENT' AND ${stateOf('r')} = 'DRAFT'`
  const ahead = rows.map(({ settings, override, opensAt, ...week }) => {
    const own = settingsOf(settingsSchema.parse(settings), override ? overrideSchema.parse(override) : null)
    return { ...week, ...timesOf({ opensAt, deadlineAt: null, endsAt: null }, { ...week, settings: own }) }
  })
  return ahead.filter(({ opensAt }) => opensAt > ctx.now()).sort((a, b) => a.opensAt.getTime() - b.opensAt.getTime())
}

type FlagRow = {
  flag: CutoverState
  version: number
  changedAt: Date
  leases: number
  unknown: number
  openRehearsal: { id: string; build: string; began: string; passed: number } | null
}

/** Everything that the gates are judged by. */
export async function readGates(ctx: Context): Promise<GateFacts> {
  const build = rosterBuild()
  const [row] = await ctx.db.$queryRaw<FlagRow[]>`
    SELECT f.state AS flag, f.version, f.changed_at AS "changedAt",
           (SELECT count(*)::int FROM public.roster_run r WHERE r.kind = 'week' AND ${stateOf('r')} <> 'SENT' AND r.acting_until > ${clock(ctx)}) AS leases,
           (SELECT count(*)::int FROM public.message m WHERE m.kind = 'schedule' AND m.state = 'unknown' AND NOT m.rehearsal) AS unknown,
           (SELECT jsonb_build_object('id', h.id, 'build', h.build, 'began', h.began_at, 'passed',
                    (SELECT count(*) FROM public.rehearsal_step s WHERE s.rehearsal_id = h.id AND s.passed))
              FROM public.rehearsal h WHERE h.stopped_at IS NULL AND h.signed_at IS NULL) AS "openRehearsal"
      FROM public.cutover f WHERE f.id = ${FLAG_ID}::uuid`
  if (!row) throw new Error('The cut-over flag is missing: npm run db -- migrate makes it.')
  const [signed] = await ctx.db.$queryRaw<SignedRehearsal[]>`
    SELECT id::text, build, began_at AS "beganAt", signed_at AS "signedAt", signed_name AS "signedName"
      FROM public.rehearsal WHERE signed_at IS NOT NULL ORDER BY build = ${build}::text DESC, signed_at DESC, id DESC LIMIT 1`
  const { openRehearsal: open, ...flag } = row
  const openRehearsal = open && { id: open.id, build: open.build, beganAt: new Date(open.began), passed: open.passed }
  return {
    ...flag,
    openRehearsal,
    killed: ctx.killed,
    build,
    busy: await listBusy(ctx),
    ahead: await listAhead(ctx),
    signed: signed ?? null,
  }
}

/** What the record calls the flag. */
export const nameFlag = async (_db: Db, ids: readonly string[]): Promise<Map<string, { name: string; href: string }>> =>
  new Map(ids.map((id) => [id, { name: 'Engines', href: '/roster/cutover' }]))

/** Who flipped the flag last; null where it stands as it was made. */
export async function findFlipper(ctx: Context): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ name: string }[]>`
    SELECT actor_name AS name FROM public.audit_event
     WHERE machine = ${cutover.name}::text AND subject_id = ${FLAG_ID}::uuid AND version > 0 ORDER BY version DESC LIMIT 1`
  return row?.name ?? null
}

/** What `/api/health` says of the engines: `killed` where this process has v2 switched off, whatever the flag. */
export async function rosterEngine(ctx: Context): Promise<'v2' | 'legacy' | 'killed'> {
  if (ctx.killed) return 'killed'
  return (await findCharge(ctx)).flag === 'LIVE' ? 'v2' : 'legacy'
}

/** The rehearsal that is going on, with how many of its steps have passed; or null. */
export async function findOpenRehearsal(ctx: Context): Promise<{ id: string; passed: number } | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string; passed: number }[]>`
    SELECT h.id::text, (SELECT count(*)::int FROM public.rehearsal_step s WHERE s.rehearsal_id = h.id AND s.passed) AS passed
      FROM public.rehearsal h WHERE h.stopped_at IS NULL AND h.signed_at IS NULL`
  return row ?? null
}
