import { LATE } from '../../due/expand'
import { type Item, PassedOver } from '../../due/passed-over'
import { type Cursor, localAt, skippedBetween, slotAfter, startOf, type Terms } from '../../due/stand'
import type { FireState } from '../../schema'
import { NOT_WOKEN } from '../labels'
import { isAmbiguous } from '../rules'

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

/**
 * What is in the ledger once a wake has vouched for `nominal`: that time by the policy; of those before it the ambiguous
 * ones, which are never waited for, by the policy too; the others were not woken. And each time that the clocks skipped.
 */
export function expandTo(terms: Terms, cursor: Cursor, nominal: Date, now: Date): { items: Item[]; cursor: Cursor } {
  const start = startOf(terms, cursor)
  const items: Item[] = []
  let run: PassedOver | null = null
  const close = () => {
    const passed = run?.items((second) => localAt(terms.zone, new Date(second * 1_000))) ?? []
    items.push(...passed.map((item) => (item.state === 'missed' ? { ...item, why: NOT_WOKEN } : item)))
    run = null
  }
  for (let at = slotAfter(terms, start); at && at <= nominal; at = slotAfter(terms, at)) {
    if (at < nominal && !isAmbiguous(terms.zone, at)) {
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
