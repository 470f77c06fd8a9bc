/** The seven fields of a cron: what each holds, how it is called, and what may stand in it. */

export type FieldName = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'year'

export type Field = {
  readonly name: FieldName
  /** As a person calls it. */
  readonly title: string
  readonly min: number
  readonly max: number
  /** Full names in lower case, the first one for the value `min`; three letters of each do too. */
  readonly names: readonly string[]
  /** What is allowed, to stand after "write". */
  readonly allowed: string
}

/** From Sunday, which is 0. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export const MONTHS = [
  ...(['january', 'february', 'march', 'april', 'may', 'june'] as const),
  ...(['july', 'august', 'september', 'october', 'november', 'december'] as const),
]

export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

export const FIELDS: Readonly<Record<FieldName, Field>> = {
  second: { name: 'second', title: 'second', min: 0, max: 59, names: [], allowed: '0 to 59' },
  minute: { name: 'minute', title: 'minute', min: 0, max: 59, names: [], allowed: '0 to 59' },
  hour: { name: 'hour', title: 'hour', min: 0, max: 23, names: [], allowed: '0 to 23' },
  day: { name: 'day', title: 'day-of-month', min: 1, max: 31, names: [], allowed: '1 to 31' },
  month: {
    name: 'month',
    title: 'month',
    min: 1,
    max: 12,
    names: MONTHS,
    allowed: '1 to 12, or a name such as MAR or MARCH',
  },
  weekday: {
    name: 'weekday',
    title: 'day-of-week',
    min: 0,
    max: 7,
    names: WEEKDAYS,
    allowed: '0 to 7, where 0 and 7 are Sunday, or a name such as MON or MONDAY',
  },
  year: { name: 'year', title: 'year', min: FIRST_YEAR, max: LAST_YEAR, names: [], allowed: '2000 to 2100' },
}

const FIVE = ['minute', 'hour', 'day', 'month', 'weekday'] as const

/** Which fields a cron of so many has, as Temporal reads them: the year stands last, seconds stand first of seven. */
export const LAYOUTS: Readonly<Record<number, readonly FieldName[]>> = {
  5: FIVE,
  6: [...FIVE, 'year'],
  7: ['second', ...FIVE, 'year'],
}

/** Values that match, ascending, field by field. A weekday is 0 (Sunday) to 6. */
export type Sets = Readonly<Record<FieldName, readonly number[]>>

/** How many values a field can have: both numbers of Sunday are one day. */
export const sizeOf = ({ name, min, max }: Field): number => (name === 'weekday' ? 7 : max - min + 1)

/** A cron that is refused. The message is a sentence for whoever typed it; `field` is where, `null` for the whole. */
export class CronError extends Error {
  override name = 'CronError'
  constructor(
    readonly field: FieldName | null,
    message: string,
  ) {
    super(message)
  }

  /** A refusal of one field: 'In the hour field, "24" is not allowed: write 0 to 23.' */
  static in(field: Field, sentence: string): CronError {
    return new CronError(field.name, `In the ${field.title} field, ${sentence}`)
  }
}

/** A text as it stands in a sentence, cut where it is long. */
export const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text)
