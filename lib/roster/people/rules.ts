import type { Settings } from '../schema'

/** Longer than the longest day behind a bar; a typed end on the wrong side of midnight is always longer. */
export const LONGEST_SHIFT_MIN = 16 * 60

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** 1 Monday to 7 Sunday. */
export const dayName = (weekday: number): string => DAYS[weekday - 1] ?? ''

/** What a shift of the pattern is called: 'Friday 18:00, Bar'. */
export const nameOfShift = ({
  weekday,
  startTime,
  role,
}: {
  weekday: number
  startTime: string
  role: string
}): string => `${dayName(weekday)} ${startTime}, ${role}`

export type ShiftTimes = { weekday: number; startTime: string; endTime: string }

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Minutes by the wall clock from start to end; an end before the start is on the next day. */
export const lengthOf = ({ startTime, endTime }: ShiftTimes): number =>
  (minutesOf(endTime) - minutesOf(startTime) + 24 * 60) % (24 * 60)

/** When a shift ends, where that is not plain: 'Ends 00:30 on Saturday.' Null for one that ends on its own day. */
export function endWords(shift: ShiftTimes): string | null {
  if (shift.endTime >= shift.startTime) return null
  return `Ends ${shift.endTime} on ${dayName((shift.weekday % 7) + 1)}.`
}

const hours = (minutes: number) => `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`

export type Fault = { field: string; reason: string }

/** Why a shift of the pattern cannot be, or null. */
export function faultOfShift(shift: ShiftTimes & { minSeats: number; targetSeats: number }): Fault | null {
  const length = lengthOf(shift)
  if (length === 0)
    return { field: 'endTime', reason: 'A shift cannot end at the minute it starts. Choose a later end.' }
  if (length > LONGEST_SHIFT_MIN) {
    const night = shift.endTime < shift.startTime ? ` It would end on ${dayName((shift.weekday % 7) + 1)}.` : ''
    return {
      field: 'endTime',
      reason: `That is ${hours(length)}.${night} A shift has at most ${LONGEST_SHIFT_MIN / 60} h: mend a time, or make two of it.`,
    }
  }
  if (shift.minSeats > shift.targetSeats)
    return { field: 'minSeats', reason: 'It needs more people than it has seats. Lower one or raise the other.' }
  return null
}

/** What somebody is called where they are greeted: 'Rosa Lind' → 'Rosa'. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name

const collator = new Intl.Collator('en', { numeric: true })
/** The order of a list of names, the same on every page and in every mail: Łukasz before Zoë, whatever the database. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
export const byName = (a: { name: string }, b: { name: string }): number => compareNames(a.name, b.name)

type Plain = string | number | boolean | null

/** What differs between two rows, before and after, for the record of a change. */
export function changesOf<T extends Record<string, Plain>>(before: T, after: T) {
  const keys = Object.keys(after).filter((key) => before[key] !== after[key])
  const of = (row: T) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
  return { before: of(before), after: of(after) }
}

/** The rhythm that a new roster begins with: asked for six days, closed a week ahead, out on the Thursday before. */
export const USUAL_RHYTHM: Settings = {
  opens: { daysBefore: 13, time: '09:00' },
  closes: { daysBefore: 7, time: '08:00' },
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
  autopilot: false,
  makesWeeks: false,
  restHours: 0,
}
