import { clock, type Guard } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { Prisma } from '@/lib/platform/prisma/client'
import { formatDate } from '@/lib/platform/zone-format'
import { stateOf } from '../engines/data'
import type { SwapState } from './machine'

/** A seat that changes hands, with everything that its mails and its rules need. */
export type SwapRow = {
  id: string
  runId: string
  shiftId: string
  seatTenderId: string
  fromTenderId: string
  toTenderId: string | null
  state: SwapState
  version: number
  note: string
  askedAt: Date
  endedAt: Date | null
  startsAt: Date
}

const SWAP = Prisma.sql`
  SELECT w.id::text, w.run_id::text AS "runId", w.shift_id::text AS "shiftId", w.seat_tender_id::text AS "seatTenderId",
         w.from_tender_id::text AS "fromTenderId", w.to_tender_id::text AS "toTenderId", w.state, w.version, w.note,
         w.asked_at AS "askedAt", w.ended_at AS "endedAt", s.starts_at AS "startsAt"
    FROM public.swap w JOIN public.shift s ON s.id = w.shift_id`

export async function findSwap(ctx: Context, id: string): Promise<SwapRow | null> {
  const [row] = await ctx.db.$queryRaw<SwapRow[]>`${SWAP} WHERE w.id = ${id}::uuid`
  return row ?? null
}

/** Every swap of a week, the oldest first. */
export const listSwaps = (ctx: Context, runId: string): Promise<SwapRow[]> =>
  ctx.db.$queryRaw`${SWAP} WHERE w.run_id = ${runId}::uuid ORDER BY w.asked_at, w.id`

/** Open swaps of a roster's shifts that have not begun. */
export const listOpenSwaps = (ctx: Context, rosterId: string): Promise<SwapRow[]> =>
  ctx.db.$queryRaw`${SWAP} JOIN public.roster_run r ON r.id = w.run_id
    WHERE r.roster_id = ${rosterId}::uuid AND r.kind = 'week' AND w.state IN ('asked', 'offered') AND s.starts_at > ${clock(ctx)} ORDER BY s.starts_at, w.id`

/** Open swaps whose shift has begun, at most `limit`: nobody took it. */
export const listBegun = (ctx: Context, limit: number): Promise<{ id: string; version: number }[]> =>
  ctx.db.$queryRaw`
    SELECT w.id::text, w.version FROM public.swap w JOIN public.shift s ON s.id = w.shift_id JOIN public.roster_run r ON r.id = w.run_id
     WHERE r.kind = 'week' AND w.state IN ('asked', 'offered') AND s.starts_at <= ${clock(ctx)} ORDER BY s.starts_at, w.id LIMIT ${limit}::int`

/** The open swap of the seat that a person holds, or null. */
export async function findOpen(ctx: Context, seat: Seat): Promise<SwapRow | null> {
  const [row] = await ctx.db.$queryRaw<SwapRow[]>`${SWAP}
    WHERE w.shift_id = ${seat.shiftId}::uuid AND w.seat_tender_id = ${seat.seatTenderId}::uuid AND w.state IN ('asked', 'offered')`
  return row ?? null
}

/** The swap that this very press began or moved, or null. */
export async function findPress(ctx: Context, commandId: string): Promise<{ id: string; eventId: string } | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string; eventId: string }[]>`
    SELECT subject_id::text AS id, id::text AS "eventId" FROM public.audit_event
     WHERE command_id = ${commandId}::uuid AND machine = 'swap'`
  return row ?? null
}

/** What swaps are called: 'Rosa’s Bar on Fri 18 Dec'. */
export async function nameSwaps(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: string | null }>> {
  const rows = await db.$queryRaw<{ id: string; runId: string; giver: string; role: string; date: string }[]>`
    SELECT w.id::text, w.run_id::text AS "runId", t.name AS giver, s.role, s.date::text
      FROM public.swap w JOIN public.shift s ON s.id = w.shift_id JOIN public.tender t ON t.id = w.from_tender_id
     WHERE w.id = ANY(${[...ids]}::uuid[])`
  return new Map(
    rows.map(({ id, runId, giver, role, date }) => [
      id,
      { name: `${giver}’s ${role} on ${formatDate(date, 'short')}`, href: `/roster/${runId}` },
    ]),
  )
}

/** A rehearsal’s week is sent to nobody on the roster, so nothing of it changes hands. */
export const SENT = Prisma.sql`g.kind = 'week' AND ${stateOf('g')} = 'SENT'`

/**
 * The week of a swap or a shift under a lock: shared to ask and to offer, alone to confirm, so that two confirms
 * cannot give one person two shifts of a day. The row itself is never written.
 */
export async function lockWeek(
  ctx: Context,
  { swapId, shiftId }: { swapId?: string; shiftId?: string },
  how: 'share' | 'alone',
): Promise<{ runId: string; sent: boolean } | null> {
  const shift = swapId
    ? Prisma.sql`(SELECT w.shift_id FROM public.swap w WHERE w.id = ${swapId}::uuid)`
    : Prisma.sql`${shiftId ?? null}::uuid`
  const lock = how === 'share' ? Prisma.sql`FOR SHARE` : Prisma.sql`FOR NO KEY UPDATE`
  const [row] = await ctx.db.$queryRaw<{ runId: string; sent: boolean }[]>`
    SELECT g.id::text AS "runId", ${SENT} AS sent FROM public.roster_run g
     WHERE g.id = (SELECT s.run_id FROM public.shift s WHERE s.id = ${shift}) ${lock} OF g`
  return row ?? null
}

/** Holds whoever takes a shift: confirms of two weeks may not both give them one hour. */
export const lockTaker = (ctx: Context, tenderId: string): Promise<unknown> =>
  ctx.db.$queryRaw`SELECT 1 FROM public.tender WHERE id = ${tenderId}::uuid FOR NO KEY UPDATE`

