import { isLive } from '@/lib/engine/decide'
import { momentOf } from '../rules'
import type { Week } from '../schema'

/** What the clock may do to a week. Each looks again, under its own lock, when it runs. */
export type StepName =
  | 'adopt'
  | 'open'
  | 'close'
  | 'generate'
  | 'settle'
  | 'nudgeCollecting'
  | 'nudgeUnsent'
  | 'endedUnsent'
export type Step = { week: Week; name: StepName }
/** A week to make, with what is said of it. */
export type Making = {
  make: { rosterId: string; weekOf: string }
  rosterName: string
  zone: string
  opensAt: Date
}
/** A swap that ends because its shift has begun. */
export type Lapsing = { lapse: { id: string; version: number } }
export type Due = Step | Making | Lapsing
/** What a roster's clock found to do, in the order in which it does it. */
export type RosterPlan = { due: number; steps: Due[] }

/** Claims of what happens once a run, ever. */
export type Told = { collecting: boolean; unsent: boolean; ended: boolean }

const settled = (week: Week): boolean =>
  week.queuedAt !== null &&
  Object.entries(week.rows).every(([state, n]) => state === 'sent' || state === 'let_go' || !n)

/** When autopilot generates: the week's own time, or at the next tick after closing where that has passed. */
export const generatesAt = ({ zone, weekOf, settings }: Pick<Week, 'zone' | 'weekOf' | 'settings'>): Date =>
  momentOf(zone, weekOf, settings.generates)

/**
 * Autopilot's next step, if it is due: at most one a week and tick. It opens at `opens_at`, closes at the deadline,
 * generates at the week's time or at the next tick after closing, and stops there: approving and sending are a
 * person's. A week whose deadline passed before it was opened is not opened by the clock. A roster that could not be
 * made waits for a person to read why: each tick would fail the same way, and fill the record.
 */
function autopilotStep(week: Week, now: Date): StepName | null {
  if (!week.autopilot || isLive(week.lease, now)) return null
  if (week.state === 'DRAFT' && week.opensAt <= now && week.deadlineAt > now && !week.otherOpen) return 'open'
  if (week.state === 'COLLECTING' && week.deadlineAt <= now) return 'close'
  if (week.state === 'CLOSED' && week.lastError === null && generatesAt(week) <= now) return 'generate'
  return null
}

/** Everything that is due for a week at `now`, in the order in which it is done. */
export function stepsDue(week: Week, told: Told, now: Date): Step[] {
  // What the old engine left half-way under a kill switch that is lifted is taken over first (holes 4 and 24).
  if (week.v2State === null && week.state !== 'DRAFT') return [{ week, name: 'adopt' }]
  return [...movesDue(week, now), ...tellingsDue(week, told, now), ...endDue(week, told, now)].map((name) => ({
    week,
    name,
  }))
}

/**
 * Everything that is due for a week under the old engine: its clock moves every week that is its own or only made, and
 * tells nobody. What v2 began stays as it is; that it ended is still recorded.
 */
export function oldStepsDue(week: Week, told: Told, now: Date): Step[] {
  const isItsOwn = week.v2State === null || week.v2State === 'DRAFT'
  const moves = isItsOwn ? movesDue({ ...week, autopilot: true }, now) : []
  return [...moves, ...endDue(week, told, now)].map((name) => ({ week, name }))
}

function movesDue(week: Week, now: Date): StepName[] {
  const auto = autopilotStep(week, now)
  return [...(auto ? [auto] : []), ...(week.state === 'APPROVED' && settled(week) ? ['settle' as const] : [])]
}

function tellingsDue(week: Week, told: Told, now: Date): StepName[] {
  if (week.endsAt <= now) return []
  const isPast = week.state === 'COLLECTING' && week.deadlineAt <= now
  const isLate = week.state === 'APPROVED' && momentOf(week.zone, week.weekOf, week.settings.sendBy) <= now
  return [
    ...(!week.autopilot && isPast && !told.collecting ? ['nudgeCollecting' as const] : []),
    ...(isLate && week.queuedAt === null && !told.unsent ? ['nudgeUnsent' as const] : []),
  ]
}

const endDue = (week: Week, told: Told, now: Date): StepName[] =>
  !told.ended && week.endsAt <= now ? ['endedUnsent'] : []
