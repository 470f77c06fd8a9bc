import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'
import type { WaitingGroup } from '@/lib/messages/outbox/schema'
import type { Shown } from '@/lib/platform/zone-format'
import type { Mark } from '@/lib/timeline/labels'

/** The eight steps, in the order in which they are taken. The database holds the same list. */
export const STEPS = ['open', 'extend', 'close', 'generate', 'reopen', 'regenerate', 'approve', 'send'] as const
export type StepName = (typeof STEPS)[number]
export const stepName = z.enum(STEPS)

// What the buttons send.

export const beginSchema = z.strictObject({ commandId: z.uuid(), rosterId: z.uuid() })
export const stepSchema = z.strictObject({ commandId: z.uuid(), rehearsalId: z.uuid(), step: stepName })
export const signSchema = z.strictObject({
  commandId: z.uuid(),
  rehearsalId: z.uuid(),
  name: z.string().trim().min(1, 'Type your name.').max(200, 'A name has at most 200 characters.'),
})
export const stopSchema = z.strictObject({ commandId: z.uuid(), rehearsalId: z.uuid() })
export const rehearsalIdSchema = z.strictObject({ rehearsalId: z.uuid() })
/** What a person decides about mails of the rehearsal that failed or whose fate is unknown. */
export const mailsSchema = z.strictObject({
  commandId: z.uuid(),
  rehearsalId: z.uuid(),
  decision: z.enum(['retry', 'sendAgain', 'itArrived', 'letGo']),
  rows: z
    .array(z.strictObject({ id: z.uuid(), seen: z.int().nonnegative() }))
    .min(1)
    .max(1000),
})
export type MailsInput = z.infer<typeof mailsSchema>

// What the verbs answer. Each refusal brings its sentence.

export type RefusalReason =
  | 'not_found'
  | 'not_a_person'
  | 'no_address'
  | 'no_roster'
  | 'no_tenders'
  | 'nobody_to_mail'
  | 'no_pattern'
  | 'one_is_open'
  | 'stopped'
  | 'signed'
  | 'other_build'
  | 'step_before'
  | 'step_failed'
  | 'not_begun'
  | 'held'
  | 'moved_on'
  | 'not_all_passed'
  | 'other_name'
  | 'second_person'
/** `rehearsalId`: the rehearsal that is in the way, to link to. */
export type Refusal = { ok: false; reason: RefusalReason; text: string; rehearsalId?: string }
export type Begun = { ok: true; id: string } | Refusal
/**
 * A step that was pressed. `running`: mails are still leaving, or somebody else's press is at it; press again to go on.
 * `failed`: a check found something else than it must, or the step could not be taken; the step says what to do.
 */
export type Taken = { ok: true; step: StepName; state: 'done' | 'running' | 'failed'; text: string } | Refusal
export type Ended = { ok: true; text: string } | Refusal

// What the pages show.

/** `ok` null: still being checked. */
export type Check = { name: string; text: string; expected: string; found: string; ok: boolean | null }

export type StepView = {
  /** From 1. */
  number: number
  name: StepName
  title: string
  /** What it does. */
  text: string
  /** `running`: begun and neither passed nor failed; it goes on when it is pressed again. `now`: the next to press. */
  state: 'done' | 'running' | 'failed' | 'now' | 'todo'
  checks: Check[]
  began: Shown | null
  ended: Shown | null
  /** Of its mails, while the step goes on. */
  progress: { done: number; total: number } | null
  /** Failed: what to do. */
  help: string | null
}

/** `ready`: all eight passed, not signed yet. */
export type RehearsalStatus = 'open' | 'ready' | 'signed' | 'stopped'

export type InboxRow = { id: string; subject: string; to: string; kind: string; state: Mark; at: Shown }

export type RehearsalView = {
  id: string
  /** The server's instant, ISO. */
  at: string
  runId: string
  rosterName: string
  zone: string
  /** 'Rehearsal of The Anchor' */
  title: string
  /** 'Week of 14 December' */
  weekTitle: string
  operator: string
  address: string
  build: string
  isThisBuild: boolean
  status: RehearsalStatus
  began: Shown
  ended: Shown | null
  signedName: string | null
  steps: StepView[]
  /** The step that can be pressed: to take it, to go on with it, or to check it again. */
  next: StepName | null
  /** Why no step can be taken, as a sentence: the server runs another build by now. */
  locked: string | null
  /** Until when a lease of the scratch week or of its mails holds, as a sentence. */
  lease: string | null
  /** Something goes on by itself now: poll fast. */
  inFlight: boolean
  /** The newest mails, at most 100. */
  inbox: InboxRow[]
  inboxCount: number
  /** Recipients other than the operator: must be 0. */
  others: number
  /** Mails that wait for a decision of the operator (`decideMails`). */
  waiting: WaitingGroup[]
}

export type RehearsalLine = {
  id: string
  title: string
  status: RehearsalStatus
  began: Shown
  ended: Shown | null
  operator: string
  /** How many of the eight steps have passed. */
  passed: number
}

/** Cheap enough to poll: whatever the page shows has changed when `stamp` has. */
export type RehearsalStamp = { id: string; stamp: string; status: RehearsalStatus; inFlight: boolean }

/** A roster that can be rehearsed, or why not. */
export type RosterChoice = { id: string; name: string; tenders: number; shifts: number; reason: string | null }

/** What stands behind the name of the copy that a rehearsal plays on. */
export const COPY_SUFFIX = ' (rehearsal)'

/** What is recorded of a rehearsal beside the moves of its scratch week. */
export const rehearsalFacts = {
  'rehearsal.began': z.strictObject({ roster: z.uuid(), name: z.string(), week: z.iso.date(), build: z.string() }),
  'rehearsal.step_passed': z.strictObject({ step: stepName, checks: z.int() }),
  'rehearsal.step_failed': z.strictObject({ step: stepName, check: z.string(), found: z.string() }),
  'rehearsal.signed': z.strictObject({ name: z.string(), build: z.string() }),
  'rehearsal.stopped': z.strictObject({ passed: z.int() }),
} satisfies Facts
