import { AUTOPILOT, as, type Context } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { addDays } from '@/lib/platform/plain-date'
import type { Deadline, PartReport, TickPart } from '@/lib/server/tick'
import { inCharge } from '../engines/data'
import { hold, isHeld } from '../engines/process'
import type { EngineName } from '../engines/rules'
import { momentOf, weekOfInstant } from '../rules'
import { settingsSchema } from '../schema'
import { settle } from '../sending/process'
import { listBegun } from '../swaps/data'
import { lapse } from '../swaps/process'
import { listUnsent } from '../week/data'
import { close, generate, makeWeek, open } from '../week/process'
import { type clockDue, listMakers, listTold, pilotDue, recordOver } from './data'
import { nudge } from './effects'
import { tellSteps } from './loaders'
import { type Due, generatesAt, type Lapsing, type Making, type RosterPlan, type Step, stepsDue } from './rules'
import { clockFacts } from './schema'

const DAY_MS = 24 * 3_600_000
/** Weeks are made so long before their form opens. */
const MAKE_AHEAD_MS = 7 * DAY_MS

/** Swaps that one tick ends at most; the rest is the next one's. */
const LAPSES = 500

/**
 * The roster's part of the tick. While v2 is in charge it makes weeks, moves those on autopilot, ends what is settled
 * and nudges once; else it leaves every real week alone, whatever its row says. Swaps, which belong to sent weeks and
 * no engine, end when their shift has begun.
 */
export const rosterTick: TickPart<RosterPlan> = {
  name: 'roster',
  share: 4,
  async plan(ctx) {
    const lapses = (await listBegun(ctx, LAPSES)).map((one): Lapsing => ({ lapse: one }))
    const weeks = (await inCharge(ctx)) === 'v2' ? await planWeeks(ctx, stepsDue) : []
    const steps = [...weeks, ...lapses]
    return { due: steps.length, steps }
  },
  tell: tellSteps,
  run: (ctx, plan, deadline) => runSteps(ctx, plan, deadline, PILOT),
}

type Rule = typeof stepsDue

/** The weeks to make, and what is due for those that are made. @param rule the engine's own */
export async function planWeeks(ctx: Context, rule: Rule): Promise<Due[]> {
  const now = ctx.now()
  const weeks = await listUnsent(ctx)
  const told = await listTold(
    ctx,
    weeks.map((week) => week.id),
  )
  const none = { collecting: false, unsent: false, ended: false }
  return [...(await weeksToMake(ctx, now)), ...weeks.flatMap((week) => rule(week, told.get(week.id) ?? none, now))]
}

/** Whose clock it is: its engine, who moves a week by it, and what must still hold in the move, from the step's instant. */
export type Clock = { engine: EngineName; mover(ctx: Context): Context; due: typeof clockDue }

/** v2's: weeks on autopilot. */
export const PILOT: Clock = { engine: 'v2', mover: (ctx) => as(ctx, AUTOPILOT), due: pilotDue }

/** Every step in its turn, until the time is over; the rest is the next tick's. */
export async function runSteps(
  ctx: Context,
  { due, steps }: RosterPlan,
  deadline: Deadline,
  clock: Clock,
): Promise<PartReport> {
  let [done, failed, left] = [0, 0, 0]
  for (const one of steps) {
    if (deadline.left() <= 0) left += 1
    else if (await tried(ctx, one, clock)) done += 1
    else failed += 1
  }
  return { due, done, failed, left }
}

/** The first week of each roster that is not made yet and whose form opens within the time. */
async function weeksToMake(ctx: Context, now: Date): Promise<Making[]> {
  // A day earlier than the clock's date in UTC is never later than the local one of any zone.
  const makers = await listMakers(ctx, new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10))
  return makers.flatMap(({ id, name, zone, settings, made }) => {
    const { opens } = settingsSchema.parse(settings)
    let next = addDays(weekOfInstant(zone, now), 7)
    while (made.includes(next)) next = addDays(next, 7)
    const opensAt = momentOf(zone, next, opens)
    const isNear = opensAt.getTime() - MAKE_AHEAD_MS <= now.getTime()
    return isNear ? [{ make: { rosterId: id, weekOf: next }, rosterName: name, zone, opensAt }] : []
  })
}

/** One week's trouble is its own: the others have their turn. */
async function tried(ctx: Context, one: Due, clock: Clock): Promise<boolean> {
  try {
    if ('lapse' in one) return (await lapse(ctx, one.lapse.id, one.lapse.version)).ok
    // The engines may have been changed over since the plan was made.
    if ((await inCharge(ctx)) !== clock.engine) return false
    if ('make' in one) return (await makeWeek(ctx, one.make)).ok
    return await takeStep(ctx, clock, one)
  } catch (error) {
    const about =
      'make' in one ? one.make : 'lapse' in one ? { swapId: one.lapse.id } : { runId: one.week.id, step: one.name }
    logFor(ctx.requestId).error({ err: error, ...about }, 'a step of the roster broke')
    return false
  }
}

/**
 * Takes a step of a week: a refusal is a person who was faster, and the next tick looks again. While another engine moves
 * the week nothing is done, at whichever instant the flag is turned. @returns whether something was done
 */
export async function takeStep(ctx: Context, clock: Clock, { week, name }: Step): Promise<boolean> {
  const press = { version: week.version, by: clock.engine }
  const mover = clock.mover(ctx)
  switch (name) {
    case 'adopt':
      return isHeld(await hold(ctx, week.id, press))
    case 'open':
      return (await open(mover, week.id, { ...press, deadline: week.deadlineAt }, [clock.due(week.opensAt)])).ok
    case 'close':
      return (await close(mover, week.id, press, [clock.due(week.deadlineAt)])).ok
    case 'generate':
      return (await generate(mover, week.id, press, [clock.due(generatesAt(week))])).ok
    case 'settle':
      return (await settle(ctx, week.id, clock.engine)).ok
    case 'nudgeCollecting':
      return nudge(ctx, 'collecting', week)
    case 'nudgeUnsent':
      return nudge(ctx, 'unsent', week)
    case 'endedUnsent':
      return recordOver(ctx, clockFacts, 'run.ended_unsent', week)
  }
}
