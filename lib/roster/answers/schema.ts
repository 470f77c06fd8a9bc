import { z } from 'zod'
import { choicesSchema } from '../schema'

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
}
