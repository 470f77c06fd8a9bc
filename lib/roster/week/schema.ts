import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { AnswersView } from '../answers/schema'
import type { GridPerson } from '../grid/rules'
import type { RunEdge, RunState } from '../machine'
import { momentSchema, moveSchema } from '../schema'
import type { OwnShift } from '../shifts/rules'

/** A deadline as it is typed: wall clock in the roster's zone. Which instant that is, the server finds. */
export const deadlineInput = moveSchema.extend({
  local: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Choose a day and a time.'),
})

/** What a week does otherwise than its roster. `null` takes the roster's own moment. */
export const weekSettingsInput = moveSchema.extend({
  autopilot: z.boolean(),
  opens: momentSchema.nullable(),
  closes: momentSchema.nullable(),
  generates: momentSchema.nullable(),
  sendBy: momentSchema.nullable(),
})
export type WeekSettings = Omit<z.infer<typeof weekSettingsInput>, 'commandId' | 'runId' | 'version'>

export const weekIdInput = z.strictObject({ runId: z.uuid() })

/** A column of the grid. */
export type ShiftView = {
  id: string
  /** 'Fri 18 20:00', with what is done where that differs among the shifts of the week. */
  name: string
  /** 'Fri 18, 20:00 – 00:30' */
  when: string
  day: string
  time: string
  role: string
  keyWanted: boolean
  keyMissing: boolean
  seats: number
  needed: number
  filled: number
  /** Seats without a person once there is a roster, and why they are empty. */
  empty: number
  why: string | null
  /** How many said yes, and how many if needed. */
  yes: number
  ifNeeded: number
}
export type LateView = { tenderId: string; name: string; at: Shown; words: string }
export type DeliveryView = { total: number; sent: number; onWay: number; waiting: number; letGo: number }
export type EdgeView = { allowed: boolean; reason: string | null }

/** A week as its page shows it: plain data, every time in words, so that the browser needs no zone data. */
export type WeekView = {
  /** When it was read, by the database's clock. */
  at: string
  id: string
  rosterId: string
  rosterName: string
  zone: string
  weekOf: string
  title: string
  sentence: string
  state: RunState
  version: number
  /** The roster that is shown: Approve and Send carry it. */
  hash: string
  task: { title: string; text: string }
  edges: Record<RunEdge, EdgeView>
  lease: string | null
  /** v2 began the week and may not act now: neither engine goes on with it. */
  halfDone: boolean
  lastError: string | null
  /** The week of this roster whose form is open, where this one waits for it to be closed. */
  blockedBy: { href: string; title: string } | null
  deadline: (Shown & { past: boolean }) | null
  /** Where a deadline dialog begins, 'YYYY-MM-DDTHH:MM' in the roster's zone. */
  suggested: string
  answered: number
  asked: number
  late: LateView[]
  answers: AnswersView
  ownShifts: OwnShift[]
  shifts: ShiftView[]
  /** A roster was generated: before that the grid shows who could. */
  hasRoster: boolean
  filled: number
  seats: number
  /** How the roster differs from the one before the last generate; null where there was none. */
  changes: { count: number; words: string } | null
  people: GridPerson[]
  /** How the roster breaks rules between people that were made since, in words. */
  broken: string[]
  recipients: number
  /** Whom a mail may not reach; `lost`: none is made for them. */
  problems: { id: string; name: string; why: string; lost: boolean }[]
  delivery: DeliveryView | null
  /** Something moves by itself: look again soon. */
  inFlight: boolean
  /** The old engine moves it. */
  old: boolean
  settings: WeekSettings
}
