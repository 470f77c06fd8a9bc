import { z } from 'zod'
import type { Shown } from '@/lib/platform/zone-format'
import type { Mark } from '@/lib/timeline/labels'
import type { RunState } from '../machine'
import type { Settings } from '../schema'

/** What a person records about a week without moving it. */
export const todayFacts = {
  /** A week that ended unsent has been seen, and needs nobody any more. */
  'run.set_aside': z.strictObject({ state: z.string() }),
}

/** A week that is neither sent nor put aside, with what decides whether it needs somebody. */
export type TodayWeek = {
  id: string
  rosterId: string
  rosterName: string
  /** The company has more than this one roster. */
  several: boolean
  zone: string
  weekOf: string
  state: RunState
  /** Null while the week is the old engine's. */
  v2State: RunState | null
  kind: 'week'
  version: number
  lease: { kind: string; until: Date } | null
  lastError: string | null
  autopilot: boolean
  settings: Settings
  opensAt: Date
  deadlineAt: Date
  endsAt: Date
  closedAt: Date | null
  generatedAt: Date | null
  queuedAt: Date | null
  asked: number
  answered: number
  /** Names of those whose late answer is not taken in. */
  late: string[]
  shifts: number
  seats: number
  filled: number
  /** The week of the same roster whose form is open instead. */
  otherOpen: string | null
}

/** A roster at the foot of Today: the week that is next, and when its schedule goes out. */
export type RosterCard = {
  rosterId: string
  rosterName: string
  week: { href: string; title: string; mark: Mark; text: string } | null
  /** 'next send Thu 10 Dec 18:00 GMT' */
  sendBy: Shown | null
}
