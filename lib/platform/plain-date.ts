import { Temporal } from 'temporal-polyfill'

/**
 * Arithmetic on calendar dates as text, YYYY-MM-DD. A date has no zone and no instant, and is never cut from one:
 * `localOf` gives the date of an instant in a zone.
 */

/** A text that is no calendar date. The message is a sentence for whoever typed it. */
export class DateError extends Error {
  override name = 'DateError'
  constructor(readonly date: string) {
    super(`${JSON.stringify(date.slice(0, 60))} is not a date. Write YYYY-MM-DD, such as 2026-12-10.`)
  }
}

function parse(date: string): Temporal.PlainDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new DateError(date)
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' })
  } catch {
    throw new DateError(date)
  }
}

/** Whether the text is a date that the calendar has: 2026-02-29 is not. */
export function isDate(date: string): boolean {
  try {
    parse(date)
    return true
  } catch {
    return false
  }
}

/** The date so many days later, or earlier when negative. Throws DateError. */
export const addDays = (date: string, days: number): string => parse(date).add({ days }).toString()

/** 1 Monday to 7 Sunday. Throws DateError. */
export const weekday = (date: string): number => parse(date).dayOfWeek

/** The Monday on or before a date. Throws DateError. */
export function mondayOf(date: string): string {
  const day = parse(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** Days from one date to another, negative when it lies before. Throws DateError. */
export const daysBetween = (from: string, to: string): number =>
  parse(from).until(parse(to), { largestUnit: 'day' }).days
