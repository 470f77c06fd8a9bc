import type { Context } from '@/lib/platform/context'
import { addDays, daysBetween } from '@/lib/platform/plain-date'
import { localOf } from '@/lib/platform/zones'
import { momentOf, weekOfInstant } from '@/lib/roster/rules'
import { agreeRules, loseTouch } from './happenings'
import { makeHouse, ZONE } from './house'
import { TENDERS } from './names'
import { paceInGap } from './pace'
import { live, type WeekPlan } from './weeks'

const PAST_WEEKS = 6
const HOUR = 3_600_000

/**
 * A company before its cut-over, in its idle gap: six weeks that the old engine lived to the end, the last of them sent
 * the evening before, and the next week made, whose form opens two mornings later. Everything else is the sample's.
 * @throws when the database holds a week already
 */
export async function seedCutover(ctx: Context): Promise<string> {
  const now = ctx.now()
  const today = localOf(ZONE, now).date
  const monday = weekOfInstant(ZONE, now)
  // The first week that begins seven days from now or later.
  const next = addDays(monday, monday === today ? 7 : 14)
  const pace = paceInGap(daysBetween(today, next))
  const { rosterId, operator, ids } = await makeHouse(ctx, pace.rhythm)
  const weeks = Array.from({ length: PAST_WEEKS + 1 }, (_, k): WeekPlan => {
    const until = k < PAST_WEEKS ? 'SENT' : 'DRAFT'
    return {
      rosterId,
      zone: ZONE,
      pace,
      weekOf: addDays(next, 7 * (k - PAST_WEEKS)),
      until,
      latest: now,
      byClock: true,
    }
  })
  const first = weeks[0]?.weekOf ?? next
  await live(operator, weeks, [
    { at: momentOf(ZONE, first, { daysBefore: 30, time: '12:00' }), run: (then) => agreeRules(then, rosterId, ids) },
    { at: new Date(now.getTime() - HOUR), run: (then) => loseTouch(then, ids) },
  ])
  return `The Anchor on its old engine: ${TENDERS.length} tenders, ${PAST_WEEKS} weeks sent, the next one made and not opened.`
}
