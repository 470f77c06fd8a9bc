import type { NewMessage } from '@/lib/messages/rules'
import { AUTOPILOT, as, type Context } from '@/lib/platform/context'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { logFor } from '@/lib/platform/log'
import { addDays } from '@/lib/platform/plain-date'
import type { TickPart } from '@/lib/server/tick'
import { nudgeMail } from '../mail/nudge'
import { letter } from '../mail/people'
import { momentOf, weekOfInstant } from '../rules'
import { settingsSchema } from '../schema'
import { settle } from '../sending/process'
import { listBegun } from '../swaps/data'
import { lapse } from '../swaps/process'
import { listUnsent, type Week } from '../week/data'
import { close, generate, makeWeek, open } from '../week/process'
import { claimNudge, listMakers, listOperators, listTold, pilotDue, recordOver } from './data'
import { generatesAt, type Step, stepsDue } from './rules'
import { clockFacts } from './schema'

const DAY_MS = 24 * 3_600_000
/** Weeks are made so long before their form opens. */
const MAKE_AHEAD_MS = 7 * DAY_MS

/** Swaps that one tick ends at most; the rest is the next one's. */
const LAPSES = 500

type Making = { make: { rosterId: string; weekOf: string } }
type Lapsing = { lapse: { id: string; version: number } }
type Due = Step | Making | Lapsing
type RosterPlan = { due: number; steps: Due[] }

/**
 * The roster's part of the tick: makes weeks, moves those on autopilot, ends what is settled, nudges once, and ends the
 * swaps whose shift has begun.
 */
export const rosterTick: TickPart<RosterPlan> = {
  name: 'roster',
  share: 4,
  async plan(ctx) {
    const now = ctx.now()
    const weeks = await listUnsent(ctx)
    const told = await listTold(
      ctx,
      weeks.map((week) => week.id),
    )
    const none = { collecting: false, unsent: false, ended: false }
    const due = weeks.flatMap((week) => stepsDue(week, told.get(week.id) ?? none, now))
    const lapses = (await listBegun(ctx, LAPSES)).map((lapse): Lapsing => ({ lapse }))
    const steps = [...(await weeksToMake(ctx, now)), ...due, ...lapses]
    return { due: steps.length, steps }
  },
  async run(ctx, { due, steps }, deadline) {
    let [done, failed, left] = [0, 0, 0]
    for (const one of steps) {
      if (deadline.left() <= 0) left += 1
      else if (await tried(ctx, one)) done += 1
      else failed += 1
    }
    return { due, done, failed, left }
  },
}

/** The first week of each roster that is not made yet and whose form opens within the time. */
async function weeksToMake(ctx: Context, now: Date): Promise<Making[]> {
  // A day earlier than the clock's date in UTC is never later than the local one of any zone.
  const makers = await listMakers(ctx, new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10))
  return makers.flatMap(({ id, zone, settings, made }) => {
    const { opens } = settingsSchema.parse(settings)
    let next = addDays(weekOfInstant(zone, now), 7)
    while (made.includes(next)) next = addDays(next, 7)
    const isNear = momentOf(zone, next, opens).getTime() - MAKE_AHEAD_MS <= now.getTime()
    return isNear ? [{ make: { rosterId: id, weekOf: next } }] : []
  })
}

/** One week's trouble is its own: the others have their turn. */
async function tried(ctx: Context, one: Due): Promise<boolean> {
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

/** A refusal here is a person who was faster; the next tick looks again. @returns whether something was done */
async function take(ctx: Context, { week, name }: Step): Promise<boolean> {
  const press = { version: week.version }
  const pilot = as(ctx, AUTOPILOT)
  switch (name) {
    case 'open':
      return week.deadlineAt !== null && (await openAt(pilot, week, week.deadlineAt))
    case 'close':
      return (await close(pilot, week.id, press, [pilotDue.close])).ok
    case 'generate':
      return (await generate(pilot, week.id, press, [pilotDue.generate(generatesAt(week))])).ok
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

const openAt = async (pilot: Context, { id, version }: Week, deadline: Date): Promise<boolean> =>
  (await open(pilot, id, { version, deadline }, [pilotDue.open])).ok

async function nudge(ctx: Context, kind: 'collecting' | 'unsent', week: Week): Promise<boolean> {
  const sendBy = momentOf(week.zone, week.weekOf, week.settings.sendBy)
  const mail = nudgeMail({
    kind,
    roster: week.rosterName,
    zone: week.zone,
    weekOf: week.weekOf,
    at: kind === 'collecting' ? (week.deadlineAt ?? sendBy) : sendBy,
    url: new URL(`/roster/${week.id}`, env().NEXTAUTH_URL).href,
  })
  const operators = await listOperators(ctx)
  const date = ctx.now().toISOString()
  const messages = operators.map((person): NewMessage => {
    const identity = {
      id: newId(),
      kind: 'nudge',
      effectKey: `nudge:${kind}:${week.id}:${person.id}`,
      subjectMachine: 'run',
      subjectId: week.id,
      personId: person.id,
    }
    return letter(identity, { ...person, unsubscribed: false }, week.rosterName, { ...mail, attachments: [], date })
  })
  return claimNudge(ctx, kind, week, sendBy, messages)
}
