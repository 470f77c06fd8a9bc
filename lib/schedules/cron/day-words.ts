/** The days of a cron in words: ' on weekdays', ' on the 1st of every month', ' on 29 February 2028'. */
import { FIELDS, MONTHS, type Sets, sizeOf, WEEKDAYS } from './fields'
import { listOf, pieces, stepOf } from './lists'

const capital = (word = '') => word.charAt(0).toUpperCase() + word.slice(1)
const weekdayName = (day: number) => capital(WEEKDAYS[day % 7])
const monthName = (month: number) => capital(MONTHS[month - 1])

function ordinal(day: number): string {
  const ends = ['th', 'st', 'nd', 'rd']
  const isTeen = day >= 11 && day <= 13
  return `${day}${(isTeen ? undefined : ends[day % 10]) ?? 'th'}`
}

/** From Monday (1) to Sunday (7), as a week is read. */
const mondayFirst = (set: readonly number[]) => set.map((day) => day || 7).sort((a, b) => a - b)

const plural = (set: readonly number[]) => listOf(mondayFirst(set).map((day) => `${weekdayName(day)}s`))

function onWeekdays(set: readonly number[]): string {
  const days = mondayFirst(set)
  const [first = 1, last = 7] = [days[0], days.at(-1)]
  if (days.join() === '1,2,3,4,5') return ' on weekdays'
  if (days.join() === '6,7') return ' at weekends'
  if (days.length === 6)
    return ` every day but ${weekdayName([1, 2, 3, 4, 5, 6, 7].find((day) => !days.includes(day)) ?? 7)}`
  if (days.length > 2 && last - first === days.length - 1) return ` from ${weekdayName(first)} to ${weekdayName(last)}`
  return ` on ${plural(set)}`
}

function inYears(set: readonly number[]): string {
  const step = set.length > 3 ? stepOf(set) : undefined
  if (step && step > 1) return ` in every ${ordinal(step)} year from ${set[0]} to ${set.at(-1)}`
  return ` in ${pieces(set, String)}`
}

function onDays({ day, month, weekday }: Sets, everyWeekday: boolean, everyMonth: boolean): string {
  const days = `the ${pieces(day, ordinal)}`
  const ofMonths = everyMonth ? ' of every month' : ` of ${pieces(month, monthName)}`
  if (!everyWeekday) {
    const names = mondayFirst(weekday).join() === '1,2,3,4,5' ? 'weekdays' : plural(weekday)
    return ` on ${names} that fall on ${days}${everyMonth ? '' : ofMonths}`
  }
  if (day.length === 1 && month.length === 1) return ` on ${day[0]} ${monthName(month[0] ?? 1)}`
  return ` on ${days}${ofMonths}`
}

/** Begins with a blank; '' for every day of every year. */
export function daysInWords(sets: Sets): string {
  const isWhole = (name: 'day' | 'month' | 'weekday' | 'year') => sets[name].length === sizeOf(FIELDS[name])
  const [everyDay, everyWeekday, everyMonth] = [isWhole('day'), isWhole('weekday'), isWhole('month')]
  const inMonths = everyMonth ? '' : ` in ${pieces(sets.month, monthName)}`
  const days = everyDay
    ? `${everyWeekday ? '' : onWeekdays(sets.weekday)}${inMonths}`
    : onDays(sets, everyWeekday, everyMonth)
  if (isWhole('year')) return days
  const isOneDate = sets.day.length === 1 && sets.month.length === 1 && everyWeekday && sets.year.length === 1
  return isOneDate ? `${days} ${sets.year[0]}` : `${days}${inYears(sets.year)}`
}
