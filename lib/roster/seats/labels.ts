import { counted } from '../labels'
import { compareNames } from '../people/rules'
import type { Change } from '../schema'
import type { Fault } from './rules'

/** Who and what ids stand for: 'Hugo Lane', 'Fri 18 20:00'. */
export type Names = { person(id: string): string; shift(id: string): string }

/** 'Ana, Ben and Chloe' */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

/** A refused change with the names it is about; null where the reason alone says enough. */
export function faultWords({ reason, pair, against }: Fault, names: Names): string | null {
  const [who, shift] = [names.person(pair.tenderId), names.shift(pair.shiftId)]
  switch (reason) {
    case 'pair_banned':
      return `${who} is banned from ${shift}: lift the ban first, then put them there.`
    case 'pair_pinned':
      return `${who} is pinned to ${shift}: unpin them first, then ban.`
    case 'already_pinned':
      return `${who} is pinned to ${shift} already.`
    case 'already_banned':
      return `${who} is banned from ${shift} already.`
    case 'already_assigned':
      return `${who} has a seat in ${shift} already.`
    case 'not_assigned':
      return `${who} has no seat in ${shift}.`
    case 'no_such_tender':
      return `${who} is not active any more, and can only be taken off.`
    case 'shift_full': {
      const holders = listed(against.map(({ tenderId }) => names.person(tenderId)).sort(compareNames))
      const seats = against.length === 1 ? 'its one seat' : `its ${against.length} seats`
      return `${shift} is full: ${holders} ${against.length === 1 ? 'has' : 'have'} ${seats}. Take one off, or exchange.`
    }
    case 'one_shift_a_day':
      return `${who} works ${listed(against.map(({ shiftId }) => names.shift(shiftId)))}, and nobody works twice a day.`
    default:
      return null
  }
}

/** A change that is done, as its toast says it. */
export function changedWords(change: Change, names: Names): string {
  const [who, shift] = [names.person(change.tenderId), names.shift(change.shiftId)]
  switch (change.change) {
    case 'pin':
      return `${who} is pinned to ${shift}.`
    case 'unpin':
      return `${who} is not pinned to ${shift} any more: the next generate may move them.`
    case 'remove':
      return `${who} is off ${shift}.`
    case 'ban':
      return `${who} is banned from ${shift}, whatever is generated.`
    case 'unban':
      return `${who} may work ${shift} again.`
    case 'exchange':
      return `${who} now works ${names.shift(change.withShiftId)}, ${names.person(change.withTenderId)} works ${shift}. Both are pinned.`
    case 'move':
      return change.toTenderId === change.tenderId
        ? `${who} moved from ${shift} to ${names.shift(change.toShiftId)}, pinned.`
        : `${names.person(change.toTenderId)} works ${shift} in place of ${who}, pinned.`
  }
}

/** What a person sees of one cell. */
export type CellWords = {
  name: string
  shift: string
  seat: 'none' | 'picked' | 'pinned' | 'banned'
  answer: 'yes' | 'if_needed' | 'no' | 'silent'
  isNew: boolean
}

const ANSWERS = { yes: 'could', if_needed: 'if needed', no: 'said no', silent: 'no answer' } as const

/** 'Ana Berg, Fri 18 20:00 Bar: picked, pinned, new' */
export function cellWords({ name, shift, seat, answer, isNew }: CellWords): string {
  const isHeld = seat === 'picked' || seat === 'pinned'
  const parts = [
    ...(isHeld ? ['picked'] : []),
    ...(seat === 'pinned' || seat === 'banned' ? [seat] : []),
    ...(isHeld && answer === 'yes' ? [] : [ANSWERS[answer]]),
    ...(isNew ? ['new'] : []),
  ]
  return `${name}, ${shift}: ${parts.join(', ')}`
}

type HeadWords = {
  name: string
  filled: number
  seats: number
  needed: number
  keyMissing: boolean
  why: string | null
}

/** What a shift lacks, as one sentence; null when nothing does. */
export function lackWords({ name, filled, seats, needed, keyMissing, why }: HeadWords): string | null {
  const empty = seats - filled
  const must = Math.min(empty, Math.max(0, needed - filled))
  const seat = `${counted(empty, 'seat')} empty${must > 0 ? `, ${must === empty ? 'needed' : `${must} needed`}` : ''}`
  const parts = [...(empty > 0 ? [`${seat}${why ? `: ${why}` : ''}`] : []), ...(keyMissing ? ['no key holder'] : [])]
  return parts.length > 0 ? `${name}: ${parts.join('; ')}.` : null
}

/** 'Ana Berg, key holder, answered, at most 3 shifts' */
export function personWords(
  person: {
    name: string
    keyHolder: boolean
    active: boolean
    answer: 'counted' | 'late' | 'silent' | 'unasked'
    most: number | null
  },
  isAsked: boolean,
): string {
  const answered = { counted: 'answered', late: 'answered late', silent: 'silent', unasked: 'not asked' }[person.answer]
  return [
    person.name,
    ...(person.keyHolder ? ['key holder'] : []),
    ...(person.active ? [] : ['not active any more']),
    ...(isAsked ? [answered] : []),
    ...(person.most === null ? [] : [`at most ${counted(person.most, 'shift')}`]),
  ].join(', ')
}

/** 'Fri 18 20:00: 1 of 2 seats filled, no key holder, empty: nobody else offered' */
export function headWords(
  shift: HeadWords & { keyWanted: boolean; yes: number; ifNeeded: number; empty: number },
  isAssigned: boolean,
  isAsked: boolean,
): string {
  const { name, filled, seats, empty, keyMissing, keyWanted, why, yes, ifNeeded } = shift
  const parts = isAssigned
    ? [
        `${filled} of ${counted(seats, 'seat')} filled`,
        ...(keyMissing ? ['no key holder'] : []),
        ...(empty > 0 && why ? [`empty: ${why}`] : []),
      ]
    : [
        counted(seats, 'seat'),
        ...(keyWanted ? ['key holder wanted'] : []),
        ...(isAsked ? [`${yes} could, ${ifNeeded} if needed`] : []),
      ]
  return `${name}: ${parts.join(', ')}`
}

export const carriedWords = (name: string, shift: string): string =>
  `The seat of ${name} on ${shift} is picked up. Go to another cell and press X or Enter to drop it; Esc leaves it where it is.`
