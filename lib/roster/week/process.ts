import { findCommand } from '@/lib/engine/audit'
import { again } from '@/lib/engine/explain'
import { type Moved, type Outcome, type Refused, refused } from '@/lib/engine/outcome'
import { AT, type Guard } from '@/lib/engine/sql'
import { bear } from '@/lib/engine/transition'
import { whole } from '@/lib/engine/whole'
import { takeBackQueued } from '@/lib/messages/data'
import type { Context } from '@/lib/platform/context'
import { deriveId, newId } from '@/lib/platform/ids'
import { invitationWrites } from '../answers/effects'
import { sortAnswers } from '../answers/rules'
import { inCharge, shareFlag } from '../engines/data'
import { gone, hold, isHeld, moves, type Press, unlessRepeat } from '../engines/process'
import { OLD } from '../legacy/machine'
import { type RunEdge, run } from '../machine'
import { hashRoster } from '../picker/hash'
import { faultOfRhythm, momentOf, planShifts, settingsOf, weekEnd } from '../rules'
import { overrideSchema, settingsSchema } from '../schema'
import {
  beforeEnd,
  findMade,
  findWeek,
  hasShifts,
  hasTenders,
  inFuture,
  linkWrites,
  listAnswers,
  listSeats,
  listShifts,
  noOther,
  notOver,
  shareRoster,
  shiftWrites,
} from './data'
import { closeForm, generateRoster } from './effects'
import type { WeekSettings } from './schema'

type Making = { rosterId: string; weekOf: string; commandId?: string }

/**
 * Makes a week with the shifts of the roster's pattern: in DRAFT, or without a state where the old engine makes it. One a
 * roster and week; a repeat finds it.
 */
export async function makeWeek(
  ctx: Context,
  { commandId = newId(), ...of }: Making,
): Promise<{ ok: true; id: string } | Refused> {
  const born = await whole(ctx, (tx) => birth(tx, { ...of, commandId }))
  const made = born.ok ? null : await findMade(ctx, { ...of, commandId })
  return made ? { ok: true, id: made } : born
}

/** Until the week is born its roster stays: a week of the old zone beside a roster of the new one would never meet. */
async function birth(
  tx: Context,
  { rosterId, weekOf, commandId }: Required<Making>,
): Promise<{ ok: true; id: string } | Refused> {
  await shareRoster(tx, rosterId)
  const roster = await tx.db.roster.findUnique({
    where: { id: rosterId },
    include: { templates: { where: { active: true } } },
  })
  // A rehearsal's copy has the one week that it was made with.
  if (!roster || roster.rehearsalOf !== null) return gone()
  const endsAt = weekEnd(roster.zone, weekOf)
  if (endsAt <= tx.now()) return refused('guard', 'week_over')
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
    ends_at: endsAt,
  }
  const one = { id, values, data: { shifts: shifts.length }, commandId }
  const state = (await inCharge(tx)) === 'v2' ? 'DRAFT' : OLD
  const born = await bear(tx, run, state, [one], [shiftWrites(shifts)])
  return born.ok ? { ok: true, id } : born
}

type Opening = Press & { deadline: Date }

/** Opens or opens again: invitations to all, or to those who have not answered, in the move's own statement. */
async function opening(
  ctx: Context,
  id: string,
  edge: RunEdge,
  { deadline, ...press }: Opening,
  guards: readonly Guard[],
  set: object,
): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  const { week } = held
  const invitation = await invitationWrites(ctx, week, deadline, held.press.version + 1)
  return moves(ctx, held, edge, {
    set: { deadline_at: deadline, ...set },
    data: { deadline: deadline.toISOString(), invited: invitation.invited },
    guards: [notOver(week), inFuture(deadline), beforeEnd(deadline, week), ...guards],
    also: [linkWrites(ctx, invitation.links), ...invitation.messages],
  })
}

/** @param due what must still hold in the move's own statement; the clock brings its condition */
export const open = (ctx: Context, id: string, press: Opening, due: readonly Guard[] = []) =>
  opening(ctx, id, 'open', press, [hasShifts, hasTenders, noOther, ...due], { opened_at: AT })

/** Moves the deadline of an open form. What was late until now becomes ordinary. */
export const extend = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'extend', press, [], { answers_until: AT })

export const reopen = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'reopen', press, [noOther], { reopened_at: AT, answers_until: AT })

/** Opens the form again after generating. The assignments stay until the next generate. */
export const reopenAssigned = (ctx: Context, id: string, press: Opening) =>
  opening(ctx, id, 'reopenAssigned', press, [noOther], { reopened_at: AT, answers_until: AT })

/** The three moves that an action makes: claimed, done and finalized by the engine. */
async function acting(
  ctx: Context,
  id: string,
  edge: 'close' | 'generate' | 'regenerate',
  press: Press,
  guards: readonly Guard[],
): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  return moves(ctx, held, edge, {
    guards,
    act: () => (edge === 'close' ? closeForm(ctx, id) : generateRoster(ctx, id)),
  })
}

