import { currentShift, readClock } from './clock'
import { type Db, database, isTransaction, type Prisma } from './database'
import { env } from './env'
import { newId } from './ids'

/** Who did it. `tender` acts through a personal link, `autopilot` and `tick` by the clock. */
export type Actor = {
  kind: 'user' | 'autopilot' | 'tick' | 'tender' | 'api' | 'system'
  id: string | null
  name: string
}

/** What a verb is given of the world. `shift` (ms) is all that a statement adds to the database's clock. */
export type Context = {
  db: Db
  actor: Actor
  /** The request's id, or the tick's: it stands in every event and log line. */
  requestId: string
  shift: number
  /** The new roster engine is switched off in this process: `PUB_SCHEDULER_V2=off`. */
  killed: boolean
  /** Feeds rules and display, never a lease: leases compare the database's clock in the statement itself. */
  now(): Date
}

export type ContextOptions = { actor: Actor; requestId?: string; db?: Db; shift?: number; killed?: boolean }

/** A context on the process's database, or on the one given. */
export function context({
  actor,
  requestId = newId(),
  db = database(),
  shift = currentShift(),
  killed = env().PUB_SCHEDULER_V2 === 'off',
}: ContextOptions): Context {
  return { db, actor, requestId, shift, killed, now: () => readClock(shift) }
}

export const TICK: Actor = { kind: 'tick', id: null, name: 'tick' }
export const SYSTEM: Actor = { kind: 'system', id: null, name: 'system' }
export const AUTOPILOT: Actor = { kind: 'autopilot', id: null, name: 'autopilot' }

/** The same world, another actor. */
export const as = (ctx: Context, actor: Actor): Context => ({ ...ctx, actor })

/**
 * Runs `work` in one transaction; inside a transaction already, in that one. Lock order: advisory locks, flag,
 * subjects by machine name and id, children, ledgers.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  if (!ctx.db.$transaction || isTransaction(ctx.db)) return work(ctx)
  return ctx.db.$transaction((db: Prisma.TransactionClient) => work({ ...ctx, db }))
}
