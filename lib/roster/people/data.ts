import { type Fact, type Facts, factRows } from '@/lib/engine/audit'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { stateOf } from '../engines/data'
import type { Pattern } from '../rules'
import type { Settings, WeekTender } from '../schema'
import { peopleFacts } from './schema'

export type RosterRow = { id: string; name: string; zone: string; settings: unknown; seen: string }
export type TenderRow = WeekTender & { seen: string }
export type TemplateRow = Pattern & { active: boolean; seen: string }

/** A roster `o` is one that people work by: the copy that a rehearsal plays on is in no list, and nobody changes it. */
export const REAL = Prisma.sql`o.rehearsal_of IS NULL`

/** `seen` is a digest of the whole row: a change made over another one is noticed, whatever the column. */
export const listRosters = (ctx: Context): Promise<RosterRow[]> => ctx.db.$queryRaw`
  SELECT o.id::text, o.name, o.zone, o.settings, md5(o::text) AS seen FROM public.roster o
   WHERE ${REAL} ORDER BY o.created_at, o.id`

export async function hasRoster(ctx: Context, rosterId: string): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM public.roster o WHERE o.id = ${rosterId}::uuid AND ${REAL}`
  return rows.length > 0
}

/**
 * Until the caller's transaction ends nobody else imports, adds a rule, changes the roster or makes a week here.
 * @returns false: no such roster
 */
export async function holdRoster(tx: Context, rosterId: string): Promise<boolean> {
  const rows = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM public.roster o WHERE o.id = ${rosterId}::uuid AND ${REAL} FOR NO KEY UPDATE`
  return rows.length > 0
}

const TENDER = Prisma.sql`
  SELECT t.id::text, t.name, t.email, t.key_holder AS "keyHolder", t.active, t.unsubscribed_at IS NOT NULL AS unsubscribed,
         t.bounced_at IS NOT NULL AS bounced, md5(t::text) AS seen
    FROM public.tender t JOIN public.roster o ON o.id = t.roster_id AND ${REAL}`

export const countActive = (ctx: Context, rosterId: string): Promise<number> =>
  ctx.db.tender.count({ where: { rosterId, active: true } })

export async function findTender(ctx: Context, id: string): Promise<TenderRow | null> {
  const [row] = await ctx.db.$queryRaw<TenderRow[]>`${TENDER} WHERE t.id = ${id}::uuid`
  return row ?? null
}

export async function findByEmail(ctx: Context, rosterId: string, emailNorm: string): Promise<TenderRow | null> {
  const [row] = await ctx.db.$queryRaw<TenderRow[]>`
    ${TENDER} WHERE t.roster_id = ${rosterId}::uuid AND t.email_norm = ${emailNorm}::text`
  return row ?? null
}

const TEMPLATE = Prisma.sql`
  SELECT s.id::text, s.weekday, s.start_time AS "startTime", s.end_time AS "endTime", s.role, s.min_seats AS "minSeats",
         s.target_seats AS "targetSeats", s.key_wanted AS "keyWanted", s.active, md5(s::text) AS seen
    FROM public.shift_template s JOIN public.roster o ON o.id = s.roster_id AND ${REAL}`

export const listTemplates = (ctx: Context, rosterId: string): Promise<TemplateRow[]> =>
  ctx.db
    .$queryRaw`${TEMPLATE} WHERE s.roster_id = ${rosterId}::uuid ORDER BY s.active DESC, s.weekday, s.start_time, s.role, s.id`

export async function findTemplate(ctx: Context, id: string): Promise<TemplateRow | null> {
  const [row] = await ctx.db.$queryRaw<TemplateRow[]>`${TEMPLATE} WHERE s.id = ${id}::uuid`
  return row ?? null
}

type RowFact<F extends Facts> = Omit<Fact<F>, 'subjectId'> & { id: string }

