import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { AnyMachine } from './machine'

/** The instant of the move itself: the database's clock, read after the row is held. */
export const AT = { at: 'the move' } as const

/** A column's new value, as JSON carries it; dates travel as ISO strings. */
export type Value = string | number | boolean | null | Date | typeof AT | object
export type Values = Readonly<Record<string, Value>>

/**
 * A condition that must hold in the statement, over `r`, the row as it was locked, and `r.door_at`, the instant.
 * It reads other rows as they were when the statement began, so whatever it depends on must itself move the subject.
 */
export type Guard = { reason: string; sql: Prisma.Sql }

/** One subject's part in a move. */
export type Order = {
  id: string
  version: number
  commandId: string
  reason: string | null
  attempt: number | null
  data: object
  set: Values
}

/** What a statement answers about one subject: what it saw, and what it did. No row: there is no such subject. */
export type Answer = {
  id: string
  state: string | null
  version: number
  acting_kind: string | null
  acting_token: string | null
  acting_until: Date | null
  door_at: Date
  refused: string | null
  gate_open: boolean
  /** This command has moved this subject before. */
  repeated: boolean
  new_version: number | null
  new_state: string | null
  event_id: string | null
}

/** Names come from machines, which check them at load; nothing a person types reaches this. */
export const name = (identifier: string): Prisma.Sql => Prisma.raw(`"${identifier}"`)

/** A duration as an interval. */
export const ms = (milliseconds: number): Prisma.Sql =>
  Prisma.sql`make_interval(secs => ${milliseconds / 1000}::float8)`

/** The database's clock plus the context's shift. */
export const clock = (ctx: Context): Prisma.Sql => Prisma.sql`(clock_timestamp() + ${ms(ctx.shift)})`

/** `(door_at, event columns…)` as every insert of an event lists them. */
export const EVENT_COLUMNS = Prisma.raw(
  'at, machine, subject_id, type, edge, version, from_state, to_state, actor_kind, actor_id, actor_name, attempt, reason, data, request_id, command_id',
)

export const actorValues = (ctx: Context): Prisma.Sql =>
  Prisma.sql`${ctx.actor.kind}::text, ${ctx.actor.id}::text, ${ctx.actor.name}::text`

/** Parts one after another, none of them too: `Prisma.join` refuses an empty list. */
export const all = (parts: readonly Prisma.Sql[]): Prisma.Sql =>
  parts.length > 0 ? Prisma.join([...parts], '') : Prisma.empty

/** Whole statements as further CTEs of one that has `upd`. */
export const carried = (also: readonly Prisma.Sql[]): Prisma.Sql =>
  all(also.map((sql, k) => Prisma.sql`, ${Prisma.raw(`w${k}`)} AS (${sql})`))

/** The orders of a statement as relation `q`: one as a row of parameters, several as one JSON parameter. */
export function orders(list: readonly Order[]): Prisma.Sql {
  const plain = list.map((order) => ({
    ...order,
    set: Object.fromEntries(Object.entries(order.set).filter(([, v]) => v !== AT)),
  }))
  const [only] = plain
  if (only && plain.length === 1)
    return Prisma.sql`SELECT ${only.id}::uuid AS q_id, ${only.version}::int AS q_version, ${only.commandId}::uuid AS q_command,
      ${only.reason}::text AS q_reason, ${only.attempt}::int AS q_attempt, ${JSON.stringify(only.data)}::jsonb AS q_data,
      ${JSON.stringify(only.set)}::jsonb AS q_set`
  return Prisma.sql`SELECT o.id AS q_id, o.version AS q_version, o."commandId" AS q_command, o.reason AS q_reason,
      o.attempt AS q_attempt, o.data AS q_data, o.set AS q_set
    FROM jsonb_to_recordset(${JSON.stringify(plain)}::jsonb)
      AS o(id uuid, version int, "commandId" uuid, reason text, attempt int, data jsonb, set jsonb)`
}

/** `, column = value` for each column that an order sets. */
export function assignments(machine: AnyMachine, set: Values, allowed: readonly string[]): Prisma.Sql {
  const parts = Object.entries(set).map(([column, value]) => {
    if (!allowed.includes(column))
      throw new Error(`${machine.name} may not write ${column} here: list it in the machine.`)
    return Prisma.sql`, ${name(column)} = ${value === AT ? Prisma.sql`j.door_at` : fromJson(machine, column, 'j.q_set')}`
  })
  return all(parts)
}

/** A value read out of a JSON object and cast to its column's type. */
export function fromJson(machine: AnyMachine, column: string, source: string): Prisma.Sql {
  const type = machine.columns[column]
  return Prisma.raw(
    type === 'jsonb' ? `nullif(${source}->'${column}', 'null'::jsonb)` : `(${source}->>'${column}')::${type ?? 'text'}`,
  )
}

/**
 * `WITH judged AS (…)`: the subject under its lock, and everything that a decision needs. The clock is read above the
 * node that locks, so after the lock is held: beside the lock it would be the instant at which the statement began to
 * wait. The gate is part of the join below that node, so its lock comes before the subject's. Parts that a move does
 * not use are left out, and columns that no guard reads are not copied.
 */
export function judged(
  ctx: Context,
  machine: AnyMachine,
  list: readonly Order[],
  guards: readonly Guard[],
  gate?: Prisma.Sql,
): Prisma.Sql {
  const verdict = guards.map(({ reason, sql }) => Prisma.sql`WHEN NOT coalesce((${sql}), false) THEN ${reason}::text`)
  return Prisma.sql`WITH ${gate ? Prisma.sql`gate AS MATERIALIZED (${gate}),` : Prisma.empty}
    judged AS MATERIALIZED (
      SELECT r.id, r.${name(machine.column)}::text AS s_state, r.version, r.acting_kind, r.acting_token, r.acting_until, r.door_at,
             r.q_version, r.q_command, r.q_reason, r.q_attempt, r.q_data, r.q_set, r.gate_open,
             ${verdict.length > 0 ? Prisma.sql`CASE ${Prisma.join(verdict, ' ')} END` : Prisma.sql`NULL::text`} AS refused,
             EXISTS (SELECT FROM public.audit_event a
                      WHERE a.command_id = r.q_command AND a.machine = ${machine.name}::text AND a.subject_id = r.id) AS repeated
        FROM (SELECT s.*, ${clock(ctx)} AS door_at
                FROM (SELECT r.*, q.*, ${gate ? Prisma.sql`EXISTS (SELECT FROM gate)` : Prisma.sql`true`} AS gate_open
                        FROM (${orders(list)}) q JOIN public.${name(machine.table)} r ON r.id = q.q_id
                       ORDER BY r.id FOR NO KEY UPDATE OF r) s) r)`
}

/** What every statement returns, a row a subject, whether it did anything or not. */
export const answer = (did: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT j.id::text, j.s_state AS state, j.version, j.acting_kind, j.acting_token::text, j.acting_until, j.door_at,
         j.refused, j.gate_open, j.repeated, ${did}
    FROM judged j`
