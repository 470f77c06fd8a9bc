import type { Moved, Outcome, Refused } from '@/lib/engine/outcome'
import { refused } from '@/lib/engine/outcome'
import { repeating } from '@/lib/engine/repeat'
import type { LeasedOptions, MoveOptions } from '@/lib/engine/request'
import { AT, type Guard } from '@/lib/engine/sql'
import { bear, transition } from '@/lib/engine/transition'
import { takeBackQueued } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { inTransaction } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { invitationWrites } from '../answers/effects'
import { sortAnswers } from '../answers/rules'
import { type RunEdge, run } from '../machine'
import { hashRoster } from '../picker/hash'
import { momentOf, planShifts, TWO_PERSON_RECIPIENTS, weekEnd } from '../rules'
import { settingsSchema } from '../schema'
import { findWeek, linkWrites, listAnswers, listSeats, listShifts, shiftWrites, type Week } from './data'
import { closeForm, countSent, generateRoster, queueSchedule } from './effects'

/** What every button brings: the press, and the version that its page showed. */
export type Press = { commandId?: string; version: number }

const moves = (
  ctx: Context,
  id: string,
  edge: RunEdge,
  options: MoveOptions | LeasedOptions<undefined>,
): Promise<Outcome> => transition(ctx, run, id, edge, options)

const gone = () => refused('unknown', 'not_found')

/** Makes a week: a run in DRAFT with the shifts of the roster's pattern. One a roster and week. */
export async function makeWeek(
  ctx: Context,
  { rosterId, weekOf, commandId }: { rosterId: string; weekOf: string; commandId?: string },
): Promise<{ ok: true; id: string } | Refused> {
  const roster = await ctx.db.roster.findUnique({
    where: { id: rosterId },
    include: { templates: { where: { active: true } } },
  })
  if (!roster) return gone()
  const settings = settingsSchema.parse(roster.settings)
  const shifts = planShifts(roster.zone, weekOf, roster.templates).map((shift) => ({ id: newId(), ...shift }))
  const id = newId()
  const values = {
    roster_id: rosterId,
    week_of: weekOf,
    created_at: AT,
    kind: 'week',
    autopilot: settings.autopilot,
    opens_at: momentOf(roster.zone, weekOf, settings.opens),
    deadline_at: momentOf(roster.zone, weekOf, settings.closes),
    ends_at: weekEnd(roster.zone, weekOf),
  }
  const born = await bear(
    ctx,
    run,
    'DRAFT',
    [{ id, values, data: { shifts: shifts.length }, ...(commandId ? { commandId } : {}) }],
    [shiftWrites(shifts)],
  )
  return born.ok ? { ok: true, id } : born
}

/** A deadline that has passed would close the form again at the next tick (hole 14). */
const inFuture = (deadline: Date): Guard => ({
  reason: 'deadline_past',
  sql: Prisma.sql`${deadline.toISOString()}::timestamptz > r.door_at`,
})
const beforeEnd = (deadline: Date): Guard => ({
  reason: 'deadline_after_week',
  sql: Prisma.sql`${deadline.toISOString()}::timestamptz < r.ends_at`,
})
const noOther: Guard = {
  reason: 'other_open',
  sql: Prisma.sql`NOT EXISTS (SELECT FROM public.roster_run x WHERE x.roster_id = r.roster_id AND x.id <> r.id AND x.v2_state = 'COLLECTING')`,
}
const hasShifts: Guard = {
  reason: 'no_shifts',
  sql: Prisma.sql`EXISTS (SELECT FROM public.shift s WHERE s.run_id = r.id)`,
}
const hasTenders: Guard = {
  reason: 'no_tenders',
  sql: Prisma.sql`EXISTS (SELECT FROM public.tender t WHERE t.roster_id = r.roster_id AND t.active)`,
}
const notOver: Guard = { reason: 'week_over', sql: Prisma.sql`r.ends_at > r.door_at` }
/** Autopilot's own condition, in the claim: a person may have switched it off or moved the deadline meanwhile. */
const autopilotDue: Guard = { reason: 'not_due', sql: Prisma.sql`r.autopilot AND r.deadline_at <= r.door_at` }
const autopilotOpens: Guard = { reason: 'not_due', sql: Prisma.sql`r.autopilot AND r.opens_at <= r.door_at` }
const autopilotOn: Guard = { reason: 'not_due', sql: Prisma.sql`r.autopilot` }

