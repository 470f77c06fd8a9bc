import type { FireState } from '../schema'
import { type Item, PassedOver } from './passed-over'
import { type Cursor, newestStand, type standOn, type Terms } from './stand'

/** Seconds: a fire that comes up to so much later than planned is late, not missed, and no policy is asked. */
export const LATE = 180

/** Slots of one schedule that one claim fires. What is left stays due. */
export const MOST_FIRES = 1_000

export type Expansion = {
  /** Ascending; slots and gaps each in order. */
  items: readonly Item[]
  cursor: Cursor
}

/**
 * What is due of one schedule: each slot after the cursor whose time has come, with what becomes of it, and each time
 * that the clocks skipped. Pure.
 *
 * A backlog whose oldest slot is more than three minutes late is caught up by the schedule's policy as a whole; what is
 * older than its window is `beyond_window`. A paused schedule's slots are skipped.
 * @param stand the questions, on the newest zone data unless told
 */
export function expand(
  terms: Terms,
  cursor: Cursor,
  now: Date,
  stand: ReturnType<typeof standOn> = newestStand,
): Expansion {
  const start = stand.startOf(terms, cursor)
  const passed = new Passed(terms, stand)
  const fateOf = fatesOf(terms, start, now, stand)
  let last: Date | null = null
  let end: Date | null = null
  for (let at = stand.slotAfter(terms, start); at; at = stand.slotAfter(terms, at)) {
    if (stand.plannedOf(terms, at) > now) {
      end = new Date(at.getTime() - 1_000)
      break
    }
    if (last) passed.add(last, fateOf(last, false))
    if (passed.fired === MOST_FIRES) {
      end = last
      break
    }
    last = at
  }
  if (last && end !== last) passed.add(last, fateOf(last, true))
  const to = end && end < now ? end : wholeSecond(now)
  const upTo = new Date(Math.max(to.getTime(), start.getTime()))
  const gaps = new PassedOver('gap', 'skipped_gap')
  const locals = new Map<number, string>()
  for (const gap of stand.skippedBetween(terms.cron, terms.zone, start, upTo)) {
    gaps.add(gap.at.getTime() / 1_000)
    locals.set(gap.at.getTime() / 1_000, gap.local)
  }
  const after: Cursor = { at: upTo, local: last ? stand.localAt(terms.zone, last) : cursor.local }
  const items = [...passed.items(), ...gaps.items((second) => locals.get(second) ?? '')]
  return { items, cursor: after }
}

const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000)

/** @returns what becomes of a slot that is due, by the schedule's policy; it is told whether that is the newest of them */
function fatesOf(
  terms: Terms,
  start: Date,
  now: Date,
  stand: ReturnType<typeof standOn>,
): (slot: Date, isNewest: boolean) => FireState {
  const oldest = stand.slotAfter(terms, start)
  if (terms.paused) return () => 'skipped_paused'
  if (!oldest || stand.plannedOf(terms, oldest).getTime() >= now.getTime() - LATE * 1_000) return () => 'fired'
  const reach = new Date(now.getTime() - terms.window * 1_000)
  return (slot, isNewest) => {
    if (terms.catchUp === 'none') return 'missed'
    if (slot <= reach) return 'beyond_window'
    return terms.catchUp === 'all' || isNewest ? 'fired' : 'missed'
  }
}

/** Slots in order: fired ones each by itself, the others in runs of the same fate. */
class Passed {
  fired = 0
  readonly #items: Item[] = []
  #run: PassedOver | null = null

  constructor(
    readonly terms: Terms,
    readonly stand: ReturnType<typeof standOn>,
  ) {}

  add(at: Date, state: FireState): void {
    if (state === 'fired') {
      this.#close()
      this.fired += 1
      this.#items.push({ kind: 'slot', at, local: this.#local(at.getTime() / 1_000), state, count: 1, lastAt: null })
      return
    }
    if (this.#run?.state !== state) this.#close()
    this.#run ??= new PassedOver('slot', state)
    this.#run.add(at.getTime() / 1_000)
  }

  items(): readonly Item[] {
    this.#close()
    return this.#items
  }

  #local = (second: number): string => this.stand.localAt(this.terms.zone, new Date(second * 1_000))

  #close(): void {
    if (this.#run) this.#items.push(...this.#run.items(this.#local))
    this.#run = null
  }
}
