import { changesBetween } from '@/lib/platform/zones'
import { LATE } from '../../due/expand'
import { type Item, PassedOver } from '../../due/passed-over'
import { type Cursor, localAt, skippedBetween, slotAfter, startOf, type Terms } from '../../due/stand'
import type { FireState } from '../../schema'
import { NOT_WOKEN } from '../labels'

/** What the schedule's policy makes of one time that something vouches for. The server adds a jitter of its own. */
export function fateOf(terms: Terms, at: Date, now: Date): FireState {
  if (terms.paused) return 'skipped_paused'
  const late = (now.getTime() - at.getTime()) / 1_000
  if (late <= terms.jitter + LATE) return 'fired'
  if (terms.catchUp === 'none') return 'missed'
  if (late >= terms.window) return 'beyond_window'
  const following = terms.catchUp === 'latest' ? slotAfter(terms, at) : null
  return following && following <= now ? 'missed' : 'fired'
}

const DAY = 86_400_000
const MINUTE = 60_000

/** @returns whether clocks show a time of a stretch twice, without asking for each of its seconds */
function ambiguousIn(zone: string, from: Date, to: Date): (at: Date) => boolean {
  const spans = changesBetween(zone, new Date(from.getTime() - DAY), new Date(to.getTime() + DAY))
    .filter(({ before, after }) => after < before)
    .map(({ at, before, after }) => ({ change: at.getTime(), back: (before - after) * MINUTE }))
  return (at) => spans.some(({ change, back }) => at.getTime() >= change - back && at.getTime() < change + back)
}

/**
 * What is in the ledger once a wake has vouched for `nominal`: that time by the policy; of those before it the ambiguous
 * ones, which are never waited for, by the policy too; the others were not woken. And each time that the clocks skipped.
 */
export function expandTo(terms: Terms, cursor: Cursor, nominal: Date, now: Date): { items: Item[]; cursor: Cursor } {
  const start = startOf(terms, cursor)
  const isAmbiguous = ambiguousIn(terms.zone, start, nominal)
  const items: Item[] = []
  let run: PassedOver | null = null
  const close = () => {
    const passed = run?.items((second) => localAt(terms.zone, new Date(second * 1_000))) ?? []
    items.push(...passed.map((item) => (item.state === 'missed' ? { ...item, why: NOT_WOKEN } : item)))
    run = null
  }
  for (let at = slotAfter(terms, start); at && at <= nominal; at = slotAfter(terms, at)) {
    if (at < nominal && !isAmbiguous(at)) {
      run ??= new PassedOver('slot', terms.paused ? 'skipped_paused' : 'missed')
      run.add(at.getTime() / 1_000)
      continue
    }
    close()
    const state = fateOf(terms, at, now)
    items.push({ kind: 'slot', at, local: localAt(terms.zone, at), state, count: 1, lastAt: null })
  }
  close()
  for (const { at, local } of skippedBetween(terms.cron, terms.zone, start, nominal))
    items.push({ kind: 'gap', at, local, state: 'skipped_gap', count: 1, lastAt: null })
  return { items, cursor: { at: nominal, local: localAt(terms.zone, nominal) } }
}
