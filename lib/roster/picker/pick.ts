import { pickByFlow } from './pick-flow'
import type { Picked, Refusal } from './result'
import type { Week } from './week'

/**
 * Picks the roster of a week: by flow when the week is plain, by `highs` when it has side rules, unequal loads or
 * clashes across dates. Equal input gives the equal roster, rows in any order. Never fails for lack of people
 * (seats stay empty); refuses nonsense and pins that cannot stand together.
 */
export async function pick(week: Week): Promise<Picked | Refusal> {
  const byFlow = pickByFlow(week)
  if (byFlow !== null) return byFlow
  const { pickByHighs } = await import('./pick-highs')
  return pickByHighs(week)
}
