import { tzVersion } from '@/lib/platform/zones'
import { type Preview, preview } from '@/lib/schedules/cron/preview'
import { checkCalendar, isFault } from '@/lib/schedules/rules'
import { rowWords } from '@/lib/schedules/trial/labels'
import { calendarIn } from '@/lib/schedules/trial/rules'
import { AskedError, type Io, instantIn, needed, questionOf, readFlags } from './flags'

const MOST = 1_000

function countOf(text = '10'): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST)
    throw new AskedError(`--count ${JSON.stringify(text)} is not allowed: write 1 to 1,000.`)
  return count
}

/** A line for each fire and each gap: local time, the instant in UTC, what the clocks do to it; then the notes. */
export function previewText({ sentence, rows, notes }: Preview, zone: string): string {
  const width = Math.max(...rows.map(({ label }) => label.length))
  const lines = rows.map((row) => {
    const utc = row.kind === 'gap' ? '' : `${row.at.toISOString().slice(0, 19)}Z`
    return `  ${row.label.padEnd(width)}  ${utc.padEnd(20)}  ${rowWords(row)}`.trimEnd()
  })
  return [`${sentence}, ${zone} (zone data ${tzVersion()})`, '', ...lines, '', ...notes].join('\n')
}

/** `preview` of the command line. */
export function runPreview(args: readonly string[], { out }: Io): boolean {
  const flags = readFlags(args, { values: ['cron', 'zone', 'from', 'count', 'overlap', 'jitter'], switches: [] })
  const from = flags.from === undefined ? new Date() : instantIn('--from', flags.from)
  const [typed, zone] = [needed(flags, 'cron'), needed(flags, 'zone')]
  const { cron, overlap } = questionOf({ cron: typed, zone, from, overlap: flags.overlap })
  const fault = checkCalendar(calendarIn({ cron: typed, zone, jitter: flags.jitter, repeats: overlap }), from)
  if (isFault(fault)) throw new AskedError(fault.sentence)
  out(previewText(preview(cron, zone, from, countOf(flags.count), { overlap }), zone))
  return true
}
