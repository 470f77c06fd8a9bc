import { ActRefused } from '@/lib/engine/outcome'
import type { Settled } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { type Answer, sortAnswers, WEIGHT } from '../answers/rules'
import { findBefore } from '../changes/data'
import { givenOf } from '../changes/rules'
import { listRules } from '../pairs/data'
import { sidesOf } from '../pairs/rules'
import { hashText } from '../picker/draw'
import { hashRoster } from '../picker/hash'
import { debts } from '../picker/ledger'
import { pick } from '../picker/pick'
import type { Week as PickerWeek } from '../picker/week'
import { hasRoster } from '../rules'
import {
  findWeek,
  listAnswers,
  listBans,
  listHistory,
  listSeats,
  listShifts,
  listTenders,
  type Seat,
  seatWrites,
  type Week,
  type WeekShift,
  type WeekTender,
} from './data'
import { shiftName } from './rules'

/** The week that an action works on, or the sentence that ends it. */
export async function weekOr(ctx: Context, id: string): Promise<Week> {
  const week = await findWeek(ctx, id)
  if (!week) throw new ActRefused('not_found', 'This week is not there any more.')
  return week
}

/** Counts who answered. Answers that come while it runs are still in time: the state has not moved yet. */
export async function closeForm(ctx: Context, id: string): Promise<Settled<undefined>> {
  const week = await weekOr(ctx, id)
  const { used } = sortAnswers(await listAnswers(ctx, id), week.answersUntil)
  const tenders = (await listTenders(ctx, id)).filter((tender) => tender.active)
  const answered = tenders.filter((tender) => used.has(tender.id)).length
  return { value: undefined, set: { closed_at: AT }, data: { answered, silent: tenders.length - answered } }
}

/** The rows of a week that its page and its picker both read. */
export type Facts = {
  shifts: WeekShift[]
  tenders: WeekTender[]
  answers: Answer[]
  seats: Seat[]
  bans: { shiftId: string; tenderId: string }[]
  history: Awaited<ReturnType<typeof listHistory>>
}

export async function readFacts(ctx: Context, week: Week): Promise<Facts> {
  const [shifts, tenders, answers, seats, bans, history] = await Promise.all([
    listShifts(ctx, week.id),
    listTenders(ctx, week.id),
    listAnswers(ctx, week.id),
    listSeats(ctx, week.id),
    listBans(ctx, week.id),
    listHistory(ctx, week),
  ])
  return { shifts, tenders, answers, seats, bans, history }
}

/** Everything the picker weighs for a week; the seats as they stand, and names by tender. @param read the rows, where they are at hand */
export async function pickerInput(
  ctx: Context,
  week: Week,
  read?: Facts,
): Promise<{ input: PickerWeek; seats: Seat[]; names: Map<string, string> }> {
  const [{ shifts, tenders, answers, seats, bans, history }, rules] = await Promise.all([
    read ?? readFacts(ctx, week),
    listRules(ctx, week.rosterId),
  ])
  const { used } = sortAnswers(answers, week.answersUntil)
  const debt = debts(
    history.map(({ weekOf, worked, offered }) => ({
      weekOf,
      offered,
      worked: worked.map((tenderId) => ({ tenderId })),
    })),
  )
  const pins = seats.filter((seat) => seat.pinned)
  const offered = [...used.values()].filter(({ choices }) => Object.values(choices).some((choice) => choice !== 'no'))
  const sides = sidesOf(
    rules,
    week.rosterSettings.restHours,
    new Set(tenders.filter((tender) => tender.active).map(({ id }) => id)),
    new Set([...offered, ...pins].map(({ tenderId }) => tenderId)),
  )
  return {
    seats,
    names: new Map(tenders.map((tender) => [tender.id, tender.name])),
    input: {
      runId: week.id,
      seed: hashText(week.id, 0),
      shifts: shifts.map((shift) => ({
        id: shift.id,
        name: shiftName(shift, shifts),
        startsAt: shift.startsAt.getTime(),
        endsAt: shift.endsAt.getTime(),
        date: shift.date,
        min: shift.minSeats,
        target: shift.targetSeats,
        keyWanted: shift.keyWanted,
      })),
      tenders: tenders
        .filter((tender) => tender.active)
        .map((tender) => ({
          id: tender.id,
          name: tender.name,
          keyHolder: tender.keyHolder,
          most: used.get(tender.id)?.most ?? shifts.length,
          debt: debt.get(tender.id) ?? 0,
        })),
      answers: [...used.values()].flatMap((answer) =>
        Object.entries(answer.choices).map(([shiftId, choice]) => ({
          shiftId,
          tenderId: answer.tenderId,
          answer: WEIGHT[choice],
        })),
      ),
      pins: pins.map(({ shiftId, tenderId }) => ({ shiftId, tenderId })),
      bans,
      shown: hasRoster(week) ? seats.map(({ shiftId, tenderId }) => ({ shiftId, tenderId })) : null,
      sides,
    },
  }
}

/**
 * Solves the week and hands the seats to the finalizing move. It writes nothing itself: a zombie's roster, written
 * after somebody else's was approved, would be what nobody read (hole 8).
 */
export async function generateRoster(ctx: Context, id: string): Promise<Settled<undefined>> {
  const week = await weekOr(ctx, id)
  const { input, seats, names } = await pickerInput(ctx, week)
  const active = new Set(input.tenders.map((tender) => tender.id))
  const left = input.pins.find((pin) => !active.has(pin.tenderId))
  if (left) {
    const [name, shift] = [names.get(left.tenderId), input.shifts.find(({ id: one }) => one === left.shiftId)?.name]
    throw new ActRefused(
      'cannot_pick',
      `${name} is pinned on ${shift} and is not active any more. Unpin that seat first.`,
    )
  }
  const picked = await pick(input)
  if (!picked.ok) throw new ActRefused('cannot_pick', picked.reason)
  const next: Seat[] = picked.roster.map(({ shiftId, tenderId, pinned }) => ({ shiftId, tenderId, pinned }))
  const key = (seat: Seat) => `${seat.shiftId}/${seat.tenderId}`
  const [before, after] = [new Set(seats.map(key)), new Set(next.map(key))]
  const { seed, engine, inputHash, unique } = picked
  const hash = hashRoster(next)
  const given = givenOf(input)
  // What the page holds this roster against: the one before it, and what that one was made from.
  const last = hasRoster(week) ? { seats, given: (await findBefore(ctx, id)).given } : null
  return {
    value: undefined,
    set: {
      generated_at: AT,
      pick: { seed, engine, inputHash, levels: [...picked.levels], hash, unique, given, before: last },
    },
    also: seatWrites(id, seats, next),
    data: {
      seed,
      engine,
      inputHash,
      hash,
      seats: input.shifts.reduce((sum, shift) => sum + shift.target, 0),
      filled: next.length,
      added: [...after].filter((pair) => !before.has(pair)).length,
      removed: [...before].filter((pair) => !after.has(pair)).length,
    },
  }
}
