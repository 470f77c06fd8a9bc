import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { LATE } from '../due/expand'
import type { ScheduleState } from '../machine'
import type { KeptFire } from '../runs/schema'
import type { CatchUp, OverlapPolicy } from '../schema'

/** A schedule as a page reads it, without a lock. */
export type Kept = {
  id: string
  key: string
  state: ScheduleState
  version: number
  note: string
  cron: string
  zone: string
  jitter: number
  repeats: 'first' | 'both'
  catchUp: CatchUp
  window: number
  overlap: OverlapPolicy
  pauseReason: string | null
  pausedBy: string | null
  pausedAt: Date | null
  cursor: Date
  cursorLocal: string | null
  nextFireAt: Date | null
  tzVersion: string
  lastError: string | null
}

const COLUMNS = {
  ...{
    id: true,
    key: true,
    state: true,
    version: true,
    note: true,
    cron: true,
    zone: true,
    jitter: true,
    repeats: true,
  },
  ...{ catchUp: true, catchUpWindow: true, overlap: true, pauseReason: true, pausedBy: true, pausedAt: true },
  ...{ cursor: true, cursorLocal: true, nextFireAt: true, tzVersion: true, lastError: true },
} as const satisfies Prisma.ScheduleSelect

/** The database holds these columns to their words. */
const keptOf = ({ catchUpWindow, ...row }: Prisma.ScheduleGetPayload<{ select: typeof COLUMNS }>): Kept =>
  ({ ...row, window: catchUpWindow }) as Kept

export type Narrow = {
  q?: string | undefined
  state?: 'ACTIVE' | 'PAUSED' | undefined
  ids?: readonly string[] | undefined
}

const whereOf = ({ q, state, ids }: Narrow): Prisma.ScheduleWhereInput => ({
  state: state ?? { not: 'REMOVED' },
  ...(ids ? { id: { in: [...ids] } } : {}),
  ...(q ? { OR: [{ key: { contains: q, mode: 'insensitive' } }, { note: { contains: q, mode: 'insensitive' } }] } : {}),
})

/** Schedules by name, `limit` of them after the one with the id `cursor`. */
export async function listKept(
  db: Db,
  narrow: Narrow,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Kept[]> {
  const rows = await db.schedule.findMany({
    where: whereOf(narrow),
    orderBy: [{ note: 'asc' }, { key: 'asc' }],
    select: COLUMNS,
    take: limit,
    ...(cursor ? { cursor: { key: cursor }, skip: 1 } : {}),
  })
  return rows.map(keptOf)
}

export const countKept = (db: Db, narrow: Narrow): Promise<number> => db.schedule.count({ where: whereOf(narrow) })

/** One schedule, also one that was taken away. */
export async function findKept(db: Db, key: string): Promise<Kept | null> {
  const row = await db.schedule.findUnique({ where: { key }, select: COLUMNS })
  return row && keptOf(row)
}

/**
 * Active schedules whose next time has passed by more than a late tick, longest first. What waits for the tick and what
 * waits for a wake have an index each, so that it costs what is overdue.
 */
export async function listOverdue(ctx: Context, limit: number): Promise<Kept[]> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH overdue AS (
      (SELECT id, state, due_at FROM public.schedule
        WHERE by_tick AND due_at <= (SELECT ${clock(ctx)} - make_interval(secs => ${LATE}::int)) ORDER BY due_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT id, state, due_at FROM public.schedule
        WHERE NOT by_tick AND due_at <= (SELECT ${clock(ctx)} - make_interval(secs => ${LATE}::int)) ORDER BY due_at LIMIT ${limit}::int))
    SELECT id::text FROM overdue WHERE state = 'ACTIVE' ORDER BY due_at`
  if (rows.length === 0) return []
  const found = await ctx.db.schedule.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, select: COLUMNS })
  return found.map(keptOf)
}

/** Days for which a failed run is looked for: what failed before and never ran again since is seen on its page. */
const FAILED_DAYS = 35

/** Schedules whose last run, by its times or by hand, failed. Paused ones are left alone. */
export async function listFailed(
  ctx: Context,
): Promise<{ id: string; key: string; note: string; zone: string; at: Date; detail: string | null }[]> {
  return ctx.db.$queryRaw`
    SELECT s.id::text, s.key, s.note, s.zone, f.actual_at AS at, f.detail
      FROM public.schedule_fire f JOIN public.schedule s ON s.id = f.schedule_id
     WHERE f.outcome = 'failed' AND f.fire_at > (SELECT ${clock(ctx)} - make_interval(days => ${FAILED_DAYS}::int)) AND s.state = 'ACTIVE'
       AND NOT EXISTS (SELECT FROM public.schedule_fire l
                        WHERE l.schedule_id = f.schedule_id AND l.kind IN ('slot', 'manual') AND l.state = 'fired' AND l.fire_at > f.fire_at)
     ORDER BY f.actual_at DESC`
}

/** What fired last of each schedule, by its times or by hand. One look at the key's index for each kind. */
export async function lastFires(db: Db, ids: readonly string[]): Promise<Map<string, KeptFire>> {
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<KeptFire[]>`
    SELECT l.* FROM unnest(${[...ids]}::uuid[]) AS s(id) CROSS JOIN LATERAL (
      SELECT k.* FROM unnest(ARRAY['slot', 'manual']) AS kinds(kind) CROSS JOIN LATERAL (
        SELECT f.schedule_id::text AS "scheduleId", f.kind, f.fire_at AS "fireAt", f.state, f.count, f.last_at AS "lastAt",
               f.actual_at AS "actualAt", f.attempt, f.outcome, f.detail, f.finished_at AS "finishedAt", f.actor_name AS "actorName"
          FROM public.schedule_fire f WHERE f.schedule_id = s.id AND f.kind = kinds.kind ORDER BY f.fire_at DESC LIMIT 1) k
      ORDER BY k."fireAt" DESC LIMIT 1) l`
  return new Map(rows.map((row) => [row.scheduleId, row]))
}

/** The ledger of a schedule, newest first, `limit` rows before an instant. */
export async function listFires(db: Db, id: string, before: Date | null, limit: number): Promise<KeptFire[]> {
  const rows = await Promise.all(
    (['slot', 'gap', 'manual'] as const).map((kind) =>
      db.scheduleFire.findMany({
        where: { scheduleId: id, kind, ...(before ? { fireAt: { lt: before } } : {}) },
        orderBy: { fireAt: 'desc' },
        take: limit,
      }),
    ),
  )
  return (rows.flat() as KeptFire[]).sort((a, b) => b.fireAt.getTime() - a.fireAt.getTime()).slice(0, limit)
}

/** A fire by the press that made it. */
export const findPressed = (
  db: Db,
  commandId: string,
): Promise<{ outcome: string | null; detail: string | null } | null> =>
  db.scheduleFire.findUnique({ where: { commandId }, select: { outcome: true, detail: true } })

/** Schedules computed on other zone data than `version`: how many, and the first of them. */
export async function findStale(db: Db, version: string, limit: number): Promise<{ count: number; first: Kept[] }> {
  // Older and newer, so that the index answers.
  const where = { OR: [{ tzVersion: { lt: version } }, { tzVersion: { gt: version } }], state: { not: 'REMOVED' } }
  const rows = await db.schedule.findMany({ where, select: COLUMNS, orderBy: { nextFireAt: 'asc' }, take: limit })
  return { count: rows.length < limit ? rows.length : await db.schedule.count({ where }), first: rows.map(keptOf) }
}
