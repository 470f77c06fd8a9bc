import { describe, expect, it } from 'vitest'
import { CronError, type FieldName } from './fields'
import grammar from './grammar.json'
import { parseCron } from './parse'

/** Where each refused row is wrong, and what is said. */
const SENTENCES: Readonly<Record<string, [FieldName | null, string]>> = {
  '0 9 31 2 *': ['day', '"0 9 31 2 *" never fires: February has at most 29 days. Write a day from 1 to 29.'],
  '0 9 * * 5#2': [
    'weekday',
    'In the day-of-week field, "5#2" is not allowed: write 5 here and 8-14 in the day-of-month field, since both must match.',
  ],
  '0 9 * * * # note': [
    null,
    'A cron has no comment here: leave out what follows #, the schedule has a note of its own.',
  ],
  '@every 10m': [null, '@every is no calendar: for every 10 minutes write */10 * * * *.'],
  'CRON_TZ=Asia/Tokyo 0 9 * * *': [
    null,
    'The time zone is a setting of its own: leave TZ= out and write the fields alone.',
  ],
  '0 9 * * FRI-MON': ['weekday', 'In the day-of-week field, "FRI-MON" runs backwards: write FRI,SAT,SUN,MON.'],
  '0 9 ? * *': ['day', 'In the day-of-month field, "?" is not used here: write *.'],
  '0 9 L * *': [
    'day',
    'In the day-of-month field, "L" is not allowed, since no cron tells the last day of a month: write 28, which every month has, or 1.',
  ],
  '0 9 15W * *': [
    'day',
    'In the day-of-month field, "15W" is not allowed, since no cron tells the nearest weekday: write 1 to 31.',
  ],
  '0 9 * * 5L': [
    'weekday',
    'In the day-of-week field, "5L" is not allowed, since no cron tells the last such weekday of a month: write the weekday alone for all of them.',
  ],
  '0 24 * * *': ['hour', 'In the hour field, "24" is not allowed: write 0 to 23.'],
  '60 * * * *': ['minute', 'In the minute field, "60" is not allowed: write 0 to 59.'],
  '0 9 * 13 *': ['month', 'In the month field, "13" is not allowed: write 1 to 12, or a name such as MAR or MARCH.'],
  '0 9 5-1 * *': ['day', 'In the day-of-month field, "5-1" runs backwards: write 1-5, or 5-31,1 to go round the end.'],
  '0 9 */0 * *': [
    'day',
    'In the day-of-month field, the step in "*/0" is not allowed: write a whole number from 1 after the /.',
  ],
  '0 9 -1 * *': ['day', 'In the day-of-month field, "-1" has a sign: write 1 to 31.'],
  '0 9 * * 1-5,': ['weekday', 'In the day-of-week field, there is nothing beside a comma: take the comma out.'],
  '0 9 * * 1.5': [
    'weekday',
    'In the day-of-week field, "1.5" is no whole number: write 0 to 7, where 0 and 7 are Sunday, or a name such as MON or MONDAY.',
  ],
  '0 9 * * * 1999': ['year', 'In the year field, "1999" is not allowed: write 2000 to 2100.'],
  '0 9 * *': [
    null,
    '"0 9 * *" has 4 fields. Write 5 fields (minute, hour, day of month, month, day of week), 6 with the year last, or 7 with seconds first and the year last.',
  ],
  '0 9 * * * * * *': [
    null,
    '"0 9 * * * * * *" has 8 fields. Write 5 fields (minute, hour, day of month, month, day of week), 6 with the year last, or 7 with seconds first and the year last.',
  ],
  'h 9 * * *': [
    'minute',
    'In the minute field, "h" is a time by chance: write 0 to 59, and spread the load by jitter.',
  ],
  '0 9 * * thurs': ['weekday', 'In the day-of-week field, "thurs" is not allowed: write THU or THURSDAY.'],
  '+5 9 * * *': ['minute', 'In the minute field, "+5" has a sign: write 0 to 59.'],
}

const NINE = { minute: [0], hour: [9] }
const MIDNIGHT = { minute: [0], hour: [0] }
const ALL_WEEK = [0, 1, 2, 3, 4, 5, 6]

