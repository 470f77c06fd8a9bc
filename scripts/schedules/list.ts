import { loadListing } from '@/lib/schedules/listing/loaders'
import { withSchedules } from './company'
import { type Io, readFlags } from './flags'

/** `list` of the command line: a line for each schedule, or all of them as one JSON array. */
export async function runList(args: readonly string[], { out }: Io): Promise<boolean> {
  const { switches } = readFlags(args, { values: [], switches: ['json'] })
  const listed = await withSchedules(({ ctx }) => loadListing(ctx))
  if (switches.has('json')) {
    out(JSON.stringify(listed, null, 2))
    return true
  }
  if (listed.length === 0) out('No schedule is kept.')
  const rows = listed.map(({ id, state, when, zone, next, paused }) => [
    id,
    state.toLowerCase(),
    `${when}, ${zone}`,
    paused ? `paused by ${paused.by}: ${paused.reason}` : next ? `next ${next}` : '',
  ])
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows)
    out(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  return true
}
