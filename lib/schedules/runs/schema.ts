import type { FireKind, FireState } from '../schema'

/** A row of the ledger as a page reads it. */
export type KeptFire = {
  scheduleId: string
  kind: FireKind
  fireAt: Date
  state: FireState
  count: number
  lastAt: Date | null
  actualAt: Date
  attempt: number
  outcome: string | null
  detail: string | null
  finishedAt: Date | null
  actorName: string | null
}
