import { z } from 'zod'
import type { SpecField } from '../schema'

const text = (max: number) => z.string().max(max).optional()

/** A cron as somebody tries it: everything as it was typed, since what is wrong is told beside its field. */
export const trialSchema = z.strictObject({
  cron: text(2_000),
  zone: text(200),
  /** Seconds. */
  jitter: text(40),
  /** Of an hour that the clocks repeat: 'first' or 'both'. */
  repeats: text(40),
})
export type TrialInput = z.infer<typeof trialSchema>

/** One of the next times, or a stretch of them that the clocks leave out. */
export type FireCell = {
  key: string
  /** 'Mon 5 Oct', with its year where that is not this one */
  day: string
  /** '07:05', or '02:00 to 02:59' where they are left out */
  time: string
  /** 'AEDT'; '' for what is left out */
  letters: string
  /** null for what is left out: it has no instant */
  iso: string | null
  /** What the clocks do to it; '' for most. */
  says: string
}

/** What the next times are, in words and as cells. */
export type Upcoming = {
  /** '07:05 on weekdays' */
  sentence: string
  cells: FireCell[]
  notes: string[]
}

export type Trial =
  | ({ ok: true; zone: string } & Upcoming)
  | { ok: false; field: SpecField; sentence: string }
  /** No cron was typed yet. */
  | null

/** What the page shows of a trial. `at` is the server's instant. */
export type TrialView = { at: string; input: Required<{ [K in keyof TrialInput]: string }>; trial: Trial }
