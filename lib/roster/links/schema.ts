import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'
import type { Shown } from '@/lib/platform/zone-format'
import { NOTE_MAX } from '../swaps/schema'

/** What a tender's own link opens: their page, their calendar feed, or the end of their mails. */
export const linkKind = z.enum(['page', 'calendar', 'mail'])
export type LinkKind = z.infer<typeof linkKind>

/** A token as it comes from outside: anything that can be hashed, and nothing longer. */
export const linkToken = z.string().min(20).max(100)

/** The desk's buttons about a tender's link. */
export const tenderLinkInput = z.strictObject({ commandId: z.uuid(), tenderId: z.uuid(), kind: linkKind })
export const pageLinkInput = tenderLinkInput.extend({ kind: z.literal('page') })

const press = { commandId: z.uuid(), token: linkToken }
const swap = { ...press, swapId: z.uuid(), version: z.int32().nonnegative() }

/** The buttons of a tender's own page: the token says who presses. */
export const ownPressInput = z.strictObject(press)
export const ownSwapInput = z.strictObject(swap)
export const askInput = z.strictObject({
  ...press,
  shiftId: z.uuid(),
  note: z.string().trim().max(NOTE_MAX, `At most ${NOTE_MAX} characters.`),
})
export const ownMailsInput = z.strictObject({ ...press, stops: z.boolean() })

/** A shift of a tender, as their own page shows it. Times are in words, in the roster's zone. */
export type HeldShift = {
  id: string
  when: string
  role: string
  /** Who works it with them. */
  others: string[]
  /** Their request to give it away, while it is open. */
  swap: { id: string; version: number; note: string; taker: string | null } | null
  /** Why it cannot be given away, or null. */
  locked: string | null
}

/** A shift that somebody else wants to give away. */
export type WantedShift = {
  swapId: string
  version: number
  when: string
  role: string
  from: string
  note: string
  /** They offered to take it. */
  offered: boolean
  /** Why they cannot take it, or null. */
  why: string | null
}

/** A tender's own page. */
export type TenderPage = {
  roster: string
  zone: string
  /** The tender's first name. */
  name: string
  shifts: HeldShift[]
  wanted: WantedShift[]
  /** The form that is open, where they are asked. */
  form: { url: string; week: string; until: Shown; answered: boolean } | null
  /** Shifts worked in the last 26 weeks. */
  worked: number
  /** The address of their calendar feed, or null where there is none. */
  calendar: string | null
  /** They stopped their mails. */
  stopped: boolean
}

const link = z.strictObject({ name: z.string(), link: linkKind })

/** What is recorded of a tender's links. */
export const linkFacts = {
  /** The link opens nothing any more, and no other took its place. */
  'tender.link_revoked': link,
  /** A new link took the place of the old one, which opens nothing any more. */
  'tender.link_renewed': link,
} satisfies Facts
