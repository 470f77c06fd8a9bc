import type { FieldName } from './cron/fields'
import type { Overlap as Repeats } from './cron/fires'

/** When it fires. Each is a cron of 5, 6 or 7 fields in an IANA zone. */
export type CalendarSpec = {
  cron: string
  zone: string
  /** Seconds: each fire comes up to so much later, by a hash of id and time. Less than the shortest time between fires. */
  jitter?: number
  /** Of an hour that the clocks repeat: its first pass alone, or both. 'first' unless told. */
  repeats?: Repeats
}

/** What of a backlog is fired after a silence: everything, the newest, nothing. */
export type CatchUp = 'all' | 'latest' | 'none'
/** What a fire does while an earlier one has not ended: it is skipped, waits (one of them), or runs beside it. */
export type OverlapPolicy = 'skip' | 'buffer_one' | 'allow'

export type Policy = {
  catchUp: CatchUp
  /** Seconds: what is older is not caught up. */
  window: number
  overlap: OverlapPolicy
}

/** What its owner registers. The names are those of the seed, `Spec` in its scheduler. */
export type Spec = {
  /** '{feature}:{entity id}': chosen by the owner, and the same for ever. */
  id: string
  taskQueue: string
  /** Names the handler in the registry. */
  workflowType: string
  /** What the handler is given: one JSON object. */
  args: Readonly<Record<string, unknown>>
  calendar: CalendarSpec
  /** For people: what it is for. */
  note: string
  policy?: Partial<Policy>
}

/** What `update` may change. Another queue, type or arguments: unregister, then register. */
export type Change = Pick<Spec, 'calendar'> & Partial<Pick<Spec, 'taskQueue' | 'workflowType' | 'args'>>

export type SpecField =
  | 'id'
  | 'taskQueue'
  | 'workflowType'
  | 'args'
  | 'note'
  | 'reason'
  | 'cron'
  | 'zone'
  | 'jitter'
  | 'window'

/** A refusal before any call: the field, and a sentence that says what to write instead. */
export type SpecFault = { field: SpecField; sentence: string; cronField?: FieldName }

export type Refusal = {
  ok: false
  /** `unknown`: no such schedule. `unavailable`: the backend does not answer. `changed`: somebody was quicker. */
  code: 'invalid' | 'unknown' | 'refused' | 'unavailable' | 'changed'
  sentence: string
  field?: SpecField
}
/** What a verb answers: it never throws for anything but a broken database. */
export type Told<T = object> = ({ ok: true } & T) | Refusal

export type FireKind = 'slot' | 'gap' | 'manual'
export type FireState =
  | 'fired'
  | 'waiting'
  | 'missed'
  | 'skipped_gap'
  | 'skipped_paused'
  | 'skipped_overlap'
  | 'beyond_window'

/** What reconcile found, and did unless it was a dry run. Ids are schedule ids. */
export type ReconcileReport = {
  /** Kept and not expected: taken away. */
  orphansUnregistered: number
  orphans: readonly string[]
  /** Expected and not kept: healed from the rows that own them. */
  missing: readonly string[]
  /** Kept by the backend with another cron or zone than the ledger's: put right. */
  differing: readonly string[]
  /** Paused in the backend itself, by whom it was and why as it says there. Seen, and left as it is. */
  pausedElsewhere: readonly { id: string; note: string }[]
  /** What could not be done, each with its sentence. The rest was done all the same. */
  failed: readonly { id: string; sentence: string }[]
  dryRun: boolean
}

/** What came of it: a word of the handler's own and a line for people. */
export type FireOutcome = { outcome: string; detail?: string }
