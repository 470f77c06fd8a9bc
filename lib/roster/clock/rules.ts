import { isLive } from '@/lib/engine/decide'
import { momentOf } from '../rules'
import type { Week } from '../schema'

/** What the clock may do to a week. Each looks again, under its own lock, when it runs. */
export type StepName = 'open' | 'close' | 'generate' | 'settle' | 'nudgeCollecting' | 'nudgeUnsent' | 'endedUnsent'
export type Step = { week: Week; name: StepName }

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
  if (
    week.state === 'DRAFT' &&
    week.opensAt &&
    week.opensAt <= now &&
    week.deadlineAt &&
    week.deadlineAt > now &&
    !week.otherOpen
  )
    return 'open'
  if (week.state === 'COLLECTING' && week.deadlineAt && week.deadlineAt <= now) return 'close'
  if (week.state === 'CLOSED' && week.lastError === null && generatesAt(week) <= now) return 'generate'
  return null
}

/** Everything that is due for a week at `now`, in the order in which it is done. */
export function stepsDue(week: Week, told: Told, now: Date): Step[] {
  const names: StepName[] = []
  const auto = autopilotStep(week, now)
  if (auto) names.push(auto)
  if (week.state === 'APPROVED' && settled(week)) names.push('settle')
  const over = week.endsAt !== null && week.endsAt <= now
  const late = momentOf(week.zone, week.weekOf, week.settings.sendBy) <= now
  const passed = week.deadlineAt !== null && week.deadlineAt <= now
  if (!week.autopilot && week.state === 'COLLECTING' && !told.collecting && passed && !over)
    names.push('nudgeCollecting')
  if (week.state === 'APPROVED' && !told.unsent && late && !over && week.queuedAt === null) names.push('nudgeUnsent')
  if (!told.ended && over) names.push('endedUnsent')
  return names.map((name) => ({ week, name }))
}
