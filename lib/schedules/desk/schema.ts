import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { Mark } from '@/lib/timeline/labels'
import { checkId } from '../rules'
import type { FireCell } from '../trial/schema'

/** What the list can be narrowed to. */
export const SHOWS = ['active', 'paused', 'silent', 'failed'] as const
export type Show = (typeof SHOWS)[number]

/** The id of a schedule; what is none is refused with the sentence that its owner would get. */
const idText = z
  .string()
  .max(400)
  .superRefine((id, check) => {
    const fault = checkId(id)
    if (fault) check.addIssue({ code: 'custom', message: fault.sentence })
  })

/** What the address of the page may say. `cursor` is the last id of the page before, `before` the time of the last run above. */
export const schedulesSchema = z.strictObject({
  id: idText.optional(),
  /** Part of a name or an id. */
  q: z.string().trim().max(100).optional(),
  state: z.enum(SHOWS, 'The state in this address is not one that schedules have.').optional(),
  cursor: idText.optional(),
  before: z.iso.datetime('The time in this address cannot be read.').optional(),
})
export type SchedulesInput = z.infer<typeof schedulesSchema>

const press = { commandId: z.uuid(), id: idText }
const versioned = { ...press, version: z.int().min(0) }

export const pauseSchema = z.strictObject({ ...versioned, reason: z.string().max(5_000) })
export const resumeSchema = z.strictObject(versioned)
export const fireSchema = z.strictObject(press)
export const reconcileSchema = z.strictObject({ commandId: z.uuid(), dryRun: z.boolean() })

export type ScheduleLine = {
  /** Its owner's id. */
  key: string
  name: string
  when: string
  zone: string
  next: Shown | null
  last: (Shown & { says: string }) | null
  mark: Mark
}

/** One row of the ledger. */
export type RunLine = {
  key: string
  at: Shown
  /** How many times in a row it stands for, and until when; null for one. */
  until: { count: number; at: Shown } | null
  mark: Mark
  /** What the handler said, or why nothing was done. */
  says: string
  /** '20 s late'; '' where lateness means nothing. */
  late: string
  /** '1.4 s'; '' where nothing ran. */
  took: string
  /** Who fired it, where it was somebody. */
  by: string | null
}

/** A button of the page: why it may not be pressed, or null. */
export type Lock = string | null

export type PickedSchedule = {
  id: string
  key: string
  version: number
  name: string
  cron: string
  zone: string
  when: string
  mark: Mark
  terms: { name: string; says: string }[]
  paused: { reason: string; by: string; at: Shown } | null
  /** Why it is not as it should be, and what to do. */
  trouble: { mark: Mark; title: string; text: string } | null
  cells: FireCell[]
  notes: string[]
  runs: RunLine[]
  /** The time of the last run, where there are older ones. */
  older: string | null
  isPaused: boolean
  locks: { pause: Lock; resume: Lock; fire: Lock }
  /** What pressing means, asked before it is done. */
  asks: { resume: string; fire: string }
}

export type SchedulesView = {
  /** When it was read, by the database's clock. */
  at: string
  sentence: string
  /** How many match, before the list is cut into pages. */
  total: number
  lines: ScheduleLine[]
  /** The id after which the next page begins, where there is one. */
  more: string | null
  picked: PickedSchedule | null
  /** An id was asked for that is not kept. */
  lost: string | null
  /** Next times that new zone data move, or nothing. */
  moving: { title: string; lines: string[] } | null
  /** Something is at work: look again soon. */
  inFlight: boolean
  locks: { reconcile: Lock }
}

/** What reconcile found, by feature, in words. */
export type ReconcileView = {
  at: Shown
  dryRun: boolean
  /** 'One to take away, two to bring back.' */
  sentence: string
  /** Something is to be done: the button that does it is shown. */
  todo: number
  features: {
    feature: string
    /** `stuck`: it could not be done. `seen`: it is left as it is. */
    lines: { key: string; mark: Mark; id: string; says: string; role: 'todo' | 'seen' | 'stuck' }[]
  }[]
}
