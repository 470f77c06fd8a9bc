import type { ScheduleState } from '../machine'
import type { CatchUp, FireKind, FireState, OverlapPolicy } from '../schema'

/** A schedule as a claim holds it, locked. */
export type Row = {
  id: string
  key: string
  state: ScheduleState
  version: number
  taskQueue: string
  workflowType: string
  args: unknown
  note: string
  cron: string
  zone: string
  jitter: number
  repeats: 'first' | 'both'
  catchUp: CatchUp
  window: number
  overlap: OverlapPolicy
  pauseReason: string | null
  cursor: Date
  cursorLocal: string | null
  nextFireAt: Date | null
  dueAt: Date | null
  tzVersion: string
  byTick: boolean
  /** Why it could not be told what is due, at the last look. */
  lastError: string | null
  /** The database's clock, read after the row was held. */
  at: Date
}

/** Slots of earlier claims that have not ended: at work, or waiting for one that is. */
export type OpenFires = { open: number; waiting: number }

/** Where a schedule stands after a claim. */
export type Stand = {
  id: string
  cursor: Date
  cursorLocal: string | null
  nextFireAt: Date | null
  dueAt: Date | null
  tzVersion: string
  byTick: boolean
  lastError: string | null
}

/** A row of the ledger as a claim writes it. */
export type FireRow = {
  scheduleId: string
  kind: FireKind
  fireAt: Date
  localTime: string
  state: FireState
  count: number
  lastAt: Date | null
  actualAt: Date
  outcome: string | null
  detail: string | null
  finishedAt: Date | null
  commandId: string | null
  actorName: string | null
}
