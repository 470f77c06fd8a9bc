import { z } from 'zod'

/** Nothing that could start a header line of its own, or hide in one: control characters and Unicode line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const BREAKS_A_HEADER = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

const headerText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !BREAKS_A_HEADER.test(text), 'This holds a line break or a control character.')
    .refine((text) => !/\p{Cs}/u.test(text), 'This holds half a character.')

/**
 * One mailbox, never a list and never quoted: what may stand between `<` and `>` without any escape.
 * RFC 5321 4.5.3.1 limits: 64 for the local part, 254 for the whole.
 */
export const addressSchema = z
  .string()
  .max(254)
  .regex(/^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\]]+$/u, 'This is not an e-mail address.')
  .refine((text) => !BREAKS_A_HEADER.test(text), 'This is not an e-mail address.')
  .refine((text) => !/^\.|\.\.|\.@|@\.|\.$|@-/.test(text), 'This is not an e-mail address.')

export const mailboxSchema = z.strictObject({ name: headerText(200), address: addressSchema })
export type Mailbox = z.infer<typeof mailboxSchema>

export const attachmentSchema = z.strictObject({
  filename: headerText(100).refine((name) => !/[/\\]/.test(name), 'A file name, not a path.'),
  contentType: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+(; ?[a-z]+=[A-Za-z0-9-]+)*$/),
  /** Text; every attachment of ours is one. */
  content: z.string(),
})

/** What is frozen at birth: everything a person will get, so that no later attempt can differ. */
export const mailSchema = z.strictObject({
  from: mailboxSchema,
  to: mailboxSchema,
  subject: headerText(500).min(1),
  html: z.string().min(1),
  text: z.string().min(1),
  attachments: z.array(attachmentSchema),
  /** The Date header: an instant, ISO 8601 in UTC. */
  date: z.iso.datetime(),
  /** Where the recipient stops mails of this sort by themself, with one POST and no more (RFC 8058). */
  unsubscribe: z
    .string()
    .max(500)
    .regex(/^https?:\/\/[!-;=?-~]+$/)
    .optional(),
})
export type Mail = z.infer<typeof mailSchema>

/** What a button of the Outbox sends. `seen` is the fence that its page showed: a row that moved on refuses. */
export const decisionSchema = z.strictObject({
  commandId: z.uuid(),
  rows: z
    .array(z.strictObject({ id: z.uuid(), seen: z.number().int().min(0) }))
    .min(1)
    .max(1_000),
})
export type Decision = z.infer<typeof decisionSchema>

export const letGoSchema = decisionSchema.extend({
  reason: z.string().trim().min(3, 'Say why, in at least three letters.').max(300),
})

/** What every event of a message says of it: its kind, to whom, and what it is about. */
const about = { kind: z.string(), to: z.string(), machine: z.string(), subject: z.uuid() }
const result = {
  ...about,
  provider: z.string().optional(),
  /** The transport's or the protocol's code; words for it are in labels. */
  code: z.string().nullable().optional(),
  captured: z.boolean().optional(),
  /** The result came under an older fence than the row's: evidence. */
  late: z.boolean().optional(),
}

/** Facts of the outbox. Its statements write them themselves, beside the row; tests hold what they wrote to this. */
export const messageFacts = {
  'message.queued': z.strictObject(about),
  'message.taken_back': z.strictObject(about),
  'message.sent': z.strictObject(result),
  'message.deferred': z.strictObject(result),
  'message.failed': z.strictObject(result),
  'message.unknown': z.strictObject(result),
  'message.let_go': z.strictObject(about),
  'message.retried': z.strictObject(about),
  'message.sent_again': z.strictObject(about),
  'message.arrived': z.strictObject(about),
  'restore.held': z.strictObject({ seenSeal: z.number(), databaseSeal: z.number() }),
  'restore.confirmed': z.strictObject({ epoch: z.number().int(), parked: z.number().int() }),
} satisfies Record<string, z.ZodObject>
