import { factRows } from '@/lib/engine/audit'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { Prisma } from '@/lib/platform/prisma/client'
import { pairFacts, type TenderRule } from './schema'

export type Person = { id: string; name: string; active: boolean }

/** The standing rules of a roster, the oldest first. */
export const listRules = (ctx: Context, rosterId: string): Promise<TenderRule[]> => ctx.db.$queryRaw`
  SELECT id::text, kind, tender_id::text AS "tenderId", other_id::text AS "otherId" FROM public.tender_rule
   WHERE roster_id = ${rosterId}::uuid ORDER BY created_at, id`

/** Everybody who can be named in a rule, or is. */
export const listPeople = (ctx: Context, rosterId: string): Promise<Person[]> => ctx.db.$queryRaw`
  SELECT id::text, name, active FROM public.tender WHERE roster_id = ${rosterId}::uuid ORDER BY name, id`

type Named = { roster: string; name: string; other: string; commandId: string }

const fact = (ctx: Context, type: keyof typeof pairFacts, rule: TenderRule, { commandId, ...named }: Named) =>
  factRows(
    ctx,
    pairFacts,
    [{ machine: 'tender_rule', subjectId: rule.id, type, commandId, data: { kind: rule.kind, ...named } }],
    'changed',
  )

export async function insertRule(ctx: Context, rule: TenderRule, named: Named): Promise<void> {
  await ctx.db.$queryRaw(Prisma.sql`
    WITH changed AS (
      INSERT INTO public.tender_rule (id, roster_id, kind, tender_id, other_id, created_at)
      VALUES (${rule.id}::uuid, ${named.roster}::uuid, ${rule.kind}::text, ${rule.tenderId}::uuid, ${rule.otherId}::uuid, ${clock(ctx)})
      RETURNING 1),
    ev AS (${fact(ctx, 'tender_rule.added', rule, named)})
    SELECT 1 FROM changed`)
}

/** @returns whether it was there */
export async function deleteRule(ctx: Context, rule: TenderRule, named: Named): Promise<boolean> {
  const rows = await ctx.db.$queryRaw<unknown[]>(Prisma.sql`
    WITH changed AS (DELETE FROM public.tender_rule WHERE id = ${rule.id}::uuid RETURNING 1),
    ev AS (${fact(ctx, 'tender_rule.removed', rule, named)})
    SELECT 1 FROM changed`)
  return rows.length > 0
}

/** What rules are called on the record, by id, also those that are gone: by the names they were added under. */
export async function nameRules(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { name: string; href: string | null }>> {
  const rows = await db.$queryRaw<{ id: string; name: string; other: string; roster: string }[]>`
    SELECT DISTINCT ON (subject_id) subject_id::text AS id, data->>'name' AS name, data->>'other' AS other, data->>'roster' AS roster
      FROM public.audit_event WHERE machine = 'tender_rule' AND subject_id = ANY(${[...ids]}::uuid[]) ORDER BY subject_id, id DESC`
  return new Map(
    rows.map(({ id, name, other, roster }) => [
      id,
      { name: `${name} and ${other}`, href: `/roster/rules?roster=${roster}` },
    ]),
  )
}
