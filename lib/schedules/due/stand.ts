import { newestZones, type Zones } from '@/lib/platform/zones'
import { firesOn, type Overlap } from '../cron/fires'
import type { Cron } from '../cron/parse'
import type { CatchUp } from '../schema'
import { jitterOf } from './jitter'

/** What decides a schedule's times. Jitter and window in seconds. */
export type Terms = {
  key: string
  cron: Cron
  zone: string
  repeats: Overlap
  jitter: number
  catchUp: CatchUp
  window: number
  paused: boolean
}

/** How far a schedule has come. */
export type Cursor = {
  /** Everything up to here is in the ledger. */
  at: Date
  /** The wall-clock time of the last slot in it, YYYY-MM-DDTHH:MM:SS. */
  local: string | null
}

export type Ahead = {
  /** The next slot's nominal time; null where none is left. */
  nextFireAt: Date | null
  /** When something is to be done: that slot with its jitter, or a time that the clocks skip before it. */
  dueAt: Date | null
}

/** How far a time that the clocks skip is looked for behind a schedule's last fire: two years. */
const LAST_GAP_MS = 2 * 366 * 86_400_000

/** The questions of where a schedule stands, on one set of zone data. */
export function standOn(zones: Zones) {
  const { next, skippedBetween } = firesOn(zones)

  /**
   * Where to count on from. The cursor, or later: when the zone's data changed since, the wall-clock time that fired last
   * may lie ahead of it again, and no local time fires twice.
   */
  function startOf({ zone }: Pick<Terms, 'zone'>, { at, local }: Cursor): Date {
    const [again] = local === null ? [] : zones.instantsOf(zone, local)
    return again && again > at ? again : at
  }

  const slotAfter = ({ cron, zone, repeats }: Terms, from: Date): Date | null =>
    next(cron, zone, from, { overlap: repeats })

  /** A slot's nominal time with its jitter, which never reaches the next slot. */
  function plannedOf(terms: Terms, nominal: Date): Date {
    const late = jitterOf(terms.key, nominal, terms.jitter)
    if (late === 0) return nominal
    const planned = new Date(nominal.getTime() + late * 1_000)
    const following = slotAfter(terms, nominal)
    return following && following < planned ? following : planned
  }

  function aheadOf(terms: Terms, cursor: Cursor): Ahead {
    const from = startOf(terms, cursor)
    const nextFireAt = slotAfter(terms, from)
    const [gap] = skippedBetween(terms.cron, terms.zone, from, nextFireAt ?? new Date(from.getTime() + LAST_GAP_MS))
    if (!nextFireAt) return { nextFireAt, dueAt: gap?.at ?? null }
    // A gap at the fire's own instant is written down with it: a claim of it alone would find the cursor before both.
    return { nextFireAt, dueAt: gap && gap.at < nextFireAt ? gap.at : plannedOf(terms, nextFireAt) }
  }

  /** YYYY-MM-DDTHH:MM:SS */
  const localAt = (zone: string, at: Date): string => {
    const { date, time } = zones.localOf(zone, at)
    return `${date}T${time}`
  }

  return { startOf, slotAfter, plannedOf, aheadOf, localAt, skippedBetween }
}

export const newestStand = standOn(newestZones)
export const { startOf, slotAfter, plannedOf, aheadOf, localAt, skippedBetween } = newestStand
