import { z } from 'zod'
import type { Facts } from '@/lib/engine/audit'
import { clockTime, settingsSchema } from '../schema'

const EMAIL = 'This is not an e-mail address. Write one such as rosa@example.org, or leave it empty.'
const line = (what: string, most: number) =>
  z
    .string()
    .trim()
    .min(1, `Give ${what}.`)
    .max(most, `Use at most ${most} characters for ${what}.`)
    .regex(
      /^[^\r\n\u0085\u2028\u2029]*$/u,
      `Write ${what.replace(/^a /, 'the ')} on one line: it goes over more than one.`,
    )
    .regex(/^\P{Cc}*$/u, 'This holds a character that cannot be seen. Type it anew.')

/** The row as the page showed it: a change over one that has moved on since is refused. */
const seen = z.string().length(32).nullable()
const commandId = z.uuid()
const seats = z.int('Give a whole number of seats.').max(99, 'At most 99 seats.')

/** `tenderId` null adds one. An empty address is none: the person works shifts and gets no mail. */
export const tenderInput = z.strictObject({
  commandId,
  rosterId: z.uuid(),
  tenderId: z.uuid().nullable(),
  seen,
  name: line('a name', 80),
  email: z
    .string()
    .trim()
    .max(254, EMAIL)
    .refine((text) => text === '' || z.email().safeParse(text).success, EMAIL),
  keyHolder: z.boolean(),
})
export type TenderInput = z.infer<typeof tenderInput>
export const activeInput = z.strictObject({ commandId, id: z.uuid(), active: z.boolean() })

/** `templateId` null adds one to the weekly pattern. */
export const templateInput = z.strictObject({
  commandId,
  rosterId: z.uuid(),
  templateId: z.uuid().nullable(),
  seen,
  weekday: z.int().min(1, 'Choose a day.').max(7, 'Choose a day.'),
  startTime: clockTime,
  endTime: clockTime,
  role: line('what is done in the shift', 40),
  minSeats: seats.min(0, 'At least no seat.'),
  targetSeats: seats.min(1, 'At least one seat.'),
  keyWanted: z.boolean(),
})
export type TemplateInput = z.infer<typeof templateInput>

/** `rosterId` null makes one. */
export const rosterInput = z.strictObject({
  commandId,
  rosterId: z.uuid().nullable(),
  seen,
  name: line('a name', 60),
  zone: z
    .string()
    .trim()
    .min(1, 'Give a time zone, such as Europe/London.')
    .max(60, 'No time zone has so long a name.'),
  settings: settingsSchema,
})
export type RosterInput = z.infer<typeof rosterInput>

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()])
const changes = z.strictObject({
  name: z.string(),
  before: z.record(z.string(), plain),
  after: z.record(z.string(), plain),
})
const named = z.strictObject({ name: z.string() })

/** What is recorded of the standing data of a roster. None of it moves a state, so none has a version. */
export const peopleFacts = {
  'tender.added': named,
  'tender.changed': changes,
  'tender.deactivated': named,
  'tender.reactivated': named,
  'shift_template.added': named,
  'shift_template.changed': changes,
  'shift_template.retired': named,
  'shift_template.restored': named,
  'roster.added': named,
  'roster.changed': changes,
} satisfies Facts
