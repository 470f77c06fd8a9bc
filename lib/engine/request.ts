import { newId } from '@/lib/platform/ids'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { Guard, Order, Values } from './sql'

export type MoveOptions = {
  /** The version that the caller saw: a move of something that changed since is refused as lost. */
  version: number
  /** The button's press. A repeat answers what the first did; without one the move gets its own. */
  commandId?: string
  reason?: string
  attempt?: number
  /** What the event carries, by the edge's schema. */
  data?: object
  set?: Values
  guards?: readonly Guard[]
  /** A row of this must exist, read under its own lock before the subject's: the flag. */
  gate?: Prisma.Sql
  /** Where to, of an edge with several targets. */
  to?: string
  /** Statements on the relation `upd` (id, version, door_at): they happen with the move or not at all. */
  also?: readonly Prisma.Sql[]
}

export type LeasedOptions<T> = Omit<MoveOptions, 'set' | 'also' | 'to'> & {
  /** Columns that the claim sets, from the lease's own list. */
  claim?: Values
  /** The work, outside any transaction: it computes and calls, and writes no subject data. */
  act: Act<T>
}

export type SetMember = Pick<MoveOptions, 'version' | 'commandId' | 'reason' | 'attempt' | 'data' | 'set'> & {
  id: string
}

/** What a member asks for, its event's data checked: a wrong event is a bug of ours and stops before the database. */
export function order(
  schema: { parse(data: unknown): object },
  id: string,
  options: Partial<SetMember> & { version: number },
): Order {
  return {
    id,
    version: options.version,
    commandId: options.commandId ?? newId(),
    reason: options.reason ?? null,
    attempt: options.attempt ?? null,
    data: schema.parse(options.data ?? {}),
    set: options.set ?? {},
  }
}

/** What `act` holds while it works. */
export type Held = {
  token: string
  version: number
  /** Moves the end of the lease. @throws when it is no longer ours, so that a zombie stops before its next call */
  renew(): Promise<void>
}

/** What came of it: the columns and rows that the finalizing move writes, and which edge it takes. */
export type Settled<T> = {
  /** Another edge of the same lease and state, where the result decides. */
  edge?: string
  set?: Values
  also?: readonly Prisma.Sql[]
  data?: object
  reason?: string
  value: T
}

export type Act<T> = (held: Held) => Promise<Settled<T>>
