import type { Context } from '@/lib/platform/context'
import type { Ahead, Terms } from './due/stand'
import type { Change, FireKind, FireOutcome, ReconcileReport, Spec, Told } from './schema'

/** One time that has come, as its handler gets it. */
export type DueFire = {
  /** The schedule's own id in the engine, a UUID. */
  scheduleId: string
  /** The id that its owner chose. */
  key: string
  kind: Exclude<FireKind, 'gap'>
  /** The time that the schedule names, whenever it is done. */
  fireAt: Date
  /** That time by the clocks of its zone, YYYY-MM-DDTHH:MM:SS. */
  localTime: string
  zone: string
  args: unknown
  /** From 1 on. */
  attempt: number
}

/**
 * Writes rows of our own database, for at most 1,000 fires at once, in the transaction of their claim: exactly once. It
 * answers one outcome a fire, in order. If it throws, its batch is halved until the fire that it cannot do stands alone.
 */
export type SetHandler = { kind: 'set'; run(tx: Context, fires: readonly DueFire[]): Promise<readonly FireOutcome[]> }

/**
 * Calls something outside, after the claim is committed, under a lease: at least once, so it must know its own fire
 * again. If it throws it is tried again, three times in all.
 */
export type JobHandler = { kind: 'job'; seconds: number; run(ctx: Context, fire: DueFire): Promise<FireOutcome> }

export type Handler = SetHandler | JobHandler

/** Handlers by workflow type: the registry's. */
export type Handlers = Readonly<Record<string, Handler>>

/** What differs between backends in the ledger: who claims what is due next. */
export type Waking = {
  handlers: Handlers
  /** @returns whether the tick claims a schedule's next item, given where it stands */
  byTick(terms: Pick<Terms, 'zone' | 'paused'>, ahead: Ahead): boolean
}

/** PostgreSQL alone: the tick claims everything. */
export const alwaysByTick: Waking['byTick'] = () => true

/** Which press it was, and what its page showed. Without one a verb takes the schedule as it is. */
export type Press = { commandId?: string; version?: number }

export type Registered = { id: string; nextFireAt: Date | null; already: boolean }

/** Who owns the schedules of a feature, for reconcile. */
export type Owner = {
  /** The part of an id before its colon. */
  feature: string
  /** Ids that its rows say should be kept. */
  expectedIds: readonly string[]
  /** Looked at again under the owning row's lock, right before a schedule is taken away. */
  stillExpected(tx: Context, id: string): Promise<boolean>
  /** Registers what is missing, from the owning row. */
  heal(ctx: Context, id: string): Promise<Told>
  dryRun?: boolean
}

/** One interface, two backends: `postgres` and `temporal`. Callers never know which. */
export type SchedulerClient = {
  backend: 'postgres' | 'temporal'
  /**
   * Keeps a schedule from now on. The same one again is fine (`already`); another under the same id is refused.
   * @param tx the caller's transaction, which `postgres` joins
   */
  register(spec: Spec, tx?: Context): Promise<Told<Registered>>
  /** Another cron, zone or jitter. What was due under the old ones is settled first. */
  update(id: string, change: Change, press?: Press): Promise<Told<Omit<Registered, 'already'>>>
  /** Its times are skipped from now on, and recorded as such. */
  pause(id: string, reason: string, press?: Press): Promise<Told>
  /** It fires again from now on; what passed is not made up for. */
  unpause(id: string, press?: Press): Promise<Told>
  /** Fires now, beside its cron. A repeated command answers the first fire. */
  trigger(id: string, commandId?: string): Promise<Told<{ fireAt: Date }>>
  /** Takes it away. One that is not there is fine. */
  unregister(id: string, tx?: Context): Promise<Told>
  /** Takes back a registration whose owner came to nothing. On `temporal` reconcile takes the orphan. */
  compensate(id: string, tx: Context): Promise<Told>
  /** Holds what is kept of a feature against what its owner expects. */
  reconcile(owner: Owner): Promise<ReconcileReport>
}
