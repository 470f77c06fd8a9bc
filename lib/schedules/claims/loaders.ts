import type { Context } from '@/lib/platform/context'
import { inWords } from '../cron/words'
import { expand } from '../due/expand'
import { UNTOLD } from '../labels'
import { listDue } from '../ledger/data'
import { MOST_TIMES } from '../ledger/process'
import { rowTerms } from '../ledger/rules'
import type { Row } from '../ledger/schema'
import type { FireState } from '../schema'

/** What a tick would make of one schedule that is due then. */
export type Foreseen = {
  key: string
  zone: string
  /** Its cron in words. */
  words: string
  /** How many of its times come to what. */
  counts: ReadonlyMap<FireState, number>
  /** The first of them; where its times cannot be told, when it was to be looked at. */
  at: Date | null
  /** Why its times cannot be told. */
  why: string | null
}

/**
 * What a tick's first claims would do, read only: at most `limit` schedules, longest due first. An open fire of an earlier
 * claim, which may stand in a job's way, is not looked at.
 */
export async function foresee(ctx: Context, limit: number): Promise<Foreseen[]> {
  const foreseen: Foreseen[] = []
  let times = 0
  for (const row of await listDue(ctx, limit)) {
    if (times >= MOST_TIMES) break
    const next = foreseenOf(row)
    for (const count of next.counts.values()) times += count
    foreseen.push(next)
  }
  return foreseen
}

function foreseenOf(row: Row): Foreseen {
  const { key, zone } = row
  try {
    const terms = rowTerms(row)
    const { items } = expand(terms, { at: row.cursor, local: row.cursorLocal }, row.at)
    const counts = new Map<FireState, number>()
    for (const { state, count } of items) counts.set(state, (counts.get(state) ?? 0) + count)
    return { key, zone, words: inWords(terms.cron), counts, at: items[0]?.at ?? row.dueAt, why: null }
  } catch (error) {
    const why = error instanceof Error ? error.message : UNTOLD
    return { key, zone, words: row.cron, counts: new Map(), at: row.dueAt, why }
  }
}
