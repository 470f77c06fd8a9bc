import type { Answer } from '../../answers/rules'
import type { Seat, Week, WeekShift, WeekTender } from '../../schema'
import type { StepName } from '../schema'

/** What a step does one after the other. Each part finds what an earlier press of it did. */
export const PARTS = {
  open: ['move', 'deliver', 'answer'],
  extend: ['move', 'deliver', 'answer'],
  close: ['move', 'late'],
  generate: ['move'],
  reopen: ['move', 'deliver'],
  regenerate: ['change', 'close', 'generate', 'regenerate'],
  approve: ['move'],
  send: ['queue', 'deliver', 'settle'],
} as const satisfies Record<StepName, readonly string[]>
export type PartName = (typeof PARTS)[StepName][number]

/** A move of the scratch week, as its event has it. */
export type Move = {
  version: number
  type: string
  edge: string
  actorKind: string
  actorName: string
  data: Record<string, unknown>
  at: Date
}

export type LeaseHeld = { kind: string; outcome: string | null; ms: number }

export type MailRow = {
  kind: string
  /** Of an invitation: the version of the week that wrote it. */
  version: number | null
  personId: string | null
  state: string
  captured: boolean
  /** Born let go otherwise: there is nothing to send. */
  bytes: boolean
  /** Why it was not sent, as a sentence. */
  why: string | null
  /** It waits for its time before it is tried again. */
  notBefore: Date | null
}

/** Everything that a step is judged by, as the database has it. */
export type Facts = {
  step: StepName
  now: Date
  /** The operator's. */
  address: string
  /** When the step began. */
  beganAt: Date
  week: Week
  shifts: WeekShift[]
  tenders: WeekTender[]
  seats: Seat[]
  answers: Answer[]
  /** Who is to have answered once the step is done. */
  due: string[]
  moves: Move[]
  leases: LeaseHeld[]
  mails: MailRow[]
  /** Each address that a mail of the rehearsal names, as the columns and as the frozen bytes have them. */
  addressed: string[]
  /** Mails of other subjects that were written by this step, or to a person of the copy. */
  strays: number
  /** Nothing leaves: a restored backup is not confirmed yet. */
  held: boolean
}

export type Found = { text: string; expected: string; found: string; ok: boolean }

/** One thing to check, from that part of the step on. Null: nothing to check here. */
export type Spec = { name: string; after: PartName; judge(facts: Facts): Found | null }
