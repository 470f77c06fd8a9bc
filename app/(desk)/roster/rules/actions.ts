'use server'

import { savedOf } from '@/app/(desk)/roster/answer'
import { REMOVED } from '@/lib/roster/pairs/labels'
import { addRule, removeRule } from '@/lib/roster/pairs/process'
import { addRuleInput, removeRuleInput } from '@/lib/roster/pairs/schema'
import { action } from '@/lib/server/action'

const permission = 'roster.operate' as const

export const addTenderRule = action({ name: 'addTenderRule', permission, input: addRuleInput }, async (ctx, input) =>
  savedOf(await addRule(ctx, input), 'The rule holds from the next generate on.'),
)

export const removeTenderRule = action(
  { name: 'removeTenderRule', permission, input: removeRuleInput },
  async (ctx, input) => savedOf(await removeRule(ctx, input), REMOVED),
)
