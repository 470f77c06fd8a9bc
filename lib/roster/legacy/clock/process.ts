import type { TickPart } from '@/lib/server/tick'
import { clockDue } from '../../clock/data'
import { tellSteps } from '../../clock/loaders'
import { type Clock, planWeeks, runSteps } from '../../clock/process'
import { oldStepsDue, type RosterPlan } from '../../clock/rules'
import { inCharge } from '../../engines/data'

/** Every week goes by it, on autopilot or not. */
export const WEEKLY: Clock = { engine: 'old', mover: (ctx) => ctx, due: clockDue }

/**
 * The old engine's weekly clock: every week opens, closes and is generated at its roster's times, or its own where it
 * has them. Approving and sending are a person's. It stands down while v2 is in charge.
 */
export const legacyTick: TickPart<RosterPlan> = {
  name: 'legacy roster',
  share: 2,
  async plan(ctx) {
    const steps = (await inCharge(ctx)) === 'old' ? await planWeeks(ctx, oldStepsDue) : []
    return { due: steps.length, steps }
  },
  tell: tellSteps,
  run: (ctx, plan, deadline) => runSteps(ctx, plan, deadline, WEEKLY),
}
