import type { Context } from '@/lib/platform/context'
import { addDays } from '@/lib/platform/plain-date'
import type { RunState } from '@/lib/roster/machine'
import { weekOfInstant } from '@/lib/roster/rules'
import { HELD_BACK, takeOver } from './cutover'
import { agreeRules, loseTouch } from './happenings'
import { makeHouse, ZONE } from './house'
import { TENDERS } from './names'
import { PACE, RHYTHM } from './pace'
import { live, type WeekPlan } from './weeks'

/** Half a year: what fairness looks back on. */
const PAST_WEEKS = 26
/** So many of them the old engine lived, before the cut-over. */
const OLD_WEEKS = 2
const HOUR = 3_600_000

/** Half a year of weeks that were lived to the end, then one week in each state that is worth seeing. */
const AHEAD: RunState[] = ['SENT', 'APPROVED', 'ASSIGNED', 'CLOSED', 'COLLECTING', 'DRAFT']

/**
 * The sample company: six accounts, one roster with 24 tenders and ten shifts a week, and its weeks, all of them lived
 * through the same verbs as the buttons'. The first two are the old engine's. Then a week was rehearsed and signed, and
 * the new engine went live in the idle gap, for which the form of the week after it was held back.
 * @throws when the database holds a week already
 */
export async function seed(ctx: Context, pastWeeks = PAST_WEEKS): Promise<string> {
  const { rosterId, operator, ids } = await makeHouse(ctx, RHYTHM)
  const monday = weekOfInstant(ZONE, ctx.now())
  const now = ctx.now().getTime()
  const frame = { rosterId, zone: ZONE, pace: PACE }
  const past = Array.from({ length: pastWeeks }, (_, k): WeekPlan => {
    const weekOf = addDays(monday, 7 * (k + 1 - pastWeeks))
    const heldBack = k === OLD_WEEKS ? { opens: HELD_BACK } : {}
    return { ...frame, weekOf, until: 'SENT', latest: ctx.now(), byClock: k < OLD_WEEKS, ...heldBack }
  })
  // Each week ahead is further back than the one behind it in the queue: only one form is open at a time.
  const ahead = AHEAD.map((until, k): WeekPlan => {
    const latest = new Date(now - (AHEAD.length - k) * 10 * HOUR)
    return { ...frame, weekOf: addDays(monday, 7 * (k + 1)), until, latest, swaps: until === 'SENT' }
  })
  const before = new Date(now - (AHEAD.length * 10 - 8) * HOUR)
  const firstNew = past[OLD_WEEKS]?.weekOf ?? monday
  await live(
    operator,
    [...past, ...ahead],
    [
      ...takeOver(rosterId, ZONE, firstNew),
      { at: before, run: (then) => agreeRules(then, rosterId, ids) },
      { at: before, run: (then) => loseTouch(then, ids) },
    ],
  )
  return `The Anchor: ${TENDERS.length} tenders, ${pastWeeks} past weeks, ${AHEAD.length} weeks ahead.`
}
