import { daysBetween, weekday } from './plain-date'
import { localOf } from './zones'

/**
 * The only place that puts times into words: en-GB order, 24 hours, in the subject's own zone with its letters. Names
 * of days and months are ours, since those of Intl change between versions ('Sept').
 *
 * Pages format on the server and hand strings to client components. Zone tables never go to the browser, and a browser
 * with older zone data would show another time than the mail said.
 */

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const short = (word: string) => word.slice(0, 3)

/**
 * A calendar date, YYYY-MM-DD, in words: short 'Thu 10 Dec', long 'Thursday 10 December', full 'Thursday 10 December
 * 2026', week 'Week of 14 December' (named by the date given), tight 'Thu 10'. Throws DateError.
 */
export function formatDate(date: string, style: 'tight' | 'short' | 'long' | 'full' | 'week'): string {
  const name = DAYS[weekday(date) - 1] ?? ''
  const month = MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
  const day = Number(date.slice(8, 10))
  switch (style) {
    case 'tight':
      return `${short(name)} ${day}`
    case 'short':
      return `${short(name)} ${day} ${short(month)}`
    case 'long':
      return `${name} ${day} ${month}`
    case 'full':
      return `${name} ${day} ${month} ${Number(date.slice(0, 4))}`
    case 'week':
      return `Week of ${day} ${month}`
  }
}

/**
 * An instant as the zone's clocks show it: time '18:00 GMT', day 'Thu 10 Dec', dayTime 'Thu 10 Dec 18:00 GMT', full
 * 'Thursday 10 December 2026 at 18:00 GMT', stamp '2026-12-10 18:00:05 GMT' (with zone 'UTC', what is shown on hover).
 * Throws ZoneError.
 */
export function formatInstant(
  zone: string,
  instant: Date,
  style: 'time' | 'day' | 'dayTime' | 'full' | 'stamp',
): string {
  const { date, time, abbreviation } = localOf(zone, instant)
  const clock = `${time.slice(0, 5)} ${abbreviation}`
  switch (style) {
    case 'time':
      return clock
    case 'day':
      return formatDate(date, 'short')
    case 'dayTime':
      return `${formatDate(date, 'short')} ${clock}`
    case 'full':
      return `${formatDate(date, 'full')} at ${clock}`
    case 'stamp':
      return `${date} ${time} ${abbreviation}`
  }
}

/** An instant as a page shows it: for machines, and in words. */
export type Shown = { iso: string; label: string }

/** 'Thu 10 Dec 18:00 GMT', with its instant. Throws ZoneError. */
export const shownAt = (zone: string, at: Date): Shown => ({
  iso: at.toISOString(),
  label: formatInstant(zone, at, 'dayTime'),
})

/**
 * From one instant to a later one: time '18:00 – 23:00', tight 'Fri 18, 20:00 – 00:30', full 'Fri 18 Dec, 20:00 – 00:30
 * GMT'. An end in the night that follows stands without its date; one further off has it ('Sun 20 02:00'). Where clocks
 * change in between, both times carry their letters in every style. Throws ZoneError.
 */
export function formatLocalRange(zone: string, from: Date, to: Date, style: 'time' | 'tight' | 'full'): string {
  const [start, end] = [localOf(zone, from), localOf(zone, to)]
  const changes = start.abbreviation !== end.abbreviation
  const nights = daysBetween(start.date, end.date)
  const near = nights === 0 || (nights === 1 && end.time < start.time)
  const endDate = near ? '' : `${formatDate(end.date, style === 'full' ? 'short' : 'tight')} `
  const first = `${start.time.slice(0, 5)}${changes ? ` ${start.abbreviation}` : ''}`
  const last = `${endDate}${end.time.slice(0, 5)}${changes || style === 'full' ? ` ${end.abbreviation}` : ''}`
  const day = style === 'time' ? '' : `${formatDate(start.date, style === 'full' ? 'short' : 'tight')}, `
  return `${day}${first} – ${last}`
}
