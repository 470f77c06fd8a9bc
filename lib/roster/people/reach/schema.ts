import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'
import { linkToken } from '../../links/schema'

/** The operator notes that mails to a tender come back. */
export const bouncedInput = z.strictObject({
  commandId: z.uuid(),
  id: z.uuid(),
  why: z
    .string()
    .trim()
    .min(3, 'Say how it shows, in at least three letters.')
    .max(300, 'Use at most 300 characters.')
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'This is one line, without control characters.'),
})
export const reachableInput = z.strictObject({ commandId: z.uuid(), id: z.uuid() })

/** A tender's own button: whether their mails stop or come again. */
export const stopInput = z.strictObject({ token: linkToken, stops: z.boolean() })

const named = z.strictObject({ name: z.string() })

/** What is recorded of whether mails reach a tender. */
export const reachFacts = {
  /** By the tender, through their own link. */
  'tender.unsubscribed': named,
  'tender.resubscribed': named,
  /** A mail server refused the address for good, or the operator said that mails come back. */
  'tender.bounced': named.extend({ why: z.string() }),
  'tender.reachable': named,
} satisfies Facts