export const close = (ctx: Context, id: string, press: Press, due: readonly Guard[] = []) =>
  acting(ctx, id, 'close', press, due)

export const generate = (ctx: Context, id: string, press: Press, due: readonly Guard[] = []) =>
  acting(ctx, id, 'generate', press, [hasTenders, ...due])

export const regenerate = (ctx: Context, id: string, press: Press) => acting(ctx, id, 'regenerate', press, [hasTenders])

/** Lets in every answer that came late so far. */
export async function takeLate(ctx: Context, id: string, press: Press): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  const { week } = held
  const { late } = sortAnswers(await listAnswers(ctx, id), week.answersUntil)
  if (late.size === 0) return unlessRepeat(ctx, id, press, refused('guard', 'none_late', week))
  return moves(ctx, held, 'takeLate', { set: { answers_until: AT }, data: { answers: late.size } })
}

/** Takes the late answers in, then generates or regenerates: one button, two moves, each with its event. */
export async function takeLateAndGenerate(ctx: Context, id: string, press: Press): Promise<Outcome> {
  const taken = await takeLate(ctx, id, press)
  if (!taken.ok) return taken
  const { commandId } = press
  const next = { version: taken.version, ...(commandId ? { commandId: deriveId('generate', commandId) } : {}) }
  // Read, because the record of a move of the old engine has no state.
  const week = await findWeek(ctx, id)
  return week?.state === 'CLOSED' ? generate(ctx, id, next) : regenerate(ctx, id, next)
}

/** Approve and Send carry the roster that the page showed. */
export type Bound = Press & { hash: string }

/** Binds the roster that was read. @param press.hash the roster that the page showed */
export async function approve(ctx: Context, id: string, { hash, ...press }: Bound): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  const [seats, shifts] = await Promise.all([listSeats(ctx, id), listShifts(ctx, id)])
  if (hashRoster(seats) !== hash) return unlessRepeat(ctx, id, press, refused('lost', 'roster_changed'))
  return moves(ctx, held, 'approve', {
    set: {
      status: 'approved',
      approved_at: AT,
      approved_hash: hash,
      approved_by: ctx.actor.kind === 'user' ? ctx.actor.id : null,
    },
    data: { hash, seats: shifts.reduce((sum, shift) => sum + shift.targetSeats, 0), filled: seats.length },
  })
}

/**
 * Takes an approval back, and the queued mails with it: flag, run, then its rows, all in one transaction. Once a row
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
  return whole(ctx, async (tx): Promise<Outcome> => {
    await shareFlag(tx)
    await tx.db.$queryRaw`SELECT 1 FROM public.roster_run WHERE id = ${id}::uuid FOR NO KEY UPDATE`
    // A repeat must not touch the rows of a Send that came after the first.
    const first = await findCommand(tx, run.name, id, same.commandId)
    if (first) return again(first)
    const held = await hold(tx, id, same)
    if (!isHeld(held)) return held
    const taken = await takeBackQueued(tx, { subjectId: id, kind: 'schedule' })
    if (!taken.ok) return refused('guard', 'mail_left')
    const moved = await moves(tx, held, 'unapprove', {
      set: { status: 'pending', approved_at: null, approved_hash: null, approved_by: null, queued_at: null },
      data: { because, takenBack: taken.taken },
    })
    return moved.ok ? next(tx, moved) : moved
  })
}

/**
 * Gives a week times of its own, or the roster's again, and sets its autopilot. A form that was opened keeps its
 * deadline: that has a button of its own.
 */
export async function changeSettings(
  ctx: Context,
  id: string,
  { autopilot, opens, closes, generates, sendBy, ...press }: Press & WeekSettings,
): Promise<Outcome> {
  const held = await hold(ctx, id, press)
  if (!isHeld(held)) return held
  const { week } = held
  const given = Object.entries({ opens, closes, generates, sendBy }).filter(([, moment]) => moment !== null)
  const override = given.length > 0 ? overrideSchema.parse(Object.fromEntries(given)) : null
  const settings = settingsOf(week.rosterSettings, override)
  const fault = faultOfRhythm(settings)
  if (fault) return { ...refused('guard', 'rhythm', week), detail: fault }
  const opensAt = momentOf(week.zone, week.weekOf, settings.opens)
  const deadlineAt = week.state === 'DRAFT' ? momentOf(week.zone, week.weekOf, settings.closes) : week.deadlineAt
  return moves(ctx, held, 'settings', {
    set: { autopilot, settings_override: override, opens_at: opensAt, deadline_at: deadlineAt },
    data: {
      autopilot,
      overridden: Object.keys(override ?? {}),
      opensAt: opensAt.toISOString(),
      deadlineAt: deadlineAt.toISOString(),
    },
  })
}
