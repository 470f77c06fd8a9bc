import { formatDate } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import type { Cron } from '../cron/parse'
import { type FireRow, type GapRow, preview } from '../cron/preview'
import { checkCalendar, isFault } from '../rules'
import type { CalendarSpec } from '../schema'
import { rowWords } from './labels'
import type { FireCell, Trial, TrialInput, TrialView, Upcoming } from './schema'

/** How many times a page shows ahead, and how many cells with what the clocks leave out: some crons meet a gap each year. */
const AHEAD = 10
const MOST_CELLS = 20

const yearOf = (date: string): string => date.slice(0, 4)

function cellOf(row: FireRow | GapRow, thisYear: string): FireCell {
  const year = yearOf(row.date) === thisYear ? '' : ` ${Number(yearOf(row.date))}`
  return {
    key: `${row.kind}${row.at.getTime()}`,
    day: `${formatDate(row.date, 'short')}${year}`,
    time: row.time,
    letters: row.kind === 'fire' ? row.abbreviation : '',
    iso: row.kind === 'fire' ? row.at.toISOString() : null,
    says: rowWords(row),
  }
}

/** The next ten times after `from`, and what the clocks leave out between them. @throws CronError where none is left */
export function upcoming(
  cron: Cron,
  { zone, repeats = 'first' }: Pick<CalendarSpec, 'zone' | 'repeats'>,
  from: Date,
): Upcoming {
  const { sentence, rows, notes } = preview(cron, zone, from, AHEAD, { overlap: repeats })
  const thisYear = yearOf(localOf(zone, from).date)
  return { sentence, cells: rows.slice(0, MOST_CELLS).map((row) => cellOf(row, thisYear)), notes: [...notes] }
}

/** Text for a number: NaN where it is none, so that the rule for it speaks. */
const secondsIn = (typed: string): number => (/^\d{1,9}$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** What was typed as a calendar. */
export const calendarIn = ({ cron = '', zone = '', jitter = '', repeats }: TrialInput): CalendarSpec => ({
  cron,
  zone: zone.trim(),
  ...(jitter.trim() === '' ? {} : { jitter: secondsIn(jitter) }),
  repeats: repeats === 'both' ? 'both' : 'first',
})

/** What a cron would do, or the sentence that its owner would get for it, beside its field. */
export function tried(input: TrialInput, now: Date): Trial {
  if ((input.cron ?? '').trim() === '') return null
  const calendar = calendarIn(input)
  const checked = checkCalendar(calendar, now)
  if (isFault(checked)) return { ok: false, field: checked.field, sentence: checked.sentence }
  return { ok: true, zone: calendar.zone, ...upcoming(checked, calendar, now) }
}

export const trialView = (input: TrialInput, now: Date): TrialView => {
  const { cron = '', zone = '', jitter = '', repeats = '' } = input
  return { at: now.toISOString(), input: { cron, zone, jitter, repeats }, trial: tried(input, now) }
}
