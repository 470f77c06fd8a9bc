import { createHash } from 'node:crypto'
import { type Mail, mailSchema } from './schema'
import type { Answer } from './transport/contract'

const MINUTE_MS = 60_000

/** After this many attempts a message waits for a person. Counted before the work, so one that kills its worker ends too. */
export const MAX_ATTEMPTS = 5

/** A claim that has not called by then is free again: two minutes hold a batch whose calls are slow, not dead. */
export const CLAIM_LEASE_MS = 2 * MINUTE_MS

/** What a call's lease has over the longest that its transport may take. */
export const CALL_SLACK_MS = MINUTE_MS

/**
 * How long before the end of a provider's memory the key counts as over, in ms: lease, call and the longest life of a
 * process, with slack. Without it an attempt could outlive the window, and the model check finds the second mail.
 */
export const KEY_MARGIN_MS = 60 * MINUTE_MS

/** Wait before the next attempt, in ms: 1, 2, 4, 8 min, or longer where the provider asked for longer, 1 h at most. */
export const backoffMs = (attempt: number, askedMs = 0): number =>
  Math.min(60 * MINUTE_MS, Math.max(askedMs, MINUTE_MS * 2 ** (Math.max(1, attempt) - 1)))

export type Verdict = {
  state: 'sent' | 'queued' | 'failed' | 'unknown'
  /** Wait before the next attempt, in ms. */
  waitMs: number
  /** No call of this row can have gone through: the next one starts with a clean key. */
  clean: boolean
}

/**
 * What becomes of a row after its call.
 *
 * @param dirty an earlier call of this row may have gone through. Then "this one was refused" proves nothing about the
 *   message, and it is never called failed.
 * @param keyed the provider deduplicates, so an unanswered call may be repeated under the same key.
 */
export function verdictOf(
  answer: Answer,
  { attempt, dirty, keyed }: { attempt: number; dirty: boolean; keyed: boolean },
): Verdict {
  if (answer.kind === 'sent') return { state: 'sent', waitMs: 0, clean: false }
  const spent = attempt >= MAX_ATTEMPTS
  const clean = answer.kind === 'not_sent' && !dirty
  if (answer.kind === 'no_answer' && (!keyed || spent)) return { state: 'unknown', waitMs: 0, clean }
  if (answer.kind === 'not_sent' && (answer.permanent || spent))
    return { state: dirty ? 'unknown' : 'failed', waitMs: 0, clean }
  const waitMs = backoffMs(attempt, answer.kind === 'not_sent' ? answer.waitMs : 0)
  return { state: 'queued', waitMs, clean }
}

/**
 * An address as it is mailed: trimmed, the domain in lower case. The local part is the receiver's own affair; people are
 * told apart without its case (`normEmail` of the platform).
 */
export function normaliseAddress(address: string): string {
  const trimmed = address.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  return at < 0 ? trimmed : `${trimmed.slice(0, at)}@${trimmed.slice(at + 1).toLowerCase()}`
}

/** A person's name as a header takes it. A stray line break in a name must not keep everybody's mail from leaving. */
export const headerName = (name: string): string =>
  name
    .replace(/[\p{Cc}\u2028\u2029]+|\p{Cs}/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\p{Cs}/gu, '')

/** A row about to be born. Bytes travel as base64, because a birth is one JSON parameter of another statement. */
export type NewMessage = {
  id: string
  kind: string
  effectKey: string
  subjectMachine: string
  subjectId: string
  personId: string | null
  recipientName: string
  recipient: string
  subjectLine: string
  payload: string | null
  payloadSha: string | null
  messageId: string
  /** Why it is born let go; null when it is to be sent. */
  letGo: string | null
}

type Identity = Pick<NewMessage, 'id' | 'kind' | 'effectKey' | 'subjectMachine' | 'subjectId' | 'personId'>

/**
 * Freezes a mail: from here on its bytes, its recipient and its Message-ID are what they are.
 * @throws ZodError when an address is unusable or a header could be broken: ask `addressSchema` first.
 */
export function freeze(identity: Identity, mail: Mail): NewMessage {
  const to = { name: headerName(mail.to.name), address: normaliseAddress(mail.to.address) }
  const frozen = mailSchema.parse({ ...mail, to })
  // The schema's own key order makes the text canonical.
  const bytes = Buffer.from(JSON.stringify(frozen), 'utf8')
  return {
    ...identity,
    recipientName: frozen.to.name,
    recipient: frozen.to.address,
    subjectLine: frozen.subject,
    payload: bytes.toString('base64'),
    payloadSha: createHash('sha256').update(bytes).digest('hex'),
    messageId: `<${identity.id}@${asciiDomainOf(frozen.from.address)}>`,
    letGo: null,
  }
}

/** A row for a person who cannot or does not want to be written to: on record, with its reason, never sent. */
export function bornLetGo(
  identity: Identity,
  { name, address, subject, reason }: { name: string; address: string | null; subject: string; reason: string },
): NewMessage {
  return {
    ...identity,
    recipientName: name,
    recipient: address ?? '',
    subjectLine: subject,
    payload: null,
    payloadSha: null,
    messageId: `<${identity.id}@let-go.invalid>`,
    letGo: reason,
  }
}

/** Reads frozen bytes back. They were checked at birth, and the transports check again what they hand over. */
export const thaw = (payload: Uint8Array): Mail => JSON.parse(Buffer.from(payload).toString('utf8'))

function asciiDomainOf(address: string): string {
  const { hostname } = new URL(`http://${address.slice(address.lastIndexOf('@') + 1)}`)
  return hostname
}
