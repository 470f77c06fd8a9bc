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

/** One week of one tender, in sixtieths of a shift: what they worked and what their share was. */
export type Entry = {
  readonly weekOf: string
  readonly worked: number
  readonly share: number
  /** What the week counts for now: 1 for the latest, 0.95 of that for the one before. */
  readonly factor: number
}

/** Per tender of one week: sixtieths worked and their share. The differences sum to zero. */
function entriesOf(week: PastWeek, factor: number): Map<string, Entry> {
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
  const entry = (id: string): Entry => {
    return { weekOf: week.weekOf, worked: load.get(id) ?? 0, share: shares.get(id) ?? 0, factor }
  }
  return new Map(people.map((id) => [id, entry(id)]))
}

/**
 * The entries of each tender in the latest 26 closed weeks, the latest first. A week in which somebody neither offered
 * nor worked has no entry of theirs.
 */
export function ledgers(history: readonly PastWeek[]): Map<string, Entry[]> {
  const weeks = [...history].sort((a, b) => byId(b.weekOf, a.weekOf)).slice(0, LEDGER_WEEKS)
  const found = new Map<string, Entry[]>()
  let factor = 1
  for (const week of weeks) {
    for (const [id, entry] of entriesOf(week, factor)) {
      const mine = found.get(id)
      if (mine) mine.push(entry)
      else found.set(id, [entry])
    }
    factor *= LEDGER_DECAY
  }
  return found
}

/** What one week adds to a debt, in sixtieths, faded. */
export const partOf = ({ worked, share, factor }: Entry): number => factor * (worked - share)

/** The debt that entries add up to: whole sixtieths of a shift, above zero = more than their share, within ±3 shifts. */
export function debtOf(entries: readonly Entry[]): number {
  const sum = entries.reduce((total, entry) => total + partOf(entry), 0)
  // Adding zero turns the -0 of a small negative sum into 0, so equal ledgers are equal everywhere.
  return Math.max(-MOST_DEBT, Math.min(MOST_DEBT, Math.round(sum))) + 0
}

/**
 * Debt per tender in sixtieths of a shift. Reads the latest 26 closed weeks, in any order; a tender without an entry is
 * level.
 */
export const debts = (history: readonly PastWeek[]): Map<string, number> =>
  new Map([...ledgers(history)].map(([id, entries]) => [id, debtOf(entries)]))
