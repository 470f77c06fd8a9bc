import type { Mark } from '@/lib/timeline/labels'
import type { MessageState } from '../machine'
import type { OutboxRow, WaitingGroup } from '../outbox/schema'

/** How many messages of one kind stand in one state. */
export type RehearsalCount = {
  kind: string
  /** The kind in words. */
  label: string
  state: MessageState
  captured: boolean
  mark: Mark
  count: number
}

/** The messages of one rehearsal, as its pages show them and its checks judge them. */
export type RehearsalMails = {
  /** The server's instant, ISO. */
  at: string
  /** The newest, at most 100. */
  rows: OutboxRow[]
  /** How many there are beyond those. */
  more: number
  counts: RehearsalCount[]
  /** Everybody whom one of them is addressed to, as the mail server would be told: each address once. */
  recipients: string[]
  /** What waits for a decision of the operator. */
  waiting: WaitingGroup[]
  inFlight: boolean
  /** Nothing leaves: the database is older than what was seen, and nobody has confirmed it yet. */
  held: boolean
}