type Opening = Press & { deadline: Date }

/** Opens or opens again: invitations to all, or to those who have not answered, in the move's own statement. */
async function opening(
  ctx: Context,
  id: string,
  edge: RunEdge,
  press: Opening,
  guards: readonly Guard[],
  set: object,
): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  const invitation = await invitationWrites(ctx, week, press.deadline, press.version + 1)
  return moves(ctx, id, edge, {
    ...press,
    set: { deadline_at: press.deadline, ...set },
    data: { deadline: press.deadline.toISOString(), invited: invitation.invited },
    guards: [inFuture(press.deadline), beforeEnd(press.deadline), ...guards],
    also: [linkWrites(ctx, invitation.links), ...invitation.messages],
  })
}

export const open = (ctx: Context, id: string, press: Opening, byClock = false) =>
  opening(ctx, id, 'open', press, [hasShifts, hasTenders, noOther, notOver, ...(byClock ? [autopilotOpens] : [])], {
    opened_at: AT,
  })

/** Moves the deadline of an open form. What was late until now becomes ordinary. */
export const extend = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'extend', press, [], { answers_until: AT })

export const reopen = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'reopen', press, [noOther, notOver], { reopened_at: AT, answers_until: AT })

/** Opens the form again after generating. The assignments stay until the next generate. */
export const reopenAssigned = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'reopenAssigned', press, [noOther, notOver], { reopened_at: AT, answers_until: AT })

export const close = (ctx: Context, id: string, press: Press, byClock = false) =>
  moves(ctx, id, 'close', { ...press, guards: byClock ? [autopilotDue] : [], act: () => closeForm(ctx, id) })

export const generate = (ctx: Context, id: string, press: Press, byClock = false) =>
  moves(ctx, id, 'generate', {
    ...press,
    guards: byClock ? [hasTenders, autopilotOn] : [hasTenders],
    act: () => generateRoster(ctx, id),
  })

export const regenerate = (ctx: Context, id: string, press: Press) =>
  moves(ctx, id, 'regenerate', { ...press, guards: [hasTenders], act: () => generateRoster(ctx, id) })

/** Lets in every answer that came late so far. */
export async function takeLate(ctx: Context, id: string, press: Press): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  const { late } = sortAnswers(await listAnswers(ctx, id), week.answersUntil)
  if (late.size === 0) return refused('guard', 'none_late', week)
  return moves(ctx, id, 'takeLate', { ...press, set: { answers_until: AT }, data: { answers: late.size } })
}

/** Takes the late answers in, then generates or regenerates: one button, two moves, each with its event. */
export async function takeLateAndGenerate(ctx: Context, id: string, press: Press): Promise<Outcome> {
  const taken = await takeLate(ctx, id, press)
  if (!taken.ok) return taken
  const next = { version: taken.version }
  return taken.to === 'CLOSED' ? generate(ctx, id, next) : regenerate(ctx, id, next)
}

type Bound = Press & { hash: string }

/** Binds the roster that was read. @param press.hash the roster that the page showed (hole 20) */
export async function approve(ctx: Context, id: string, { hash, ...press }: Bound): Promise<Outcome> {
  const [seats, shifts] = await Promise.all([listSeats(ctx, id), listShifts(ctx, id)])
  if (hashRoster(seats) !== hash) return refused('lost', 'roster_changed')
  return moves(ctx, id, 'approve', {
    ...press,
    set: {
      status: 'approved',
      approved_at: AT,
      approved_hash: hash,
      approved_by: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    },
    data: { hash, seats: shifts.reduce((sum, shift) => sum + shift.targetSeats, 0), filled: seats.length },
  })
}

