/** A cron's text → what it matches. The grammar is Temporal's, less what would mislead: `grammar.json` has it row by row. */
import { refuseWhole } from './elsewhere'
import { CronError, FIELDS, type FieldName, LAYOUTS, MONTHS, quoted, type Sets, sizeOf } from './fields'
import { everyOf, parseField } from './item'
import { listOf } from './lists'
import { nextWall, type Plan, planOf } from './plan'

export type Cron = {
  /** As it was typed, without the blanks around it. */
  readonly text: string
  readonly sets: Sets
  readonly plan: Plan
  /** Sentences about what a reader may have meant otherwise. */
  readonly notes: readonly string[]
}

const SHORTHANDS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** Sixty minutes and a hundred years, listed one by one, have room in it. */
const LONGEST = 1_000

const FIELDS_ARE =
  'Write 5 fields (minute, hour, day of month, month, day of week), 6 with the year last, or 7 with seconds first and the year last.'

/** The fields' names and texts, in the order of the text. */
function fieldsOf(text: string): { layout: readonly FieldName[]; parts: readonly string[] } {
  refuseWhole(text)
  const shorthand = text.startsWith('@') ? SHORTHANDS[text.toLowerCase()] : undefined
  if (text.startsWith('@') && !shorthand)
    throw new CronError(null, `${quoted(text)} is not known. Write ${Object.keys(SHORTHANDS).join(', ')}, or 5 fields.`)
  const parts = (shorthand ?? text).split(/[ \t]+/)
  const layout = LAYOUTS[parts.length]
  if (!layout) {
    const count = parts.length === 1 ? '1 field' : `${parts.length} fields`
    throw new CronError(null, `${quoted(text)} has ${count}. ${FIELDS_ARE}`)
  }
  return { layout, parts }
}

/** Of a leap year. */
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const longestOf = (month: number) => LENGTHS[month - 1] ?? 31

function whyNever({ day, month }: Sets): string {
  const longest = Math.max(...month.map(longestOf))
  if ((day[0] ?? 1) <= longest)
    return 'from 2000 to 2100 no date has its day of month, month, day of week and year at once. Free one of them with *.'
  const names = month
    .map((each) => MONTHS[each - 1] ?? '')
    .map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  return `${listOf(names)} ${names.length > 1 ? 'have' : 'has'} at most ${longest} days. Write a day from 1 to ${longest}.`
}

/** What the days of a cron leave out, or ask for, that is easily overlooked. */
function dayNotes({ day, month, weekday }: Sets): string[] {
  const notes: string[] = []
  if (day.length < sizeOf(FIELDS.day) && weekday.length < sizeOf(FIELDS.weekday))
    notes.push('Day of month and day of week must both match. Other crons fire when either does.')
  const [first = 1] = day
  if (first === 29 && month.length === 1 && month[0] === 2) notes.push('Only leap years have a 29 February.')
  else if (month.some((each) => Math.min(longestOf(each), each === 2 ? 28 : 31) < first))
    notes.push(`Months without a day ${first} are passed over.`)
  return notes
}

/** Reads a cron of 5, 6 or 7 fields. Throws CronError, also for one that matches no date from 2000 to 2100. */
export function parseCron(typed: string): Cron {
  const text = typed.trim()
  if (text === '') throw new CronError(null, `There is no cron. ${FIELDS_ARE}`)
  if (text.length > LONGEST)
    throw new CronError(null, `A cron has at most ${LONGEST} characters: write ranges and steps.`)
  const sets = { second: [0], year: everyOf('year') } as Partial<Record<FieldName, readonly number[]>>
  const notes: string[] = []
  const { layout, parts } = fieldsOf(text)
  for (const [index, name] of layout.entries()) {
    const { values, note } = parseField(FIELDS[name], parts[index] ?? '')
    sets[name] = values
    if (note) notes.push(note)
  }
  const whole = sets as Sets
  const plan = planOf(whole)
  if (nextWall(plan, 0) === Number.POSITIVE_INFINITY)
    throw new CronError('day', `${quoted(text)} never fires: ${whyNever(whole)}`)
  return { text, sets: whole, plan, notes: [...notes, ...dayNotes(whole)] }
}
