/** What other crons have and this one does not, each refused with what to write instead. */
import { CronError, type Field, quoted } from './fields'

const UNITS = [
  { letter: 's', cycle: 60, word: 'second', cron: (n: number) => `${every(n)} * * * * * *` },
  { letter: 'm', cycle: 60, word: 'minute', cron: (n: number) => `${every(n)} * * * *` },
  { letter: 'h', cycle: 24, word: 'hour', cron: (n: number) => `0 ${every(n)} * * *` },
] as const

const every = (n: number) => (n === 1 ? '*' : `*/${n}`)

/** `@every 10m` counts from whenever it was started; a calendar can say it only where it divides the hour or the day. */
function refuseEvery(text: string): string {
  const [, digits = '', letter] = /^@every\s+(\d{1,4})([smh])$/i.exec(text) ?? []
  const unit = UNITS.find((each) => each.letter === letter?.toLowerCase())
  const n = Number(digits)
  if (!unit || n < 1 || n >= unit.cycle || unit.cycle % n !== 0)
    return `@every is no calendar, and no cron does ${quoted(text)}: write the times of day, such as 0 0,8,16 * * *.`
  const times = n === 1 ? unit.word : `${n} ${unit.word}s`
  return `@every is no calendar: for every ${times} write ${unit.cron(n)}.`
}

/** Throws CronError for what no field can hold: comments, zones, intervals. */
export function refuseWhole(text: string): void {
  if (!/[@#=]/.test(text)) return
  if (/^@every\b/i.test(text)) throw new CronError(null, refuseEvery(text))
  if (/^(CRON_)?TZ=/i.test(text))
    throw new CronError(null, 'The time zone is a setting of its own: leave TZ= out and write the fields alone.')
  if (/(^|\s)#/.test(text))
    throw new CronError(
      null,
      'A cron has no comment here: leave out what follows #, the schedule has a note of its own.',
    )
}

type Form = {
  readonly form: RegExp
  readonly only?: readonly Field['name'][]
  /** What is wrong with it and what to write instead, to stand after the item. */
  say(field: Field, item: string): string
}

const FORMS: readonly Form[] = [
  { form: /^\?/, say: () => 'is not used here: write *' },
  { form: /^\w+#[1-5]$/, only: ['weekday'], say: (_, item) => nthWeekday(item) },
  { form: /#/, say: ({ allowed }) => `is not allowed: write ${allowed}` },
  {
    form: /^(l(w|-\d+)?|\d+l|(sun|mon|tue|wed|thu|fri|sat)l)$/i,
    only: ['day', 'weekday'],
    say: ({ name }) =>
      name === 'day'
        ? 'is not allowed, since no cron tells the last day of a month: write 28, which every month has, or 1'
        : 'is not allowed, since no cron tells the last such weekday of a month: write the weekday alone for all of them',
  },
  {
    form: /^\d*w$/i,
    only: ['day'],
    say: () => 'is not allowed, since no cron tells the nearest weekday: write 1 to 31',
  },
  {
    form: /^h(\(.*\))?(\/\d+)?$|~/i,
    say: ({ allowed }) => `is a time by chance: write ${allowed}, and spread the load by jitter`,
  },
  { form: /^[+-]\d/, say: ({ allowed }) => `has a sign: write ${allowed}` },
  { form: /^\d+[.]\d+/, say: ({ allowed }) => `is no whole number: write ${allowed}` },
]

/** Both day fields must match, so the second Friday is a Friday from the 8th to the 14th. */
function nthWeekday(item: string): string {
  const [weekday, nth] = item.split('#')
  const last = Number(nth) * 7
  const days = `${last - 6}-${Math.min(31, last)}`
  return `is not allowed: write ${weekday} here and ${days} in the day-of-month field, since both must match`
}

/** Throws CronError for an item (what stands between two commas) in a form that other crons have. */
export function refuseItem(field: Field, item: string): void {
  const found = FORMS.find(({ form, only }) => form.test(item) && (!only || only.includes(field.name)))
  if (found) throw CronError.in(field, `${quoted(item)} ${found.say(field, item)}.`)
}
