import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { listRules } from '../../pairs/data'
import type { Copy, Original } from './schema'

/** A real roster, or null where there is none of this id. Read one after the other: a transaction is one connection. */
export async function readOriginal(ctx: Context, rosterId: string): Promise<Original | null> {
  const found = await ctx.db.roster.findFirst({ where: { id: rosterId, rehearsalOf: null } })
  if (!found) return null
  const active = { where: { rosterId, active: true }, orderBy: { id: 'asc' } } as const
  const tenders = await ctx.db.tender.findMany(active)
  const templates = await ctx.db.shiftTemplate.findMany(active)
  const rules = await listRules(ctx, rosterId)
  const known = new Set(tenders.map(({ id }) => id))
  return {
    ...found,
    tenders,
    templates,
    rules: rules.filter(({ tenderId, otherId }) => known.has(tenderId) && known.has(otherId)),
  }
}

/** Writes the copy: a roster with tenders, rules and pattern of its own. Nothing of the original is touched. */
export async function writeCopy(tx: Context, { of, ...copy }: Copy): Promise<void> {
  const createdAt = tx.now()
  const { id: rosterId, name, zone, settings } = copy
  await tx.db.roster.create({ data: { id: rosterId, name, zone, settings, rehearsalOf: of, createdAt } })
  await tx.db.tender.createMany({
    data: copy.tenders.map((tender) => ({ ...tender, rosterId, active: true, createdAt })),
  })
  await tx.db.shiftTemplate.createMany({
    data: copy.templates.map((template) => ({ ...template, rosterId, active: true })),
  })
  await tx.db.tenderRule.createMany({ data: copy.rules.map((rule) => ({ ...rule, rosterId, createdAt })) })
}

export type NewRehearsal = {
  id: string
  runId: string
  ofRosterId: string
  build: string
  operatorId: string
  operatorName: string
  address: string
}

export const insertRehearsal = (tx: Context, row: NewRehearsal): Promise<unknown> => tx.db.$executeRaw`
  INSERT INTO public.rehearsal (id, run_id, of_roster_id, build, operator_id, operator_name, address, began_at)
  VALUES (${row.id}::uuid, ${row.runId}::uuid, ${row.ofRosterId}::uuid, ${row.build}::text, ${row.operatorId}::uuid,
          ${row.operatorName}::text, ${row.address}::text, ${clock(tx)})`

/** Whether the rehearsal that this very press begins stands already. */
export const isBegun = async (ctx: Context, id: string): Promise<boolean> =>
  (await ctx.db.rehearsal.count({ where: { id } })) > 0
