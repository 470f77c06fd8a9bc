import type { FireRow, GapRow } from '../cron/preview'

const gapWords = (count: number): string =>
  count === 1 ? 'skipped: no clock shows it' : `${count.toLocaleString('en-GB')} skipped: no clock shows them`

/** What the clocks do to one of the next times; '' for most. A page and a terminal say the same. */
export function rowWords(row: FireRow | GapRow): string {
  if (row.kind === 'gap') return gapWords(row.count)
  const moved = row.moved ? [`the clocks went ${row.moved}`] : []
  const pass = row.pass ? [`${row.pass} of two passes`] : []
  return [...moved, ...pass].join(', ')
}

/** Why a jitter that is no number is none, as the other rules would say it. */
export const TRIAL_HINTS = {
  cron: 'Five fields: minute, hour, day of month, month, day of week. Six with a year last, seven with seconds first.',
  zone: 'An IANA name, such as Europe/London.',
  jitter: 'Seconds. Each fire comes up to so much later.',
} as const
