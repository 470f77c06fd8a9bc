import { z } from 'zod'
import type { MailView } from '@/lib/messages/outbox/schema'
import type { Shown } from '@/lib/platform/zone-format'
import { type Choice, choicesSchema } from '../schema'

/** The public form. An answer names every shift of the week; "no" to all of them is an answer too. */
export const answerSchema = z.strictObject({
  token: z.string().min(20).max(100),
  choices: choicesSchema,
  most: z
    .int('Say a whole number of shifts.')
    .min(0, 'At least none.')
    .max(21, 'At most 21 shifts in a week.')
    .nullable(),
  note: z.string().trim().max(500, 'At most 500 characters.'),
  /** A digest of the shifts that the form showed: times that changed since are not what was answered. */
  seen: z.string().max(64).optional(),
})
export type AnswerInput = z.infer<typeof answerSchema>

/** Facts about a week that change no state. */
export const answerFacts = {
  /** A tender answered through their link. */
  'run.answered': z.strictObject({
    tender: z.uuid(),
    inTime: z.boolean(),
    yes: z.int(),
    ifNeeded: z.int(),
    no: z.int(),
    most: z.int().nullable(),
  }),
  /** Those who had not answered were reminded: how many, of them for the first time asked, and who has no usable address. */
  'run.reminded': z.strictObject({ to: z.int(), first: z.int(), without: z.int() }),
}

/** One person and what they said, of the shifts that the week has now. */
export type AnswerLine = {
  tenderId: string
  name: string
  /** `late` waits to be taken in; `unasked` has no link to the form yet. */
  kind: 'answered' | 'late' | 'silent' | 'unasked'
  at: Shown | null
  yes: number
  ifNeeded: number
  no: number
  most: number | null
  note: string
  /** Shifts whose time changed after the answer. */
  toConfirm: number
  /** Shifts that were added after it. */
  missing: number
  /** Their reminder, in words; null where there was none. */
  reminded: string | null
}

export type AnswersView = {
  lines: AnswerLine[]
  /** How many could be reminded now, and why they cannot be. */
  remind: { count: number; allowed: boolean; reason: string | null }
}

/** One person's answer in full. */
export type FullAnswer = {
  name: string
  saved: string
  counts: boolean
  most: number | null
  note: string
  shifts: { id: string; when: string; role: string; choice: Choice | null; was: string | null }[]
}

export const fullAnswerInput = z.strictObject({ runId: z.uuid(), tenderId: z.uuid() })
/** `person` chooses whose mail is shown. */
export const reminderInput = z.strictObject({ runId: z.uuid(), person: z.uuid().optional() })
export const remindInput = z.strictObject({ commandId: z.uuid(), runId: z.uuid() })

/** What a press of "Remind" would send, and to whom. */
export type ReminderView = {
  /** Why it cannot be pressed now. */
  locked: string | null
  due: { tenderId: string; name: string; first: boolean }[]
  /** Who cannot be written to, and who was reminded before. */
  without: { tenderId: string; name: string; why: string }[]
  before: { tenderId: string; name: string; words: string }[]
  /** The mail of one of them, as it will look. */
  shown: { tenderId: string; mail: MailView } | null
}
