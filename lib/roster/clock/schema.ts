import { z } from 'zod'

/** What the clock records about a week without moving it. */
export const clockFacts = {
  /** The operators were told once that the deadline has passed. */
  'run.nudged_collecting': z.strictObject({ to: z.int() }),
  /** The operators were told once that an approved week is not sent. */
  'run.nudged_unsent': z.strictObject({ to: z.int() }),
  /** The week is over and its schedule never went out. */
  'run.ended_unsent': z.strictObject({ state: z.string() }),
}