class TurnedBack extends Error {
  constructor(readonly outcome: Refused) {
    super(outcome.reason)
  }
}

/**
 * Takes an approval back, and the queued mails with it: run first, then its rows, all in one transaction. Once a row
 * has left `queued` a mail may be out, and the approval stands (hole 2).
 * @param next what else must happen with it, in the same transaction
 */
export async function unapprove(
  ctx: Context,
  id: string,
  press: Press,
  because: 'button' | 'edit' = 'button',
  next: (tx: Context, moved: Moved) => Promise<Outcome> = async (_tx, moved) => moved,
): Promise<Outcome> {
  const same = { commandId: newId(), ...press }
  const work = () =>
    inTransaction(ctx, async (tx) => {
      await tx.db.$queryRaw`SELECT 1 FROM public.roster_run WHERE id = ${id}::uuid FOR NO KEY UPDATE`
      const taken = await takeBackQueued(tx, { subjectId: id, kind: 'schedule' })
      if (!taken.ok) return refused('guard', 'mail_left')
      const moved = await moves(tx, id, 'unapprove', {
        ...same,
        set: { status: 'pending', approved_at: null, approved_hash: null, approved_by: null, queued_at: null },
        data: { because, takenBack: taken.taken },
      })
      if (!moved.ok) throw new TurnedBack(moved)
      const done = moved.kind === 'repeat' ? moved : await next(tx, moved)
      if (!done.ok) throw new TurnedBack(done)
      return done
    })
  try {
    return await (isTransaction(ctx.db) ? work() : repeating(work))
  } catch (error) {
    if (error instanceof TurnedBack) return error.outcome
    throw error
  }
}

/** Why a week may not be sent by this person now, beside the state; null when it may. */
export function faultOfSending(ctx: Context, week: Week, hash: string, typed: string): string | null {
  if (week.state !== 'APPROVED') return null
  if (week.approvedHash !== hash) return 'roster_changed'
  if (typed.trim() !== week.weekOf) return 'typed_wrong'
  if (week.tenders > TWO_PERSON_RECIPIENTS && week.approvedBy !== null && week.approvedBy === ctx.actor.id)
    return 'second_person'
  return null
}

/**
 * Writes the schedule mails to the outbox: one a person, frozen, in the move's own statement. Delivery is another
 * matter (`settle` ends the week). @param press.typed the week's Monday as typed, such as 2026-12-14
 */
export async function send(
  ctx: Context,
  id: string,
  { hash, typed, ...press }: Bound & { typed: string },
): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  const fault = faultOfSending(ctx, week, hash, typed)
  if (fault) return refused('guard', fault, week)
  return moves(ctx, id, 'queue', {
    ...press,
    guards: [
      { reason: 'roster_changed', sql: Prisma.sql`r.approved_hash = ${hash}::text` },
      { reason: 'already_queued', sql: Prisma.sql`r.queued_at IS NULL` },
      notOver,
    ],
    act: () => queueSchedule(ctx, id),
  })
}

/** Ends an APPROVED week whose every schedule mail is sent or decided: SENT. Whoever settles a row calls it. */
export async function settle(ctx: Context, id: string): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  return moves(ctx, id, 'send', {
    version: week.version,
    guards: [
      { reason: 'not_queued', sql: Prisma.sql`r.queued_at IS NOT NULL` },
      {
        reason: 'not_settled',
        sql: Prisma.sql`NOT EXISTS (SELECT FROM public.message m WHERE m.subject_id = r.id AND m.kind = 'schedule'
          AND m.state NOT IN ('sent', 'let_go'))`,
      },
    ],
    act: () => countSent(ctx, id),
  })
}
