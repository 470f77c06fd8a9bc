import { type Cron, parseCron } from '../cron/parse'
import type { Item } from '../due/passed-over'
import type { Terms } from '../due/stand'
import { termsOf } from '../rules'
import type { FireOutcome, OverlapPolicy } from '../schema'
import type { OpenFires, Row } from './schema'

/** Crons as they were parsed: ten thousand schedules share a handful. */
const crons = new Map<string, Cron>()
const MOST_CRONS = 10_000

function cronOf(text: string): Cron {
  const known = crons.get(text)
  if (known) return known
  if (crons.size >= MOST_CRONS) crons.clear()
  const parsed = parseCron(text)
  crons.set(text, parsed)
  return parsed
}

type TermsRow = Pick<Row, 'key' | 'cron' | 'zone' | 'jitter' | 'repeats' | 'catchUp' | 'window' | 'state'>

/** A row's terms as the pure questions take them. @throws CronError */
export const rowTerms = (row: TermsRow): Terms => termsOf(row.key, cronOf(row.cron), row, row, row.state === 'PAUSED')

/**
 * What the overlap policy makes of a claim's fires while a slot of an earlier claim has not ended. Fires of one claim
 * never stand in each other's way, or a silence would lose all but its first day.
 */
export function judge(items: readonly Item[], policy: OverlapPolicy, { open, waiting }: OpenFires): readonly Item[] {
  if (policy === 'allow' || open + waiting === 0) return items
  let room = policy === 'buffer_one' && waiting === 0 ? 1 : 0
  return items.map((item) => {
    if (item.state !== 'fired') return item
    room -= 1
    return { ...item, state: room >= 0 ? 'waiting' : 'skipped_overlap' }
  })
}

const UNKEPT = /[\0\p{Cs}]/gu
const kept = (text: string): string => text.replace(UNKEPT, '\ufffd')

/** An outcome as a column can hold it: what a handler says never breaks the claim that it belongs to. */
export const keptOutcome = ({ outcome, detail }: FireOutcome): FireOutcome => ({
  outcome: kept(outcome),
  ...(detail === undefined ? {} : { detail: kept(detail) }),
})