/** What an allowed row stands for; fields that are not named are free, and seconds zero. */
const SETS: Readonly<Record<string, Partial<Record<FieldName, number[]>>>> = {
  '0 9 * * 7': { ...NINE, weekday: [0] },
  '0 9 * * 0': { ...NINE, weekday: [0] },
  '0 9 * * MONDAY': { ...NINE, weekday: [1] },
  '0 9 * january *': { ...NINE, month: [1] },
  '0 9 * * fri,Mon': { ...NINE, weekday: [1, 5] },
  '5/20 * * * *': { minute: [5, 25, 45] },
  '0 9 1-31/10 * *': { ...NINE, day: [1, 11, 21, 31] },
  '0 9 */40 * *': { ...NINE, day: [1] },
  '0  9  *  * *': NINE,
  '0 9 * * * 2028': { ...NINE, year: [2028] },
  '30 0 9 * * * *': { ...NINE, second: [30] },
  '@yearly': { ...MIDNIGHT, day: [1], month: [1] },
  '@annually': { ...MIDNIGHT, day: [1], month: [1] },
  '@monthly': { ...MIDNIGHT, day: [1] },
  '@weekly': { ...MIDNIGHT, weekday: [0] },
  '@WEEKLY': { ...MIDNIGHT, weekday: [0] },
  '@daily': MIDNIGHT,
  '@midnight': MIDNIGHT,
  '@hourly': { minute: [0] },
  '0 9 * * 1-7': { ...NINE, weekday: ALL_WEEK },
  '0 9 * * mon-7': { ...NINE, weekday: ALL_WEEK },
  '0 9 * * 5-7': { ...NINE, weekday: [0, 5, 6] },
}

const allowed = grammar.filter(({ daybook }) => daybook)
const refused = grammar.filter(({ daybook }) => !daybook)

function refusal(text: string): CronError {
  try {
    parseCron(text)
  } catch (error) {
    if (error instanceof CronError) return error
    throw error
  }
  throw new Error(`${text} is allowed`)
}

describe(`${grammar.length} rows of the grammar`, () => {
  it('are all there, each with what is wanted of it', () => {
    expect(grammar.length).toBe(46)
    expect(Object.keys(SENTENCES).sort()).toEqual(refused.map(({ cron }) => cron).sort())
    expect(Object.keys(SETS).sort()).toEqual(allowed.map(({ cron }) => cron).sort())
  })

  it.each(allowed)('$cron is allowed', ({ cron }) => {
    const { sets, text } = parseCron(cron)
    expect(text).toBe(cron)
    expect(sets).toEqual({ ...parseCron('* * * * *').sets, ...SETS[cron] })
  })

  it('a free field has every value', () => {
    const { sets } = parseCron('* * * * * * *')
    const sizes = Object.entries(sets).map(([name, set]) => [name, set[0], set.at(-1), set.length])
    expect(sizes.sort()).toEqual([
      ['day', 1, 31, 31],
      ['hour', 0, 23, 24],
      ['minute', 0, 59, 60],
      ['month', 1, 12, 12],
      ['second', 0, 59, 60],
      ['weekday', 0, 6, 7],
      ['year', 2000, 2100, 101],
    ])
    expect(parseCron('* * * * *').sets.second).toEqual([0])
  })

  it.each(refused)('$cron is refused where it is wrong, with a sentence', ({ cron }) => {
    const { field, message } = refusal(cron)
    expect([field, message]).toEqual(SENTENCES[cron])
  })

  it('a step past the end is said', () => {
    expect(parseCron('0 9 */40 * *').notes).toEqual([
      'In the day-of-month field, */40 steps past the end: only 1 is left.',
    ])
    expect(parseCron('0 9 * * 5-7/3').notes).toEqual([
      'In the day-of-week field, 5-7/3 steps past the end: only 5 is left.',
    ])
    expect(parseCron('50/20 * * * *').notes).toEqual([])
    expect(parseCron('*/15 * * * *').notes).toEqual([])
  })
})

