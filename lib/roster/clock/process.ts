import { AUTOPILOT, as, type Context } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { addDays } from '@/lib/platform/plain-date'
import type { Deadline, PartReport, TickPart } from '@/lib/server/tick'
import { inCharge } from '../engines/data'
import { hold, isHeld } from '../engines/process'
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
  run: (ctx, plan, deadline) => runSteps(ctx, plan, deadline, pilot),
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

/** How a clock takes a step of a week. @returns whether something was done */
export type Take = (ctx: Context, step: Step) => Promise<boolean>

/** Every step in its turn, until the time is over; the rest is the next tick's. */
export async function runSteps(
  ctx: Context,
  { due, steps }: RosterPlan,
  deadline: Deadline,
  take: Take,
): Promise<PartReport> {
  let [done, failed, left] = [0, 0, 0]
  for (const one of steps) {
    if (deadline.left() <= 0) left += 1
    else if (await tried(ctx, one, take)) done += 1
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
async function tried(ctx: Context, one: Due, take: Take): Promise<boolean> {
  try {
    if ('make' in one) return (await makeWeek(ctx, one.make)).ok
    if ('lapse' in one) return (await lapse(ctx, one.lapse.id, one.lapse.version)).ok
    return await take(ctx, one)
  } catch (error) {
    const about =
      'make' in one ? one.make : 'lapse' in one ? { swapId: one.lapse.id } : { runId: one.week.id, step: one.name }
    logFor(ctx.requestId).error({ err: error, ...about }, 'a step of the roster broke')
    return false
  }
}

/** v2's clock: weeks on autopilot. A refusal here is a person who was faster; the next tick looks again. */
const pilot: Take = (ctx, step) => takeStep(ctx, as(ctx, AUTOPILOT), step, pilotDue)

/** @param mover who opens, closes and generates @param due what must still hold in the claim, from the step's instant */
export async function takeStep(
  ctx: Context,
  mover: Context,
  { week, name }: Step,
  due: typeof clockDue,
): Promise<boolean> {
  const press = { version: week.version }
  switch (name) {
    case 'adopt':
      return isHeld(await hold(ctx, week.id, press))
    case 'open':
      return (await open(mover, week.id, { ...press, deadline: week.deadlineAt }, [due(week.opensAt)])).ok
    case 'close':
      return (await close(mover, week.id, press, [due(week.deadlineAt)])).ok
    case 'generate':
      return (await generate(mover, week.id, press, [due(generatesAt(week))])).ok
    case 'settle':
      return (await settle(ctx, week.id)).ok
    case 'nudgeCollecting':
      return nudge(ctx, 'collecting', week)
    case 'nudgeUnsent':
      return nudge(ctx, 'unsent', week)
    case 'endedUnsent':
      return recordOver(ctx, clockFacts, 'run.ended_unsent', week)
  }
}
