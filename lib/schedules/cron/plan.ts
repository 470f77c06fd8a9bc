/**
 * A cron made ready for searching, on wall-clock time alone: seconds since 1970 as if the clocks were UTC's, without a
 * zone. Times of day go by tables of the next value, days by a bit mask a month, months by a list of all 1,212 of them.
 */
import { FIRST_YEAR, LAST_YEAR, type Sets } from './fields'

const DAY = 86_400
const MONTHS = (LAST_YEAR - FIRST_YEAR + 1) * 12
/** First day of each month, in days since 1970, and of the month after the last. */
const STARTS = Int32Array.from({ length: MONTHS + 1 }, (_, month) => Date.UTC(FIRST_YEAR, month, 1) / 1000 / DAY)
const FIRST_DAY = STARTS[0] as number
const END = STARTS[MONTHS] as number
const MEAN_MONTH = 365.2425 / 12

/** A month's calendar is one of 28: by its first weekday and by its length. */
const kindOf = (firstWeekday: number, length: number) => firstWeekday * 4 + length - 28
const KINDS = Uint8Array.from({ length: MONTHS }, (_, month) => {
  const start = STARTS[month] as number
  // 1 January 1970 was a Thursday.
  return kindOf((start + 4) % 7, (STARTS[month + 1] as number) - start)
})

/** No value is left. */
const NONE = 255

export type Plan = {
  /** The next value of the set from each one on, or NONE. */
  readonly seconds: Uint8Array
  readonly minutes: Uint8Array
  readonly hours: Uint8Array
  /** By kind of month: bit 0 is the 1st. */
  readonly days: readonly number[]
  /** Bit 0 is January. */
  readonly months: number
  /** By years after the first: 1 where it is in. */
  readonly years: Uint8Array
  /** Second of the day at which a matching day's first time stands. */
  readonly first: number
}

function makeTable(set: readonly number[], size: number): Uint8Array {
  const table = new Uint8Array(size + 1).fill(NONE)
  for (let value = size - 1, at = set.length - 1; value >= 0; value--) {
    if (set[at] === value) {
      table[value] = value
      at--
    } else table[value] = table[value + 1] as number
  }
  return table
}

/** Most fields are a star or one value: their tables are made once for all crons. */
const tablesOf = (size: number) => {
  const all = Array.from({ length: size }, (_, value) => value)
  return { every: makeTable(all, size), one: all.map((value) => makeTable([value], size)) }
}
const HOURS = tablesOf(24)
const SIXTY = tablesOf(60)

function nextTable(set: readonly number[], made: typeof HOURS): Uint8Array {
  const size = made.one.length
  if (set.length === size) return made.every
  return (set.length === 1 ? made.one[set[0] as number] : undefined) ?? makeTable(set, size)
}

/** The days of a month that are a weekday (the column), by the weekday of its 1st (the row). */
const WEEKLY = Int32Array.from({ length: 49 }, (_, index) => {
  let days = 0
  for (let at = ((index % 7) - Math.floor(index / 7) + 7) % 7; at < 31; at += 7) days |= 1 << at
  return days
})

/** The days 1 to 28, to 29, to 30, to 31. */
const LENGTHS = [28, 29, 30, 31].map((length) => 2 ** length - 1)

function dayMasks({ day, weekday }: Sets): number[] {
  let wanted = 0
  for (const each of day) wanted |= 1 << (each - 1)
  // A plain array: a typed one of this size costs as much to make as all the rest of a plan.
  const masks: number[] = []
  for (let first = 0; first < 7; first++) {
    let fitting = 0
    for (const each of weekday) fitting |= WEEKLY[first * 7 + each] as number
    for (const length of LENGTHS) masks.push(wanted & fitting & length)
  }
  return masks
}

const EVERY_YEAR = new Uint8Array(LAST_YEAR - FIRST_YEAR + 1).fill(1)

function yearsOf(set: readonly number[]): Uint8Array {
  if (set.length === EVERY_YEAR.length) return EVERY_YEAR
  const years = new Uint8Array(EVERY_YEAR.length)
  for (const year of set) years[year - FIRST_YEAR] = 1
  return years
}

export function planOf(sets: Sets): Plan {
  const [second = 0, minute = 0, hour = 0] = [sets.second[0], sets.minute[0], sets.hour[0]]
  return {
    seconds: nextTable(sets.second, SIXTY),
    minutes: nextTable(sets.minute, SIXTY),
    hours: nextTable(sets.hour, HOURS),
    days: dayMasks(sets),
    months: sets.month.reduce((mask, month) => mask | (1 << (month - 1)), 0),
    years: yearsOf(sets.year),
    first: hour * 3600 + minute * 60 + second,
  }
}

function monthOf(day: number): number {
  let month = Math.min(MONTHS - 1, Math.floor((day - FIRST_DAY) / MEAN_MONTH))
  while ((STARTS[month] as number) > day) month--
  while ((STARTS[month + 1] as number) <= day) month++
  return month
}

/** The days of a month that match, as bits. */
function daysOf(plan: Plan, month: number): number {
  if ((plan.months >> (month % 12)) & 1 && plan.years[(month / 12) | 0] === 1)
    return plan.days[KINDS[month] as number] as number
  return 0
}

/** The first matching time of a day from a second of it on, or -1. */
function timeFrom(plan: Plan, time: number): number {
  const { hours, minutes, seconds } = plan
  const hour = (time / 3600) | 0
  let nextHour = hours[hour] as number
  if (nextHour === hour) {
    const minute = ((time - hour * 3600) / 60) | 0
    let nextMinute = minutes[minute] as number
    if (nextMinute === minute) {
      const second = seconds[time - hour * 3600 - minute * 60] as number
      if (second !== NONE) return hour * 3600 + minute * 60 + second
      nextMinute = minutes[minute + 1] as number
    }
    if (nextMinute !== NONE) return hour * 3600 + nextMinute * 60 + (seconds[0] as number)
    nextHour = hours[hour + 1] as number
  }
  return nextHour === NONE ? -1 : nextHour * 3600 + (minutes[0] as number) * 60 + (seconds[0] as number)
}

/** The first matching wall time that is not before `wall`; Infinity where none is left up to the last year. */
export function nextWall(plan: Plan, wall: number): number {
  const from = Math.max(wall, FIRST_DAY * DAY)
  const day = Math.floor(from / DAY)
  if (day >= END) return Number.POSITIVE_INFINITY
  let month = monthOf(day)
  const at = day - (STARTS[month] as number)
  let days = daysOf(plan, month)
  if ((days >> at) & 1) {
    const time = timeFrom(plan, from - day * DAY)
    if (time >= 0) return day * DAY + time
  }
  days &= -2 << at
  while (days === 0) {
    month++
    if (month === MONTHS) return Number.POSITIVE_INFINITY
    days = daysOf(plan, month)
  }
  // The lowest bit that is set is the first day that matches.
  return ((STARTS[month] as number) + 31 - Math.clz32(days & -days)) * DAY + plan.first
}
