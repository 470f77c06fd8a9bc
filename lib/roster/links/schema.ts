import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'

/** What a tender's own link opens: their page, their calendar feed, or the end of their mails. */
export const linkKind = z.enum(['page', 'calendar', 'mail'])
export type LinkKind = z.infer<typeof linkKind>

/** A token as it comes from outside: anything that can be hashed, and nothing longer. */
export const linkToken = z.string().min(20).max(100)

/** The desk's buttons about a tender's link. */
export const tenderLinkInput = z.strictObject({ commandId: z.uuid(), tenderId: z.uuid(), kind: linkKind })

const link = z.strictObject({ name: z.string(), link: linkKind })

/** What is recorded of a tender's links. */
export const linkFacts = {
  /** The link opens nothing any more, and no other took its place. */
  'tender.link_revoked': link,
  /** A new link took the place of the old one, which opens nothing any more. */
  'tender.link_renewed': link,
} satisfies Facts
