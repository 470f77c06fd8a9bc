import { findCommand } from '@/lib/engine/audit'
import { type Context, inTransaction } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import { hasRoster, holdRoster } from '../people/data'
import { type Answer, GONE } from '../people/process'
import * as data from './data'
import { faultOfRule, written } from './rules'
import type { AddRule, RemoveRule, TenderRule } from './schema'

const nameOf = (people: readonly data.Person[]) => (id: string) => people.find((one) => one.id === id)?.name ?? ''

/** Adds a standing rule. A repeat of the same press finds what the first did, also after the rule was removed again. */
export async function addRule(ctx: Context, { commandId, rosterId, ...pair }: AddRule): Promise<Answer> {
  const rule: TenderRule = { id: deriveId('tender_rule', commandId), ...written(pair) }
  return inTransaction(ctx, async (tx) => {
    if (!(await holdRoster(tx, rosterId))) return GONE
    if (await findCommand(tx, 'tender_rule', rule.id, commandId)) return { ok: true, id: rule.id }
    const people = await data.listPeople(tx, rosterId)
    const standing = await data.listRules(tx, rosterId)
    const fault = faultOfRule(pair, standing, new Map(people.map((person) => [person.id, person])))
    if (fault) return { ok: false, ...fault }
    const name = nameOf(people)
    await data.insertRule(tx, rule, {
      roster: rosterId,
      name: name(rule.tenderId),
      other: name(rule.otherId),
      commandId,
    })
    return { ok: true, id: rule.id }
  })
}

/** Removes a rule. Weeks that are generated keep their rosters until somebody regenerates. */
export async function removeRule(ctx: Context, { commandId, rosterId, id }: RemoveRule): Promise<Answer> {
  if (!(await hasRoster(ctx, rosterId))) return GONE
  const rule = (await data.listRules(ctx, rosterId)).find((one) => one.id === id)
  const name = nameOf(await data.listPeople(ctx, rosterId))
  const named = rule && { roster: rosterId, name: name(rule.tenderId), other: name(rule.otherId), commandId }
  if (rule && named && (await data.deleteRule(ctx, rule, named))) return { ok: true, id }
  return (await findCommand(ctx, 'tender_rule', id, commandId)) ? { ok: true, id } : GONE
}
