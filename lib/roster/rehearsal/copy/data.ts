import type { Context } from '@/lib/platform/context'
import type { RuleKind } from '../../pairs/schema'
import type { Copy, Original } from './schema'

/** A real roster, or null where there is none of this id. */
export async function readOriginal(ctx: Context, rosterId: string): Promise<Original | null> {
  const isActive = { where: { active: true }, orderBy: { id: 'asc' as const } }
  const found = await ctx.db.roster.findFirst({
    where: { id: rosterId, rehearsalOf: null },
    include: { tenders: isActive, templates: isActive, rules: { orderBy: { id: 'asc' } } },
  })
  if (!found) return null
  const active = new Set(found.tenders.map(({ id }) => id))
  const rules = found.rules.filter(({ tenderId, otherId }) => active.has(tenderId) && active.has(otherId))
  return { ...found, rules: rules.map((rule) => ({ ...rule, kind: rule.kind as RuleKind })) }
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

export const insertRehearsal = (tx: Context, row: NewRehearsal): Promise<unknown> =>
  tx.db.rehearsal.create({ data: { ...row, beganAt: tx.now() } })

/** Whether the rehearsal that this very press begins stands already. */
export const isBegun = async (ctx: Context, id: string): Promise<boolean> =>
  (await ctx.db.rehearsal.count({ where: { id } })) > 0
