import { type Fact, factRows } from '@/lib/engine/audit'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { normEmail } from '@/lib/platform/normal'
import { Prisma } from '@/lib/platform/prisma/client'
import { peopleFacts } from '../schema'
import type { KnownShift, ShiftValue } from './shifts/rules'
import type { KnownTender, TenderValue } from './tenders/rules'

/** The fact of the import that this very press made before, or null. */
export async function findImport(ctx: Context, rosterId: string, commandId: string): Promise<unknown> {
  const [row] = await ctx.db.$queryRaw<{ data: unknown }[]>`
    SELECT data FROM public.audit_event
     WHERE command_id = ${commandId}::uuid AND machine = 'roster' AND subject_id = ${rosterId}::uuid`
  return row?.data ?? null
}

/** Rows that a plan is made over are held until it is done, so that what it read is what it changes. */
export type Hold = 'read' | 'hold'
const lock = (hold: Hold) => (hold === 'hold' ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty)

export const listKnownTenders = (ctx: Context, rosterId: string, hold: Hold): Promise<KnownTender[]> =>
  ctx.db.$queryRaw`
    SELECT id::text, name, email, key_holder AS "keyHolder", active FROM public.tender
     WHERE roster_id = ${rosterId}::uuid ORDER BY active DESC, name, id ${lock(hold)}`

export const listKnownShifts = (ctx: Context, rosterId: string, hold: Hold): Promise<KnownShift[]> =>
  ctx.db.$queryRaw`
    SELECT id::text, weekday, start_time AS "startTime", end_time AS "endTime", role, min_seats AS "minSeats",
           target_seats AS "targetSeats", key_wanted AS "keyWanted", active FROM public.shift_template
     WHERE roster_id = ${rosterId}::uuid ORDER BY active DESC, weekday, start_time, role, id ${lock(hold)}`

export type PeopleFact = Fact<typeof peopleFacts>
type Written<V> = { id: string } & V
/** Writes many rows of one kind with their facts, in one statement. @throws when a row that was held is not there */
type Write<V> = (
  ctx: Context,
  rosterId: string,
  values: readonly Written<V>[],
  facts: readonly PeopleFact[],
) => Promise<void>

async function write(ctx: Context, change: Prisma.Sql, count: number, facts: readonly PeopleFact[]): Promise<void> {
  if (count === 0) return
  const [{ n }] = await ctx.db.$queryRaw<[{ n: number }]>`
    WITH changed AS (${change} RETURNING 1), ev AS (${factRows(ctx, peopleFacts, facts, 'changed')})
    SELECT count(*)::int AS n FROM changed`
  if (n !== count) throw new Error(`an import wrote ${n} of ${count} rows`)
}

const tenderRows = (values: readonly Written<TenderValue>[]) => {
  const rows = values.map((value) => ({ ...value, norm: value.email && normEmail(value.email) }))
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    AS v(id uuid, name text, email text, norm text, "keyHolder" boolean, active boolean)`
}

/** @throws 23505 when somebody was given one of the addresses meanwhile */
export const insertTenders: Write<TenderValue> = (ctx, rosterId, values, facts) =>
  write(
    ctx,
    Prisma.sql`INSERT INTO public.tender (id, roster_id, name, email, email_norm, key_holder, active, created_at)
      SELECT v.id, ${rosterId}::uuid, v.name, v.email, v.norm, v."keyHolder", v.active, ${clock(ctx)} FROM ${tenderRows(values)}`,
    values.length,
    facts,
  )

/** A new address takes the bounce off, as everywhere: it belonged to the old one. */
export const updateTenders: Write<TenderValue> = (ctx, rosterId, values, facts) =>
  write(
    ctx,
    Prisma.sql`UPDATE public.tender t
         SET name = v.name, email = v.email, email_norm = v.norm, key_holder = v."keyHolder", active = v.active,
             bounced_at = CASE WHEN t.email_norm IS DISTINCT FROM v.norm THEN NULL ELSE t.bounced_at END,
             bounced_why = CASE WHEN t.email_norm IS DISTINCT FROM v.norm THEN NULL ELSE t.bounced_why END
        FROM ${tenderRows(values)} WHERE t.id = v.id AND t.roster_id = ${rosterId}::uuid`,
    values.length,
    facts,
  )

const shiftRows = (values: readonly Written<ShiftValue>[]) => Prisma.sql`
  jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v(id uuid, weekday int, "startTime" text, "endTime" text, role text,
    "minSeats" int, "targetSeats" int, "keyWanted" boolean, active boolean)`

export const insertShifts: Write<ShiftValue> = (ctx, rosterId, values, facts) =>
  write(
    ctx,
    Prisma.sql`INSERT INTO public.shift_template (id, roster_id, weekday, start_time, end_time, role, min_seats, target_seats, key_wanted, active)
      SELECT v.id, ${rosterId}::uuid, v.weekday, v."startTime", v."endTime", v.role, v."minSeats", v."targetSeats", v."keyWanted", v.active
        FROM ${shiftRows(values)}`,
    values.length,
    facts,
  )

export const updateShifts: Write<ShiftValue> = (ctx, rosterId, values, facts) =>
  write(
    ctx,
    Prisma.sql`UPDATE public.shift_template s
         SET weekday = v.weekday, start_time = v."startTime", end_time = v."endTime", role = v.role, min_seats = v."minSeats",
             target_seats = v."targetSeats", key_wanted = v."keyWanted", active = v.active
        FROM ${shiftRows(values)} WHERE s.id = v.id AND s.roster_id = ${rosterId}::uuid`,
    values.length,
    facts,
  )
