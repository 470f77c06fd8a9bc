import type { Entry } from '../picker/ledger'

/** A week of the ledger. What it counts for is the same for everybody. */
export type LedgerWeek = { label: string; factor: number }

/** Shifts worked and their share of one week, by its place among the weeks. */
export type LedgerRow = { week: number; worked: number; share: number }

export type PersonBalance = {
  id: string
  name: string
  worked: number
  /** Shifts above zero: more than their share; faded, within ±3. What the picker weighs. */
  balance: number
  rows: LedgerRow[]
}

/** How even the latest 26 sent weeks before a week were. */
export type FairnessView = {
  title: string
  sentence: string
  /** The latest first. */
  weeks: LedgerWeek[]
  /** Most above their share first. */
  people: PersonBalance[]
}

export type Ledger = { id: string; name: string; entries: readonly Entry[] }