export type Seat = { runId: string; shiftId: string; seatTenderId: string; fromTenderId: string }

/** The seat that a person holds on a shift, with the confirmed swaps on top. */
export async function findSeat(ctx: Context, shiftId: string, tenderId: string): Promise<Seat | null> {
  const [row] = await ctx.db.$queryRaw<Seat[]>`
    SELECT x.run_id::text AS "runId", x.shift_id::text AS "shiftId", x.seat_tender_id::text AS "seatTenderId",
           x.tender_id::text AS "fromTenderId"
      FROM public.seat x WHERE x.shift_id = ${shiftId}::uuid AND x.tender_id = ${tenderId}::uuid`
  return row ?? null
}

// What a move of a swap asks for in its own statement: SQL over `r`, its row, with `r.door_at`, the clock after the lock.

export const notBegun: Guard = {
  reason: 'shift_begun',
  sql: Prisma.sql`EXISTS (SELECT FROM public.shift s WHERE s.id = r.shift_id AND s.starts_at > r.door_at)`,
}
export const hasBegun: Guard = { reason: 'not_due', sql: Prisma.sql`NOT (${notBegun.sql})` }
export const holds: Guard = {
  reason: 'not_holding',
  sql: Prisma.sql`EXISTS (SELECT FROM public.seat x WHERE x.shift_id = r.shift_id AND x.seat_tender_id = r.seat_tender_id
    AND x.tender_id = r.from_tender_id)`,
}
/** Who holds a seat is said by its latest swap: one that a clock set back would date before another is not made. */
export const isLatest: Guard = {
  reason: 'clock_back',
  sql: Prisma.sql`NOT EXISTS (SELECT FROM public.swap w WHERE w.shift_id = r.shift_id AND w.seat_tender_id = r.seat_tender_id
    AND w.state = 'confirmed' AND w.ended_at >= r.door_at)`,
}
export const isGiver = (tenderId: string): Guard => ({
  reason: 'not_yours',
  sql: Prisma.sql`r.from_tender_id = ${tenderId}::uuid`,
})
export const isTaker = (tenderId: string): Guard => ({
  reason: 'not_yours',
  sql: Prisma.sql`r.to_tender_id = ${tenderId}::uuid`,
})

/** What whoever takes a shift must be and must not have, with the confirmed swaps on top. */
export function mayTake(taker: Prisma.Sql): Guard[] {
  return [
    { reason: 'with_oneself', sql: Prisma.sql`${taker} <> r.from_tender_id` },
    {
      reason: 'taker_gone',
      sql: Prisma.sql`EXISTS (SELECT FROM public.tender t JOIN public.roster_run g ON g.roster_id = t.roster_id
        WHERE t.id = ${taker} AND t.active AND g.id = r.run_id)`,
    },
    {
      reason: 'taker_on_shift',
      sql: Prisma.sql`NOT EXISTS (SELECT FROM public.seat x WHERE x.shift_id = r.shift_id AND x.tender_id = ${taker})`,
    },
    {
      reason: 'taker_busy',
      sql: Prisma.sql`NOT EXISTS (
        SELECT FROM public.shift s
          JOIN public.roster_run own ON own.id = s.run_id
          JOIN public.roster_run g ON g.roster_id = own.roster_id AND g.week_of BETWEEN s.date - 8 AND s.date + 1 AND ${SENT}
          JOIN public.shift o ON o.run_id = g.id AND o.id <> s.id
           AND (o.date = s.date OR (o.starts_at < s.ends_at AND s.starts_at < o.ends_at))
          JOIN public.seat x ON x.shift_id = o.id AND x.tender_id = ${taker}
         WHERE s.id = r.shift_id)`,
    },
  ]
}

/** The first rule that a seat about to be given away breaks, or null. For births, which have no row to judge yet. */
export async function judgeSeat(
  ctx: Context,
  { runId, shiftId, seatTenderId, fromTenderId }: Seat,
  guards: readonly Guard[],
): Promise<string | null> {
  const verdict = guards.map(({ reason, sql }) => Prisma.sql`WHEN NOT coalesce((${sql}), false) THEN ${reason}::text`)
  const [row] = await ctx.db.$queryRaw<{ reason: string | null }[]>`
    SELECT CASE ${Prisma.join(verdict, ' ')} END AS reason
      FROM (SELECT ${runId}::uuid AS run_id, ${shiftId}::uuid AS shift_id, ${seatTenderId}::uuid AS seat_tender_id,
                   ${fromTenderId}::uuid AS from_tender_id, ${clock(ctx)} AS door_at) r`
  return row?.reason ?? null
}

export type OfferedRow = {
  id: string
  runId: string
  version: number
  giver: string
  taker: string
  role: string
  zone: string
  startsAt: Date
  offeredAt: Date
}

/** Offers that wait for the operator. */
export const listOffered = (ctx: Context): Promise<OfferedRow[]> => ctx.db.$queryRaw`
  SELECT w.id::text, w.run_id::text AS "runId", w.version, f.name AS giver, t.name AS taker, s.role, o.zone, s.starts_at AS "startsAt",
         w.offered_at AS "offeredAt"
    FROM public.swap w JOIN public.shift s ON s.id = w.shift_id JOIN public.tender f ON f.id = w.from_tender_id
    JOIN public.tender t ON t.id = w.to_tender_id JOIN public.roster o ON o.id = f.roster_id
    JOIN public.roster_run g ON g.id = w.run_id
   WHERE g.kind = 'week' AND w.state = 'offered' AND s.starts_at > ${clock(ctx)} ORDER BY s.starts_at, w.id`
