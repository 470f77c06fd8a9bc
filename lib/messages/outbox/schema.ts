import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { Mark } from '@/lib/timeline/labels'
import type { DecisionName, MessageState } from '../machine'

/** What the list can be narrowed to: states as people ask for them. `waiting` is what needs a decision. */
export const SHOWS = ['waiting', 'queued', 'moving', 'sent', 'captured', 'failed', 'unknown', 'let_go'] as const
export type Show = (typeof SHOWS)[number]

const unknown = (what: string) => `${what} in this address is not one that the Outbox has.`

/** What the address of the Outbox may say. `cursor` is the last row's id of the page above. */
export const outboxSchema = z.strictObject({
  state: z.enum(SHOWS, unknown('The state')).optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/, unknown('The kind'))
    .optional(),
  /** What it is about: the id of a week. */
  subject: z.uuid(unknown('The subject')).optional(),
  /** Part of a recipient's name or address. */
  to: z.string().trim().max(100).optional(),
  cursor: z.uuid(unknown('The place')).optional(),
})
export type OutboxInput = z.infer<typeof outboxSchema>

export const messageIdInput = z.strictObject({ messageId: z.uuid() })

export const confirmInput = z.strictObject({ commandId: z.uuid() })

/** What a decision about a row must name: the row, and the fence that the page showed. */
export type RowRef = { id: string; seen: number; to: string }

export type OutboxRow = RowRef & {
  address: string
  kind: string
  subject: string
  state: MessageState
  mark: Mark
  captured: boolean
  why: string | null
  queued: Shown
  settled: Shown | null
  /** When it goes out next, while it waits for another attempt. */
  next: Shown | null
  about: { name: string; href: string | null }
  decisions: DecisionName[]
}

/** Messages about one subject that wait for the same decision, at most 1,000 over all groups. */
export type WaitingGroup = {
  key: string
  state: 'failed' | 'unknown'
  title: string
  about: OutboxRow['about']
  why: string[]
  rows: RowRef[]
  decisions: DecisionName[]
}

/** Everything that leaves is on hold: this database is behind what was seen. `seen` is null where the mark is unreadable. */
export type Hold = { since: Shown; seen: number | null; database: number; underWay: number }

export type OutboxView = {
  /** The server's instant, ISO. */
  at: string
  rows: OutboxRow[]
  /** Where the next page begins. */
  older: string | null
  /** Within the filters apart from the state. */
  counts: Partial<Record<MessageState, number>>
  waiting: WaitingGroup[]
  /** How many wait beyond those in the groups. */
  waitingMore: number
  inFlight: boolean
  hold: Hold | null
}

export type AttemptView = {
  key: string
  at: Shown
  mark: Mark
  says: string
  by: string | null
  evidence: string | null
}

/** A message's own page, apart from its bytes, which never change. */
export type MessageView = OutboxRow & {
  at: string
  standing: string
  messageId: string
  provider: string | null
  providerId: string | null
  /** How often it was sent again at own risk. */
  again: number
  attempts: AttemptView[]
  hold: boolean
}

export type CalendarEntry = { key: string; summary: string; when: string; note: string }

/** Everything as it was, or will be, sent. */
export type MailView = {
  from: string
  to: string
  subject: string
  date: Shown
  html: string
  text: string
  /** `entries` where the file is a calendar that can be read. */
  attachments: { filename: string; contentType: string; content: string; entries: CalendarEntry[] }[]
}

/** What came of one row of a decision: `now` is where the message stands, null where it is gone. */
export type RowResult = {
  id: string
  to: string | null
  done: boolean
  now: MessageState | 'captured' | null
  says: string
}
export type DecidedValue = { rows: RowResult[] }
