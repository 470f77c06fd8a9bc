import { tzVersion } from '@/lib/platform/zones'
import { type FireRow, type GapRow, type Preview, preview } from '@/lib/schedules/cron/preview'
import { AskedError, type Io, instantIn, needed, questionOf, readFlags } from './flags'

const MOST = 1_000

function countOf(text = '10'): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST)
    throw new AskedError(`--count ${JSON.stringify(text)} is not allowed: write 1 to 1,000.`)
  return count
}

function marks(row: FireRow | GapRow): string {
  if (row.kind === 'gap')
    return row.count === 1 ? 'skipped: no clock shows it' : `${row.count} skipped: no clock shows them`
  const moved = row.moved ? [`the clocks went ${row.moved}`] : []
  const pass = row.pass ? [`${row.pass} of two passes`] : []
  return [...moved, ...pass].join(', ')
}

/** A line for each fire and each gap: local time, the instant in UTC, what the clocks do to it; then the notes. */
export function previewText({ sentence, rows, notes }: Preview, zone: string): string {
  const width = Math.max(...rows.map(({ label }) => label.length))
  const lines = rows.map((row) => {
    const utc = row.kind === 'gap' ? '' : `${row.at.toISOString().slice(0, 19)}Z`
    return `  ${row.label.padEnd(width)}  ${utc.padEnd(20)}  ${marks(row)}`.trimEnd()
  })
  return [`${sentence}, ${zone} (zone data ${tzVersion()})`, '', ...lines, '', ...notes].join('\n')
}

/** `preview` of the command line. */
export function runPreview(args: readonly string[], { out }: Io): boolean {
  const flags = readFlags(args, { values: ['cron', 'zone', 'from', 'count', 'overlap'], switches: [] })
  const from = flags.from === undefined ? new Date() : instantIn('--from', flags.from)
  const [typed, zone] = [needed(flags, 'cron'), needed(flags, 'zone')]
  const { cron, overlap } = questionOf({ cron: typed, zone, from, overlap: flags.overlap })
  out(previewText(preview(cron, zone, from, countOf(flags.count), { overlap }), zone))
  return true
}
