import type { Context } from '@/lib/platform/context'
import { tzVersion } from '@/lib/platform/zones'
import { tickClaims } from '@/lib/schedules/process'
import { countStale, listStale, type StaleRow } from '@/lib/schedules/zones/data'
import { freshOf, recompute } from '@/lib/schedules/zones/process'
import { MOST_LINES, type Plan, type PlanLine, type TickPart } from '@/lib/server/tick'

/**
 * New zone data: the next time of each schedule that was computed on others is computed again, a thousand at once, with
 * an event for each that moved. Whoever looks ahead is told each move before it is taken.
 */
export const zoneDataTick: TickPart = {
  name: 'zone data',
  share: 2,
  plan: async (ctx) => ({ due: await countStale(ctx, tzVersion()) }),
  tell,
  async run(ctx, { due }, deadline) {
    let done = 0
    while (due > 0) {
      const batch = await recompute(ctx, tickClaims())
      done += batch.done
      if (batch.done === 0 || deadline.left() <= 0) break
    }
    return { due, done, failed: 0, left: due === 0 ? 0 : await countStale(ctx, tzVersion()) }
  },
}

async function tell(ctx: Context, { due }: Plan) {
  const stale = await listStale(ctx, tzVersion(), MOST_LINES)
  const lines = stale.map(lineOf)
  return due === 0 ? { due, lines } : { due, lines, note: `The zone data are ${tzVersion()} now.` }
}

/** One schedule: from when to when its next time moves, or that it stays. */
function lineOf(row: StaleRow): PlanLine {
  const { to, why } = freshOf(row)
  const isSame = to?.getTime() === row.nextFireAt?.getTime()
  const from = row.nextFireAt ? `from ${written(row.nextFireAt)}` : 'from no time at all'
  const moved = `Move its next time ${from} to ${to ? written(to) : 'no time at all'}`
  return {
    what: why ? 'Leave its next time as it is' : isSame ? 'Keep its next time, on the new zone data' : moved,
    why: why ?? `It was computed on zone data ${row.tzVersion}.`,
    at: to,
    zone: why ? null : row.zone,
    href: `/schedules?id=${encodeURIComponent(row.key)}`,
    subject: row.key,
    count: 1,
  }
}

/** By UTC, since the two data disagree about the zone's own clocks: '2026-11-02 17:00 UTC'. */
const written = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