/** One change and its event, in one statement. @returns whether a row was written */
export async function written<F extends Facts>(
  ctx: Context,
  facts: F,
  change: Prisma.Sql,
  { id, ...fact }: RowFact<F>,
): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH changed AS (${change} RETURNING 1),
    ev AS (${factRows(ctx, facts, [{ ...fact, subjectId: id } as Fact<F>], 'changed')})
    SELECT 1 FROM changed`
  return rows.length > 0
}

type TenderValues = { name: string; email: string | null; emailNorm: string | null; keyHolder: boolean }

export const insertTender = (ctx: Context, id: string, rosterId: string, value: TenderValues): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`INSERT INTO public.tender (id, roster_id, name, email, email_norm, key_holder, active, created_at)
      SELECT ${id}::uuid, o.id, ${value.name}::text, ${value.email}::text, ${value.emailNorm}::text, ${value.keyHolder}::boolean, true, ${clock(ctx)}
        FROM public.roster o WHERE o.id = ${rosterId}::uuid AND ${REAL} ON CONFLICT DO NOTHING`,
    { machine: 'tender', id, type: 'tender.added', data: { name: value.name } },
  )

/** A new address takes the bounce off: it belonged to the old one. */
export const updateTender = (
  ctx: Context,
  { id, seen }: { id: string; seen: string },
  value: TenderValues,
  data: object,
): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`UPDATE public.tender t SET name = ${value.name}::text, email = ${value.email}::text, email_norm = ${value.emailNorm}::text,
             key_holder = ${value.keyHolder}::boolean,
             bounced_at = CASE WHEN t.email_norm IS DISTINCT FROM ${value.emailNorm}::text THEN NULL ELSE t.bounced_at END,
             bounced_why = CASE WHEN t.email_norm IS DISTINCT FROM ${value.emailNorm}::text THEN NULL ELSE t.bounced_why END
       WHERE t.id = ${id}::uuid AND md5(t::text) = ${seen}::text`,
    { machine: 'tender', id, type: 'tender.changed', data },
  )

export const setTenderActive = (ctx: Context, { id, name }: TenderRow, active: boolean): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`UPDATE public.tender t SET active = ${active}::boolean WHERE t.id = ${id}::uuid AND t.active <> ${active}::boolean`,
    { machine: 'tender', id, type: active ? 'tender.reactivated' : 'tender.deactivated', data: { name } },
  )

type TemplateValues = Omit<TemplateRow, 'id' | 'active' | 'seen'>

export const insertTemplate = (
  ctx: Context,
  id: string,
  rosterId: string,
  value: TemplateValues,
  name: string,
): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`INSERT INTO public.shift_template (id, roster_id, weekday, start_time, end_time, role, min_seats, target_seats, key_wanted, active)
      SELECT ${id}::uuid, o.id, ${value.weekday}::int, ${value.startTime}::text, ${value.endTime}::text, ${value.role}::text,
             ${value.minSeats}::int, ${value.targetSeats}::int, ${value.keyWanted}::boolean, true
        FROM public.roster o WHERE o.id = ${rosterId}::uuid AND ${REAL} ON CONFLICT DO NOTHING`,
    { machine: 'shift_template', id, type: 'shift_template.added', data: { name } },
  )

export const updateTemplate = (
  ctx: Context,
  { id, seen }: { id: string; seen: string },
  value: TemplateValues,
  data: object,
): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`UPDATE public.shift_template s SET weekday = ${value.weekday}::int, start_time = ${value.startTime}::text,
             end_time = ${value.endTime}::text, role = ${value.role}::text, min_seats = ${value.minSeats}::int,
             target_seats = ${value.targetSeats}::int, key_wanted = ${value.keyWanted}::boolean
       WHERE s.id = ${id}::uuid AND md5(s::text) = ${seen}::text`,
    { machine: 'shift_template', id, type: 'shift_template.changed', data },
  )

export const setTemplateActive = (ctx: Context, id: string, name: string, active: boolean): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`UPDATE public.shift_template s SET active = ${active}::boolean WHERE s.id = ${id}::uuid AND s.active <> ${active}::boolean`,
    {
      machine: 'shift_template',
      id,
      type: active ? 'shift_template.restored' : 'shift_template.retired',
      data: { name },
    },
  )

export type RosterValues = { name: string; zone: string; settings: Settings }

export const insertRoster = (ctx: Context, id: string, value: RosterValues): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`INSERT INTO public.roster (id, name, zone, settings, created_at)
      VALUES (${id}::uuid, ${value.name}::text, ${value.zone}::text, ${JSON.stringify(value.settings)}::jsonb, ${clock(ctx)}) ON CONFLICT DO NOTHING`,
    { machine: 'roster', id, type: 'roster.added', data: { name: value.name } },
  )

export const updateRoster = (
  ctx: Context,
  { id, seen }: { id: string; seen: string },
  value: RosterValues,
  data: object,
): Promise<boolean> =>
  written(
    ctx,
    peopleFacts,
    Prisma.sql`UPDATE public.roster o SET name = ${value.name}::text, zone = ${value.zone}::text, settings = ${JSON.stringify(value.settings)}::jsonb
       WHERE o.id = ${id}::uuid AND md5(o::text) = ${seen}::text`,
    { machine: 'roster', id, type: 'roster.changed', data },
  )

/** Weeks of a roster that are not sent yet. */
export async function countUnsent(ctx: Context, rosterId: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ n: number }]>`
    SELECT count(*)::int AS n FROM public.roster_run r
     WHERE r.roster_id = ${rosterId}::uuid AND r.kind = 'week' AND ${stateOf('r')} <> 'SENT'`
  return row.n
}
