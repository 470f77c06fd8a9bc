/** One field's text → the values it names. Lists, ranges, steps and names, as Temporal reads them. */
import { refuseItem } from './elsewhere'
import { CronError, FIELDS, type Field, type FieldName, quoted, sizeOf } from './fields'

export type Parsed = { values: readonly number[]; note: string | null }

function range(from: number, to: number, step = 1): number[] {
  const values: number[] = []
  for (let value = from; value <= to; value += step) values.push(value)
  return values
}

const star = (name: FieldName) => range(FIELDS[name].min, FIELDS[name].min + sizeOf(FIELDS[name]) - 1)
/** One array for every cron that has a star there. */
const STARS: Readonly<Record<FieldName, readonly number[]>> = {
  second: star('second'),
  minute: star('minute'),
  hour: star('hour'),
  day: star('day'),
  month: star('month'),
  weekday: star('weekday'),
  year: star('year'),
}

/** Every value of a field. */
export const everyOf = (name: FieldName): readonly number[] => STARS[name]

/** Forms that other crons have are looked for where reading fails, for their own sentence. */
function valueIn(field: Field, text: string, item: string): number {
  if (/^\d{1,4}$/.test(text)) {
    const value = Number(text)
    if (value >= field.min && value <= field.max) return value
  } else {
    const word = text.toLowerCase()
    const index = field.names.findIndex((name) => name === word || name.slice(0, 3) === word)
    if (index >= 0) return field.min + index
    refuseItem(field, item)
    const meant = word.length > 2 ? field.names.find((name) => name.startsWith(word)) : undefined
    if (meant)
      throw CronError.in(
        field,
        `${quoted(text)} is not allowed: write ${meant.slice(0, 3).toUpperCase()} or ${meant.toUpperCase()}.`,
      )
  }
  throw CronError.in(field, `${quoted(text)} is not allowed: write ${field.allowed}.`)
}

/** The same days, months or times in writing that does not run backwards. */
function forwards(field: Field, from: number, to: number): string {
  if (field.name === 'year') return `write ${to}-${from}`
  if (field.name === 'weekday') {
    const days = range(from, to + 7).map((day) => (field.names[day % 7] ?? '').slice(0, 3).toUpperCase())
    return `write ${days.join()}`
  }
  const last = field.max
  const part = (low: number, high: number) => (low === high ? `${low}` : `${low}-${high}`)
  return `write ${part(to, from)}, or ${part(from, last)},${part(field.min, to)} to go round the end`
}

function stepOf(field: Field, text: string, item: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0)
    throw CronError.in(field, `the step in ${quoted(item)} is not allowed: write a whole number from 1 after the /.`)
  return Number(text)
}

function valuesOf(field: Field, item: string): number[] {
  if (item === '') throw CronError.in(field, 'there is nothing beside a comma: take the comma out.')
  if (/^\d+$/.test(item)) return [valueIn(field, item, item)]
  const [span = '', ...steps] = item.split('/')
  if (steps.length > 1) throw CronError.in(field, `${quoted(item)} has two steps: write one /.`)
  const step = steps[0] === undefined ? undefined : stepOf(field, steps[0], item)
  if (span === '*') return range(field.min, field.max, step)
  const [low = '', ...highs] = span.split('-')
  if (highs.length > 1) throw CronError.in(field, `${quoted(item)} is not one range: write two ends, such as 1-5.`)
  const from = valueIn(field, low, item)
  if (highs[0] === undefined) return step === undefined ? [from] : range(from, field.max, step)
  const to = valueIn(field, highs[0], item)
  if (to < from) throw CronError.in(field, `${quoted(span)} runs backwards: ${forwards(field, from, to)}.`)
  return range(from, to, step)
}

/** A step that leaves one value of a star or a range was meant otherwise. */
function lonelyStep(field: Field, item: string, values: readonly number[]): string | null {
  const [span = '', step] = item.split('/')
  const isLonely = step !== undefined && new Set(values).size === 1 && (span === '*' || span.includes('-'))
  return isLonely ? `In the ${field.title} field, ${item} steps past the end: only ${values[0]} is left.` : null
}

/** The values that a field's text names, ascending, with what a reader should know. Throws CronError. */
export function parseField(field: Field, text: string): Parsed {
  if (text === '*') return { values: STARS[field.name], note: null }
  let note: string | null = null
  const lists = text.split(',').map((item) => {
    const named = valuesOf(field, item)
    // Both numbers of Sunday are 0.
    const values = field.name === 'weekday' && named.at(-1) === 7 ? named.map((day) => day % 7).sort() : named
    if (item.includes('/')) note ??= lonelyStep(field, item, values)
    return values
  })
  const [only] = lists
  // 0-7 names Sunday twice.
  if (only && lists.length === 1 && only[0] !== only[1]) return { values: only, note }
  return { values: [...new Set(lists.flat())].sort((a, b) => a - b), note }
}
