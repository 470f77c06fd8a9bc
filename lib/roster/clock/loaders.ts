import type { Context } from '@/lib/platform/context'
import { formatDate } from '@/lib/platform/zone-format'
import { MOST_LINES, type PlanLine, type Told } from '@/lib/server/tick'
import { nameWeeks } from '../record/data'
import { nameSwaps } from '../swaps/data'
import { findSwapStarts } from './data'
import { lapseWords, makeWords, stepWords } from './labels'
import type { Due, RosterPlan } from './rules'

/** A plan of either engine's clock in words, with the time of each step on the clocks of its roster. */
export async function tellSteps(ctx: Context, { due, steps }: RosterPlan): Promise<Told> {
  const shown = steps.slice(0, MOST_LINES)
  const swapIds = shown.flatMap((one) => ('lapse' in one ? [one.lapse.id] : []))
  const weekIds = shown.flatMap((one) => ('week' in one ? [one.week.id] : []))
  const weeks = await nameWeeks(ctx.db, weekIds)
  const swaps = await nameSwaps(ctx.db, swapIds)
  const starts = await findSwapStarts(ctx, swapIds)

  const lineOf = (one: Due): PlanLine => {
    if ('week' in one) {
      const { id, zone, weekOf } = one.week
      const { name, href } = weeks.get(id) ?? { name: formatDate(weekOf, 'week'), href: null }
      return { ...stepWords(one.week, one.name), zone, subject: name, href, count: 1 }
    }
    if ('make' in one) {
      const subject = `${one.rosterName}, ${formatDate(one.make.weekOf, 'week').replace(/^W/, 'w')}`
      const href = `/roster/settings?roster=${one.make.rosterId}`
      return { ...makeWords(one.opensAt), zone: one.zone, subject, href, count: 1 }
    }
    const start = starts.get(one.lapse.id)
    const named = swaps.get(one.lapse.id)
    return {
      ...lapseWords(start?.startsAt ?? null),
      zone: start?.zone ?? null,
      ...(named ? { subject: named.name } : {}),
      href: named?.href ?? null,
      count: 1,
    }
  }
  return { due, lines: shown.map(lineOf) }
}
