import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'

/** `apart`: two tenders never share a shift. `mentor`: the first works only beside one of their mentors, the second. */
export const ruleKind = z.enum(['apart', 'mentor'])
export type RuleKind = z.infer<typeof ruleKind>

/** A standing rule between two tenders. */
export type TenderRule = { id: string; kind: RuleKind; tenderId: string; otherId: string }

const who = (words: string) => z.uuid(words)

export const addRuleInput = z.strictObject({
  commandId: z.uuid(),
  rosterId: z.uuid(),
  kind: ruleKind,
  tenderId: who('Choose a tender from the list.'),
  otherId: who('Choose a tender from the list.'),
})
export type AddRule = z.infer<typeof addRuleInput>
export const removeRuleInput = z.strictObject({ commandId: z.uuid(), rosterId: z.uuid(), id: z.uuid() })
export type RemoveRule = z.infer<typeof removeRuleInput>

/** A rule by the names that its people had: the record outlives the rule. */
const named = z.strictObject({ roster: z.uuid(), kind: ruleKind, name: z.string(), other: z.string() })
export const pairFacts = { 'tender_rule.added': named, 'tender_rule.removed': named } satisfies Facts
