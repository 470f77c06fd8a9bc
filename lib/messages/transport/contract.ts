import type { Mail } from '../schema'

/** One mail on its way out. The same row always gives the same envelope, byte for byte. */
export type Envelope = {
  /** The row's id: the idempotency key where the provider takes one, and the seed of the MIME boundary. */
  id: string
  /** With angle brackets; fixed at birth, so that a receiver who compares can drop a repeat. */
  messageId: string
  mail: Mail
}

/** `providerId` is the provider's own name for the mail, or the last words of the SMTP server. */
export type Sent = { kind: 'sent'; providerId: string | null }

/**
 * Surely not sent: the text never left, or the other side said no to it.
 * `permanent`: the same mail would be refused again. `service`: nothing is wrong with this mail, the provider is not
 * to be had, so the others need not try either. `recipient`: it is this address that takes no mail, whatever the mail.
 * `waitMs`: how long the provider asked us to wait.
 */
export type NotSent = {
  kind: 'not_sent'
  permanent: boolean
  service: boolean
  recipient?: boolean
  code: string
  detail: string
  waitMs?: number
}

/** It may have been sent. Only a provider that deduplicates may be asked again. */
export type NoAnswer = { kind: 'no_answer'; code: string; detail: string }

export type Answer = Sent | NotSent | NoAnswer

/** One way out. `send` makes one attempt to one recipient and never throws. */
export type Transport = {
  readonly name: 'smtp' | 'resend' | 'capture'
  /** How long the provider remembers a key, in ms; null where it does not deduplicate. */
  readonly keyWindowMs: number | null
  /** No call outlives this, in ms: the lease of a call is longer. */
  readonly callMs: number
  send(envelope: Envelope): Promise<Answer>
  /** Lets idle connections go. */
  close(): void
}
