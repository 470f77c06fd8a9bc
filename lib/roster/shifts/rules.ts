import { weekday } from '@/lib/platform/plain-date'
import { formatLocalRange } from '@/lib/platform/zone-format'
import { isToConfirm } from '../answers/rules'
import { compareNames, faultOfShift } from '../people/rules'
import { type PlannedShift, planShifts } from '../rules'
import type { Seat, WeekShift } from '../schema'
import type { WeekShiftValues } from './schema'

export type ShiftFault = { reason: string; detail: string; field?: string }
type Named = Pick<WeekShift, 'startsAt' | 'endsAt' | 'role'>
export type Planned = Omit<PlannedShift, 'templateId'>

/** 'Fri 18, 18:00 – 23:00, Bar': what a shift is called in the record, and what a tender is told it was. */
export const nameOfShift = (zone: string, shift: Named): string =>
  `${formatLocalRange(zone, shift.startsAt, shift.endsAt, 'tight')}, ${shift.role}`

/** A typed shift as the week would hold it; a time that the clocks skip is taken as the weekly pattern takes it. */
export function planShift(zone: string, weekOf: string, values: WeekShiftValues): Planned | ShiftFault {
  const fault = faultOfShift(values)
  if (fault) return { reason: 'bad_shift', detail: fault.reason, field: fault.field }
  const [planned] = planShifts(zone, weekOf, [{ id: '', ...values }])
  if (!planned) throw new Error('One pattern makes one shift')
  const { templateId: _, ...shift } = planned
  return shift
}

/** A shift of a week as its form shows it. */
export const valuesOf = (shift: WeekShift): WeekShiftValues => ({
  weekday: weekday(shift.date),
  startTime: shift.startTime,
  endTime: shift.endTime,
  role: shift.role,
  minSeats: shift.minSeats,
  targetSeats: shift.targetSeats,
  keyWanted: shift.keyWanted,
})

const KEPT = ['date', 'startTime', 'endTime', 'role', 'minSeats', 'targetSeats', 'keyWanted'] as const

export const isSameShift = (before: WeekShift, after: Planned): boolean =>
  KEPT.every((field) => before[field] === after[field])

/** Whether who said when they can work said it of another time. */
export const isMoved = (before: WeekShift, after: Planned): boolean =>
  before.date !== after.date || before.startTime !== after.startTime || before.endTime !== after.endTime

/** A shift of the week as the dialog that changes it shows it. */
export type OwnShift = {
  id: string
  when: string
  role: string
  values: WeekShiftValues
  /** How many said anything of it, and of those, who did before its day or times changed. */
  answers: number
  toConfirm: number
  taken: number
}

type Answered = ReadonlyMap<string, Parameters<typeof isToConfirm>[0]>

/** @param used the answer that counts, by tender */
export const ownShifts = (
  zone: string,
  { shifts, seats, used }: { shifts: readonly WeekShift[]; seats: readonly Seat[]; used: Answered },
): OwnShift[] =>
  shifts.map((shift) => {
    const given = [...used.values()].filter((answer) => answer.choices[shift.id] !== undefined)
    return {
      id: shift.id,
      when: formatLocalRange(zone, shift.startsAt, shift.endsAt, 'tight'),
      role: shift.role,
      values: valuesOf(shift),
      answers: given.length,
      toConfirm: given.filter((answer) => isToConfirm(answer, shift)).length,
      taken: seats.filter((seat) => seat.shiftId === shift.id).length,
    }
  })

type Week = {
  zone: string
  shifts: readonly WeekShift[]
  seats: readonly Seat[]
  /** Names by tender. */
  names: ReadonlyMap<string, string>
}

/**
 * Why a shift cannot become what was typed while people hold its seats, or null: it names who has to be taken off
 * first, and the shift that is in the way.
 */
export function faultOfSeats(
  { zone, shifts, seats, names }: Week,
  before: WeekShift,
  after: Planned,
): ShiftFault | null {
  const held = seats.filter((seat) => seat.shiftId === before.id).map((seat) => seat.tenderId)
  const nameOf = (tenderId: string) => names.get(tenderId) ?? 'Somebody'
  if (held.length > after.targetSeats)
    return {
      reason: 'seats_taken',
      field: 'targetSeats',
      detail: `${held.map(nameOf).sort(compareNames).join(', ')} have a seat there already, which makes ${held.length}. Take somebody off first, or keep the seats.`,
    }
  for (const tenderId of held) {
    const other = shifts.find(
      (shift) =>
        shift.id !== before.id &&
        seats.some((seat) => seat.shiftId === shift.id && seat.tenderId === tenderId) &&
        (shift.date === after.date || (shift.startsAt < after.endsAt && after.startsAt < shift.endsAt)),
    )
    if (!other) continue
    const why = other.date === after.date ? 'works another shift that day' : 'works another shift at that time'
    return {
      reason: 'seat_clashes',
      field: other.date === after.date ? 'weekday' : 'startTime',
      detail: `${nameOf(tenderId)} ${why}: ${nameOfShift(zone, other)}. Take ${nameOf(tenderId)} off one of the two first.`,
    }
  }
  return null
}
