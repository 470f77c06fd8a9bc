import type { Context } from '@/lib/platform/context'
import { formatInstant } from '@/lib/platform/zone-format'
import { companyZone } from '@/lib/server/status'
import type { Mark } from '@/lib/timeline/labels'
import { CAPTURED, kindWord, reasonWords, STATE_WORDS } from './labels'
import { DECISIONS, type DecisionName, type MessageState } from './machine'
import { countStates, findMessage, type ListedMessage, listMessages, PAGE } from './outbox/data'
import { type HoldState, holdState } from './restore/process'
import { thaw } from './rules'
import type { Mail, OutboxInput } from './schema'

/** A time as a page shows it: in words of the company's zone, and in UTC for the hover. */
export type Shown = { text: string; utc: string }

export type OutboxRow = {
  id: string
  /** What a decision about this row must name as seen. */
  seen: number
  kind: string
  to: string
  address: string
  subject: string
  mark: Mark
  captured: boolean
  why: string | null
  /** The provider's own words, for the details. */
  detail: string | null
  queued: Shown
  /** When it goes out next, while it waits for another attempt. */
  next: Shown | null
  attempt: number
  again: number
  about: { machine: string; id: string }
  decisions: DecisionName[]
}

export type Outbox = {
  rows: OutboxRow[]
  older: string | null
  counts: Partial<Record<MessageState, number>>
  hold: HoldState
}

/** A page of the outbox, newest first. Who may read it is the caller's to ask. */
export async function loadOutbox(ctx: Context, input: OutboxInput): Promise<Outbox> {
  const [zone, listed, counts, hold] = await Promise.all([
    companyZone(ctx.db),
    listMessages(ctx.db, input),
    countStates(ctx.db, input.subject ? { subjectId: input.subject } : {}),
    holdState(ctx),
  ])
  const rows = listed.slice(0, PAGE).map((message) => rowOf(message, zone))
  return { rows, older: listed.length > PAGE ? (rows.at(-1)?.id ?? null) : null, counts, hold }
}

export type OutboxMessage = OutboxRow & {
  /** Everything as it was, or will be, sent; null where there was never anything to send. */
  mail: Mail | null
  messageId: string
  provider: string | null
  providerId: string | null
  settled: Shown | null
  attempts: { at: Shown; outcome: string; provider: string | null; evidence: string | null; attempt: number }[]
}

/** One message as it was sent, with its attempts; null when it is not there. */
export async function loadMessage(ctx: Context, id: string): Promise<OutboxMessage | null> {
  const [zone, found] = await Promise.all([companyZone(ctx.db), findMessage(ctx.db, id)])
  if (!found) return null
  const { message, attempts } = found
  return {
    ...rowOf(message, zone),
    mail: message.payload ? thaw(message.payload) : null,
    messageId: message.messageId,
    provider: message.provider,
    providerId: message.providerMsgId,
    settled: message.settledAt && shown(zone, message.settledAt),
    attempts: attempts.map(({ at, outcome, provider, evidence, code, attempt }) => ({
      at: shown(zone, at),
      outcome,
      provider,
      evidence: evidence ?? code,
      attempt,
    })),
  }
}

const shown = (zone: string, at: Date): Shown => ({
  text: formatInstant(zone, at, 'dayTime'),
  utc: formatInstant('UTC', at, 'stamp'),
})

function rowOf(message: ListedMessage, zone: string): OutboxRow {
  const state = message.state as MessageState
  return {
    id: message.id,
    seen: Number(message.fence),
    kind: kindWord(message.kind),
    to: message.recipientName,
    address: message.recipient,
    subject: message.subjectLine,
    mark: message.captured ? CAPTURED : STATE_WORDS[state],
    captured: message.captured,
    why: reasonWords(message.reason),
    detail: message.lastError,
    queued: shown(zone, message.queuedAt),
    next: state === 'queued' && message.notBefore ? shown(zone, message.notBefore) : null,
    attempt: message.attempt,
    again: message.again,
    about: { machine: message.subjectMachine, id: message.subjectId },
    decisions: (Object.keys(DECISIONS) as DecisionName[]).filter((name) =>
      (DECISIONS[name].from as readonly MessageState[]).includes(state),
    ),
  }
}
