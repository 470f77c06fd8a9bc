import type { Context } from '@/lib/platform/context'
import { listPeople, listRules } from './data'
import { type RuleLine, ruleLines } from './labels'

export type RulesView = {
  lines: RuleLine[]
  /** Who can be named in a rule. */
  people: { id: string; name: string }[]
}

/** The standing rules of a roster in words. */
export async function loadRules(ctx: Context, rosterId: string): Promise<RulesView> {
  const [rules, people] = await Promise.all([listRules(ctx, rosterId), listPeople(ctx, rosterId)])
  return {
    lines: ruleLines(rules, people),
    people: people.filter(({ active }) => active).map(({ id, name }) => ({ id, name })),
  }
}
