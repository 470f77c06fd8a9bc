/**
 * The ledger of fairness, always calculated from the closed weeks and never kept as a balance.
 *
 * In each week the load worked is shared equally among those who offered a usable shift (or worked one); who was
 * absent or silent neither earns nor loses, and a newcomer starts level. A week counts 0.95 of the one after it.
 */
import { hashText } from './draw'
import { byId } from './order'

export type PastWeek = {
  /** Local date of the week's Monday, `YYYY-MM-DD`: the order of the weeks. */
  readonly weekOf: string
  /** One row a shift that was worked (a no-show is not); the weight is the shift's, 1 by default. */
  readonly worked: readonly { readonly tenderId: string; readonly weight?: number }[]
  /** Tenders who offered at least one shift of the week. */
  readonly offered: readonly string[]
}

export const LEDGER_WEEKS = 26
export const LEDGER_DECAY = 0.95
/** Three shifts in sixtieths: a long absence or a busy summer never weighs more. */
export const MOST_DEBT = 180

/** Splits whole units equally by largest remainder; all remainders are equal, so a lot per week hands out the rest. */
function sharesOf(week: PastWeek, people: readonly string[], units: number): Map<string, number> {
  const share = Math.floor(units / people.length)
  const rest = units - share * people.length
  const salt = hashText(week.weekOf, 0)
  const lots = new Map(people.map((id) => [id, hashText(id, salt)]))
  const order = [...people].sort((a, b) => (lots.get(a) ?? 0) - (lots.get(b) ?? 0) || byId(a, b))
  return new Map(order.map((id, i) => [id, share + (i < rest ? 1 : 0)]))
}

/** Per tender of one week: sixtieths worked above the share. The values sum to zero. */
export function balanceOf(week: PastWeek): Map<string, number> {
  const load = new Map<string, number>()
  let units = 0
  for (const { tenderId, weight = 1 } of week.worked) {
    const sixtieths = Math.round(60 * weight)
    units += sixtieths
    load.set(tenderId, (load.get(tenderId) ?? 0) + sixtieths)
  }
  const people = [...new Set([...week.offered, ...load.keys()])]
  if (people.length === 0) return new Map()
  const shares = sharesOf(week, people, units)
  return new Map(people.map((id) => [id, (load.get(id) ?? 0) - (shares.get(id) ?? 0)]))
}

/**
 * Debt per tender in sixtieths of a shift, above zero = more than their share, rounded, within ±3 shifts.
 * Reads the latest 26 closed weeks, in any order; a tender without an entry is level.
 */
export function debts(history: readonly PastWeek[]): Map<string, number> {
  const weeks = [...history].sort((a, b) => byId(b.weekOf, a.weekOf)).slice(0, LEDGER_WEEKS)
  const sums = new Map<string, number>()
  let factor = 1
  for (const week of weeks) {
    for (const [id, balance] of balanceOf(week)) sums.set(id, (sums.get(id) ?? 0) + factor * balance)
    factor *= LEDGER_DECAY
  }
  const cap = (value: number) => Math.max(-MOST_DEBT, Math.min(MOST_DEBT, Math.round(value)))
  // Adding zero turns the -0 of a small negative sum into 0, so equal ledgers are equal everywhere.
  return new Map([...sums].map(([id, sum]) => [id, cap(sum) + 0]))
}
