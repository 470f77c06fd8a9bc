import type { Context } from '@/lib/platform/context'
import { findBefore } from '../changes/data'
import type { Before, Given } from '../changes/rules'
import { explain } from '../picker/explain'
import { hashRoster } from '../picker/hash'
import type { Refusal } from '../picker/result'
import type { Pair, Week as PickerWeek } from '../picker/week'
import type { Why } from '../picker/why'
import { standing } from '../picker/words'
import { hasRoster } from '../rules'
import type { Seat, Week } from '../schema'
import { findWeek } from '../week/data'
import { pickerInput } from '../week/effects'
import { type Cause, LEFT, ledgerWords, noteWords, reasonOf, saidWords, whyTitle } from './labels'
import { callNames } from './rules'
import type { WhyView } from './schema'

type Asked = {
  week: Week
  input: PickerWeek
  seats: Seat[]
  /** Full names by tender, short ones where nobody shares them, and what shifts are called. */
  nameOf: (tenderId: string) => string
  shiftOf: (shiftId: string) => string | undefined
  /** What the roster would differ by from what the picker makes of it now. */
  cause: Cause
}

/**
 * The week as the picker is asked about it. As long as nobody touched the roster it is held against the draft that the
 * generate held it against, so that a lot is called a lot; once changed by hand, against the roster as it stands.
 */
function askedOf(
  week: Week,
  read: Awaited<ReturnType<typeof pickerInput>>,
  last: { given: Given | null; before: Before | null },
): Asked {
  const { seats, names } = read
  const key = ({ shiftId, tenderId }: Pair) => `${shiftId}/${tenderId}`
  const pins = new Set(seats.filter((seat) => seat.pinned).map(key))
  const isBefore = week.pick === null && hasRoster(week)
  const byHand = week.pick !== null && hashRoster(seats) !== week.pick.hash
  const isAsMade = !byHand && !isBefore && (last.given?.pins ?? []).every((pin) => pins.has(pin))
  const called = callNames(names)
  const shifts = new Map(read.input.shifts.map(({ id, name }) => [id, name]))
  return {
    week,
    seats,
    cause: isBefore ? 'before' : !byHand ? 'input' : week.state === 'SENT' ? 'swap' : 'hand',
    input: isAsMade ? { ...read.input, shown: last.before?.seats ?? null } : read.input,
    nameOf: (id) => called.get(id) ?? 'This person',
    shiftOf: (id) => shifts.get(id),
  }
}

export async function readAsked(ctx: Context, week: Week): Promise<Asked> {
  const [read, last] = await Promise.all([pickerInput(ctx, week), findBefore(ctx, week.id)])
  return askedOf(week, read, last)
}

/** The reasons of some pairs, by 'shift/tender'; a refusal where the pins contradict each other. */
export async function reasonsFor(asked: Asked, pairs: readonly Pair[]): Promise<Map<string, Why> | Refusal> {
  const found = await explain(asked.input, pairs)
  return Array.isArray(found)
    ? new Map(found.map((why) => [`${why.shiftId}/${why.tenderId}`, why]))
    : (found as Refusal)
}

/**
 * Why a person stands on a shift or not, in the roster as it stands; null where week, shift or person are not there.
 * Before there is a roster: what they answered.
 */
export async function loadWhy(ctx: Context, runId: string, pair: Pair): Promise<WhyView | null> {
  const week = await findWeek(ctx, runId)
  if (!week?.state) return null
  const asked = await readAsked(ctx, week)
  const { input, seats, nameOf, shiftOf } = asked
  const shift = shiftOf(pair.shiftId)
  const name = nameOf(pair.tenderId)
  const isHere = seats.some((seat) => seat.shiftId === pair.shiftId && seat.tenderId === pair.tenderId)
  const tender = input.tenders.find(({ id }) => id === pair.tenderId)
  if (!shift || (!tender && name === 'This person')) return null
  if (!hasRoster(week)) {
    const answer = input.answers.find((row) => row.shiftId === pair.shiftId && row.tenderId === pair.tenderId)
    const text = saidWords(name, answer?.answer ?? null, week.state === 'COLLECTING' || week.state === 'DRAFT')
    return { title: `${name} on ${shift}`, text, ledger: null, note: null }
  }
  const title = whyTitle(name, shift, isHere)
  if (!tender) return { title, text: `${name} ${LEFT}`, ledger: null, note: null }
  const reasons = await reasonsFor(asked, [pair])
  if (!(reasons instanceof Map)) return { title, text: reasons.reason, ledger: null, note: null }
  const why = reasons.get(`${pair.shiftId}/${pair.tenderId}`)
  if (!why) return null
  const stands = (id: string) => standing(input.tenders.find((one) => one.id === id)?.debt ?? 0)
  const others = seats
    .filter((seat) => seat.shiftId === pair.shiftId && seat.tenderId !== pair.tenderId)
    .map(({ tenderId }) => ({ name: nameOf(tenderId), standing: stands(tenderId) }))
  return {
    title,
    text: reasonOf(why, name),
    ledger: why.rule === 'level' ? ledgerWords({ name, standing: stands(pair.tenderId) }, others) : null,
    note: why.picked === isHere ? null : noteWords(isHere, asked.cause),
  }
}