describe('what else is refused', () => {
  it.each([
    ['', null, /^There is no cron\. Write 5 fields/],
    ['   ', null, /^There is no cron\./],
    [
      '@reboot',
      null,
      /^"@reboot" is not known\. Write @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, or 5/,
    ],
    ['@toString', null, /is not known/],
    ['@every 90m', null, /^@every is no calendar, and no cron does "@every 90m": write the times of day/],
    ['@every 1h', null, /for every hour write 0 \* \* \* \*\.$/],
    ['@every 6h', null, /for every 6 hours write 0 \*\/6 \* \* \*\.$/],
    ['@every 20s', null, /for every 20 seconds write \*\/20 \* \* \* \* \* \*\.$/],
    ['@every', null, /^@every is no calendar/],
    ['TZ=UTC 0 9 * * *', null, /^The time zone is a setting of its own/],
    ['9', null, /^"9" has 1 field\./],
    ['0 9 * * 1-2-3', 'weekday', /"1-2-3" is not one range: write two ends/],
    ['0 9 1/2/3 * *', 'day', /"1\/2\/3" has two steps: write one \/\.$/],
    ['*/x * * * *', 'minute', /the step in "\*\/x" is not allowed/],
    ['*/ * * * *', 'minute', /the step in "\*\/" is not allowed/],
    ['*/-5 * * * *', 'minute', /the step in/],
    ['5- * * * *', 'minute', /"" is not allowed: write 0 to 59/],
    [', * * * *', 'minute', /nothing beside a comma/],
    ['*-5 * * * *', 'minute', /"\*" is not allowed/],
    ['** * * * *', 'minute', /"\*\*" is not allowed/],
    ['0 0 0 * *', 'day', /"0" is not allowed: write 1 to 31/],
    ['0 0 * 0 *', 'month', /"0" is not allowed/],
    ['0 0 * * 8', 'weekday', /"8" is not allowed/],
    ['0 0 * * MONTAG', 'weekday', /"MONTAG" is not allowed: write 0 to 7/],
    ['0 0 * MON *', 'month', /"MON" is not allowed: write 1 to 12/],
    ['0 0 * Sept *', 'month', /"Sept" is not allowed: write SEP or SEPTEMBER\.$/],
    ['0 0 * * mo', 'weekday', /"mo" is not allowed: write 0 to 7/],
    ['0 0 * * SUN,', 'weekday', /nothing beside a comma/],
    ['0 0 LW * *', 'day', /last day of a month/],
    ['0 0 L-3 * *', 'day', /last day of a month/],
    ['0 0 * * friL', 'weekday', /last such weekday/],
    ['0 0 * * MON#1', 'weekday', /write MON here and 1-7 in the day-of-month field/],
    ['0 0 * * 1#5', 'weekday', /write 1 here and 29-31 in the day-of-month field/],
    ['0 0 1#1 * *', 'day', /"1#1" is not allowed: write 1 to 31/],
    ['H(0-29)/10 * * * *', 'minute', /is a time by chance/],
    ['0~30 * * * *', 'minute', /is a time by chance/],
    ['50-10 * * * *', 'minute', /"50-10" runs backwards: write 10-50, or 50-59,0-10 to go round the end\.$/],
    ['0 22-2 * * *', 'hour', /write 2-22, or 22-23,0-2 to go round the end/],
    ['0 0 * nov-feb *', 'month', /"nov-feb" runs backwards: write 2-11, or 11-12,1-2 to go round the end/],
    ['0 0 * * sat-sun', 'weekday', /"sat-sun" runs backwards: write SAT,SUN\.$/],
    ['0 0 1 1 * 2030-2028', 'year', /"2030-2028" runs backwards: write 2028-2030\.$/],
    ['0 0 * * * 2101', 'year', /write 2000 to 2100/],
    ['12345 * * * *', 'minute', /"12345" is not allowed/],
    ['0 9 * * 1\n', 'weekday', null],
    ['0 9\u00a0* * *', null, /has 4 fields/],
    ['0\n9 * * * *', 'minute', /is not allowed/],
    ['٣ * * * *', 'minute', /is not allowed: write 0 to 59/],
    ['1e1 * * * *', 'minute', /is not allowed/],
    ['0x1 * * * *', 'minute', /is not allowed/],
    ['toString * * * *', 'minute', /is not allowed/],
    ['* * 30,31 2 *', 'day', /never fires: February has at most 29 days\. Write a day from 1 to 29\.$/],
    ['0 0 31 4,6,9,11 *', 'day', /never fires: April, June, September and November have at most 30 days/],
    ['0 0 29 2 * 2027', 'day', /never fires: from 2000 to 2100 no date has its day of month/],
    ['0 0 29 2 * 2100', 'day', /never fires/],
    ['0 0 1 1 1 2026', 'day', /never fires/],
    [`${'1,'.repeat(600)}1 * * * *`, null, /at most 1000 characters/],
  ] as const)('%j', (text, field, says) => {
    if (says === null) return expect(parseCron(text).text).toBe(text.trim())
    const error = refusal(text)
    expect(error.message).toMatch(says)
    expect(error.field).toBe(field)
    expect(error.message).toMatch(/^["@A-Z].*\.$/s)
  })

  it('a long text is cut in its sentence', () => {
    expect(refusal(`${'x'.repeat(500)} * * * *`).message.length).toBeLessThan(200)
  })
})
