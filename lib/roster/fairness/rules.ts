import { counted } from '../labels'
import { byName } from '../people/rules'
import { debtOf } from '../picker/ledger'
import type { FairnessView, Ledger, PersonBalance } from './schema'

/** The cap of the ledger, in shifts. */
const MOST = 3

/** '1.4'; whole figures without a point, and no minus zero. */
const shifts = (n: number): string => String(Math.round(Math.abs(n) * 10) / 10)

/** '+1.4', '−0.6', '0': a real minus sign, so many decimals at most. */
export function signed(n: number, decimals = 1): string {
  const size = Math.abs(n).toFixed(decimals)
  if (Number(size) === 0) return '0'
  return `${n < 0 ? '−' : '+'}${size}`
}

/** '1.4 above their share', 'level with their share' */
export function balanceWords(balance: number): string {
  const size = shifts(balance)
  if (size === '0') return 'level with their share'
  return `${size} ${balance > 0 ? 'above' : 'below'} their share`
}

/** 'Nobody is more than 0.6 shifts from even.' */
function evenWords(people: readonly PersonBalance[], weeks: number): string {
  if (weeks === 0) return 'No week is sent yet, so everybody starts level.'
  const far = Math.max(0, ...people.map(({ balance }) => Math.abs(balance)))
  const most = Math.ceil(far * 10 - 1e-9) / 10
  if (most === 0) return 'Everybody is even to a tenth of a shift.'
  if (far < MOST) return `Nobody is more than ${most === 1 ? '1 shift' : `${most} shifts`} from even.`
  const count = people.filter(({ balance }) => Math.abs(balance) >= MOST).length
  return `${counted(count, 'person is', 'people are')} 3 shifts or more from even.`
}

/**
 * Whose share of the work was how large, from the ledgers of active tenders.
 *
 * @param weeks every closed week in words, by its Monday
 */
export function fairnessOf(ledgers: readonly Ledger[], weeks: ReadonlyMap<string, string>): FairnessView {
  const order = [...weeks.keys()].sort().reverse()
  const place = new Map(order.map((weekOf, i) => [weekOf, i]))
  const factors = new Map(
    ledgers.flatMap(({ entries }) => entries.map(({ weekOf, factor }) => [weekOf, factor] as const)),
  )
  const people = ledgers.map(({ id, name, entries }): PersonBalance => {
    return {
      id,
      name,
      worked: entries.reduce((sum, { worked }) => sum + worked, 0) / 60,
      balance: debtOf(entries) / 60,
      rows: entries.map(({ weekOf, worked, share }) => {
        return { week: place.get(weekOf) ?? 0, worked: worked / 60, share: share / 60 }
      }),
    }
  })
  people.sort((a, b) => b.balance - a.balance || byName(a, b))
  return {
    title: order.length === 0 ? 'Fairness' : `Fairness, ${counted(order.length, 'week')}`,
    sentence: evenWords(people, order.length),
    weeks: order.map((weekOf) => ({ label: weeks.get(weekOf) ?? weekOf, factor: factors.get(weekOf) ?? 1 })),
    people,
  }
}

/** What a week of the ledger adds to the balance, in shifts. */
export const partOfRow = (row: { worked: number; share: number }, factor: number): number =>
  factor * (row.worked - row.share)

/** The people at both ends, as many as fit; all when they fit. */
export function endsOf<T>(people: readonly T[], fit: number): { rows: T[]; left: number } {
  if (people.length <= fit) return { rows: [...people], left: 0 }
  const head = Math.ceil(fit / 2)
  return { rows: [...people.slice(0, head), ...people.slice(people.length - (fit - head))], left: people.length - fit }
}
