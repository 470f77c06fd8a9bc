import { normEmail } from '@/lib/platform/normal'
import { tenderInput } from '../../schema'
import { type Column, readSheet, type SheetRow, textOf, yesOrNo } from '../csv/rules'
import { keptText, type Plan, type Planned, refusedRow, settledRow } from '../rules'

type Key = 'name' | 'email' | 'keyHolder' | 'active'
export const TENDER_COLUMNS: readonly Column<Key>[] = [
  { key: 'name', label: 'Name', also: ['fullname', 'tender', 'person', 'volunteer', 'who'], required: true },
  { key: 'email', label: 'E-mail', also: ['mail', 'address', 'emailaddress', 'mailaddress'] },
  { key: 'keyHolder', label: 'Key holder', also: ['key', 'keys', 'haskey', 'holdsakey', 'holdskey'] },
  { key: 'active', label: 'Active', also: ['state', 'isactive'] },
]

export type TenderValue = { name: string; email: string | null; keyHolder: boolean; active: boolean }
export type KnownTender = TenderValue & { id: string }

/** What a row says; null where it says nothing, and then what is there stays. */
type Said = { name: string; email: string | null; keyHolder: boolean | null; active: boolean | null }

const firstOf = (result: { error?: { issues: { message: string }[] } }): string =>
  result.error?.issues[0]?.message ?? ''

function saidBy({ at, fault }: SheetRow<Key>): Said | string {
  if (fault) return fault
  const name = textOf(at.name ?? '')
  if (!name.ok) return name.reason
  const named = tenderInput.shape.name.safeParse(name.text)
  if (!named.success) return firstOf(named)
  const address = tenderInput.shape.email.safeParse(at.email ?? '')
  if (!address.success)
    return `“${at.email}” is not an e-mail address. Write one such as rosa@example.org, or leave it empty.`
  const [keyHolder, active] = [yesOrNo(at.keyHolder), yesOrNo(at.active)]
  if (keyHolder === undefined) return `“${at.keyHolder}” under Key holder is neither yes nor no.`
  if (active === undefined) return `“${at.active}” under Active is neither yes nor no.`
  return { name: named.data, email: address.data || null, keyHolder, active }
}

const valuesOf = ({ name, email, keyHolder, active }: TenderValue): TenderValue => ({ name, email, keyHolder, active })

/** Finds whom each row is about, every person once. */
class Matcher {
  readonly #byEmail = new Map<string, KnownTender>()
  readonly #byName = new Map<string, KnownTender[]>()
  /** The lines that were here before: by person, by address, by name. */
  readonly #lines = new Map<string, number>()

  constructor(known: readonly KnownTender[]) {
    for (const tender of known) {
      if (tender.email) this.#byEmail.set(normEmail(tender.email), tender)
      const name = tender.name.normalize('NFC')
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), tender])
    }
  }

  /** The person, null for one to be added, or why it cannot be told. */
  find(said: Said, line: number): KnownTender | null | string {
    const found = said.email ? this.#addressed(said, normEmail(said.email)) : this.#named(said)
    if (typeof found === 'string') return found
    const before = found && this.#lines.get(found.id)
    if (found && before) return `Line ${before} is about ${found.name} already.`
    for (const key of [found?.id, said.email && normEmail(said.email), `name ${said.name}`])
      if (key && !this.#lines.has(key)) this.#lines.set(key, line)
    return found
  }

  #free(name: string): KnownTender[] {
    return (this.#byName.get(name) ?? []).filter(({ id }) => !this.#lines.has(id))
  }

  #addressed({ name }: Said, norm: string): KnownTender | null | string {
    const before = this.#lines.get(norm)
    if (before) return `Line ${before} has this address already. Two people cannot share one.`
    const holder = this.#byEmail.get(norm)
    const namesakes = this.#byName.get(name) ?? []
    if (holder && holder.name.normalize('NFC') !== name && namesakes.length > 0)
      return `${holder.name} has this address, and ${name} is somebody else here. Two people cannot share one.`
    if (holder) return holder
    const [only, ...more] = this.#free(name).filter(({ email }) => email === null)
    return only && more.length === 0 ? only : null
  }

  #named(said: Said): KnownTender | null | string {
    const { name } = said
    const free = this.#free(name)
    const bare = free.filter(({ email }) => email === null)
    const choice = bare.length > 0 ? bare : free
    const [only] = choice
    if (choice.length > 1)
      return (
        choice.find((one) => isAsSaid(one, said)) ??
        `${choice.length} people are called ${name}. Give the address, so that it is clear who is meant.`
      )
    if (only) return only
    const before = this.#lines.get(`name ${name}`)
    return before ? `Line ${before} is about ${name} already. Give an address if this is somebody else.` : null
  }

  /** Whether somebody else of the name is there, as a person to be added should know. */
  hasNamesake(name: string): boolean {
    return this.#byName.has(name)
  }
}

const isAsSaid = (one: KnownTender, { keyHolder, active }: Said): boolean =>
  (keyHolder ?? one.keyHolder) === one.keyHolder && (active ?? one.active) === one.active

const readsOf = ({ email, keyHolder, active }: TenderValue): string =>
  [email ?? 'No e-mail address', keyHolder && 'key holder', !active && 'not active'].filter(Boolean).join(', ')

function planRow(row: SheetRow<Key>, matcher: Matcher): Planned<TenderValue> {
  const said = saidBy(row)
  const base = { line: row.line, name: row.at.name ?? '', cells: row.cells }
  if (typeof said === 'string') return refusedRow(base, said)
  const named = { ...base, name: said.name }
  const found = matcher.find(said, row.line)
  if (typeof found === 'string') return refusedRow(named, found)
  // Two cells that ran into one are no name. Whoever is called so already is.
  if (!found && /\S@\S+\.\S/.test(said.name))
    return refusedRow(named, `“${said.name}” holds an address. It belongs into a column of its own, E-mail.`)
  if (!found) {
    const note = said.email && matcher.hasNamesake(said.name) ? `There is another ${said.name} already.` : null
    const value = {
      name: said.name,
      email: said.email,
      keyHolder: said.keyHolder ?? false,
      active: said.active ?? true,
    }
    return { ...named, note, verdict: 'added', value, reads: readsOf(value) }
  }
  const was = valuesOf(found)
  const value = {
    name: keptText(was.name, said.name),
    // An address differs from the one that is there only where there is none: that is how the person was found.
    email: was.email ?? said.email,
    keyHolder: said.keyHolder ?? was.keyHolder,
    active: said.active ?? was.active,
  }
  const note = was.active || said.active !== null ? null : 'Not active, and stays so.'
  return settledRow(named, { id: found.id, was, value, note })
}

/**
 * What a file of tenders will do, row by row: matched by address, without one by the exact name. An empty cell leaves
 * what is there, and whoever is not in the file stays. Or why the whole cannot be read.
 */
export function planTenders(
  text: string,
  known: readonly KnownTender[],
): { ok: true; plan: Plan<TenderValue> } | { ok: false; reason: string } {
  const read = readSheet(text, TENDER_COLUMNS)
  if (!read.ok) return read
  const matcher = new Matcher(known)
  return { ok: true, plan: { rows: read.sheet.rows.map((row) => planRow(row, matcher)), sheet: read.sheet } }
}
