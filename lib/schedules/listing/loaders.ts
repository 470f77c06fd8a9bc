import type { Context } from '@/lib/platform/context'
import { formatInstant } from '@/lib/platform/zone-format'
import { inWords } from '../cron/words'
import { type Kept, lastFires, listKept } from '../desk/data'
import { HEALTH } from '../desk/labels'
import { termsIn } from '../desk/loaders'
import { healthOf } from '../desk/rules'
import type { KeptFire } from '../runs/schema'
import type { Listed } from './schema'

/** Rows that are read at once. */
const BATCH = 1_000

/** Every schedule that is kept, by name. */
export async function loadListing(ctx: Context): Promise<Listed[]> {
  const listed: Listed[] = []
  const now = ctx.now()
  for (let cursor: string | undefined; ; ) {
    const rows = await listKept(ctx.db, {}, { cursor, limit: BATCH })
    const last = await lastFires(
      ctx.db,
      rows.map(({ id }) => id),
    )
    listed.push(...rows.map((row) => listedOf(row, last.get(row.id) ?? null, now)))
    cursor = rows.at(-1)?.key
    if (rows.length < BATCH) return listed
  }
}

function listedOf(row: Kept, last: KeptFire | null, now: Date): Listed {
  const terms = termsIn(row)
  const { nextFireAt, pausedAt } = row
  return {
    id: row.key,
    name: row.note,
    state: HEALTH[healthOf(row, terms, last, now)].label,
    cron: row.cron,
    zone: row.zone,
    when: terms ? inWords(terms.cron) : row.cron,
    next: terms && nextFireAt ? formatInstant(row.zone, nextFireAt, 'dayTime') : null,
    nextFireAt: nextFireAt?.toISOString() ?? null,
    last: last && { at: last.actualAt.toISOString(), outcome: last.outcome },
    paused: pausedAt && { reason: row.pauseReason ?? '', by: row.pausedBy ?? '', at: pausedAt.toISOString() },
    tzVersion: row.tzVersion,
  }
}
