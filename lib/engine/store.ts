import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { type AnyMachine, targets } from './machine'
import {
  type Answer,
  AT,
  actorValues,
  all,
  answer,
  assignments,
  carried,
  clock,
  EVENT_COLUMNS,
  fromJson,
  type Guard,
  judged,
  ms,
  name,
  type Order,
  orders,
} from './sql'

export type MoveParts = {
  edge: string
  orders: readonly Order[]
  guards: readonly Guard[]
  gate?: Prisma.Sql
  /** Complete statements such as `INSERT … SELECT … FROM upd …`, carried along by the move or not at all. */
  also: readonly Prisma.Sql[]
  /** The claim that a leased edge finalizes; a pure edge needs the lease to be free. */
  token?: string
  /** Where to, of an edge with several targets. */
  to?: string
}

/**
 * Moves subjects along an edge: one statement locks the rows, compares, sets the state, steps the version, closes
 * the lease, writes the events and whatever is carried along, and says what it saw. NULL is the empty state.
 */
export async function moveStatement(ctx: Context, machine: AnyMachine, parts: MoveParts): Promise<Answer[]> {
  const { edge, orders: list, guards, gate, also, token } = parts
  const spec = edgeOf(machine, edge)
  const col = name(machine.column)
  const to = spec.to === 'same' ? Prisma.sql`j.s_state` : Prisma.sql`nullif(${targetOf(machine, parts)}::text, '')`
  const free = token
    ? Prisma.sql`j.acting_token = ${token}::uuid`
    : Prisma.sql`(j.acting_token IS NULL OR (j.acting_until <= j.door_at AND ${inLedger})) AND j.version = j.q_version`
  const cleared = machine.errorColumn ? Prisma.sql`, ${name(machine.errorColumn)} = NULL` : Prisma.empty
  return ctx.db.$queryRaw<Answer[]>`
    ${judged(ctx, machine, list, guards, gate)},
    upd AS (
      UPDATE public.${name(machine.table)} x
         SET ${col} = ${to}, version = x.version + 1, acting_kind = NULL, acting_at = NULL, acting_until = NULL, acting_token = NULL
             ${cleared}${assignments(machine, list[0]?.set ?? {}, spec.writes ?? [])}
        FROM judged j
       WHERE x.id = j.id AND coalesce(j.s_state, '') = ANY(${spec.from}::text[]) AND ${free}
         AND j.refused IS NULL AND j.gate_open AND NOT j.repeated
      RETURNING x.id, x.version, x.${col}::text AS to_state, j.s_state AS from_state, j.acting_token AS old_token, j.door_at,
                j.q_command, j.q_reason, j.q_attempt, j.q_data),
    led AS (
      UPDATE public.lease l SET ended_at = upd.door_at, outcome = ${token ? 'finalized' : 'superseded'}::text
        FROM upd WHERE l.token = upd.old_token AND l.ended_at IS NULL),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT upd.door_at, ${machine.name}::text, upd.id, ${spec.event}::text, ${edge}::text, upd.version, upd.from_state, upd.to_state,
             ${actorValues(ctx)}, upd.q_attempt, upd.q_reason, upd.q_data, ${ctx.requestId}::text, upd.q_command
        FROM upd RETURNING id, subject_id, version, to_state)
    ${carried(also)}
    ${answer(Prisma.sql`ev.version AS new_version, ev.to_state AS new_state, ev.id::text AS event_id`)}
    LEFT JOIN ev ON ev.subject_id = j.id`
}

/**
 * An expired lease is closed in the ledger by whoever passes it. A claim that began and ended while this statement
 * waited for the row has a ledger row that its snapshot does not show: that is a lost race, and the next try passes.
 */
const inLedger = Prisma.sql`(SELECT true FROM public.lease l WHERE l.token = j.acting_token)`

/** The one target of an edge, or the one that the move names of several. */
function targetOf(machine: AnyMachine, { edge, to }: Pick<MoveParts, 'edge' | 'to'>): string {
  const list = targets(edgeOf(machine, edge), '')
  const chosen = to ?? (list.length === 1 ? list[0] : undefined)
  if (chosen === undefined || !list.includes(chosen)) throw new Error(`${machine.name}.${edge} does not lead to ${to}`)
  return chosen
}

function edgeOf(machine: AnyMachine, edge: string) {
  const spec = machine.edges[edge]
  if (!spec) throw new Error(`${machine.name} has no edge ${edge}`)
  return spec
}

export type ClaimParts = {
  edge: string
  lease: string
  token: string
  order: Order
  guards: readonly Guard[]
  gate?: Prisma.Sql
}

/**
 * Takes the lease of an edge: right state, right version, lease free, or expired and of the same kind. The caller
 * made the token before the call, so a repeat whose first answer was lost finds itself holding it.
 */
export async function claimStatement(
  ctx: Context,
  machine: AnyMachine,
  parts: ClaimParts,
): Promise<Answer | undefined> {
  const { edge, lease, token, order, guards, gate } = parts
  const spec = edgeOf(machine, edge)
  const terms = machine.leases[lease]
  if (!terms) throw new Error(`${machine.name} has no lease ${lease}`)
  const holder = `${ctx.actor.kind}:${ctx.actor.id ?? ctx.actor.name}`
  // `led` reads `old`, so the row that it takes over is closed before its own is opened: the unique index sees one.
  const [row] = await ctx.db.$queryRaw<Answer[]>`
    ${judged(ctx, machine, [order], guards, gate)},
    upd AS (
      UPDATE public.${name(machine.table)} x
         SET acting_kind = ${lease}::text, acting_at = j.door_at, acting_until = j.door_at + ${ms(terms.seconds * 1000)},
             acting_token = ${token}::uuid ${assignments(machine, order.set, terms.writes ?? [])}
        FROM judged j
       WHERE x.id = j.id AND coalesce(j.s_state, '') = ANY(${spec.from}::text[]) AND j.version = j.q_version
         AND j.refused IS NULL AND j.gate_open AND NOT j.repeated AND j.acting_token IS DISTINCT FROM ${token}::uuid
         AND (j.acting_token IS NULL OR (j.acting_until <= j.door_at AND j.acting_kind = ${lease}::text AND ${inLedger}))
      RETURNING x.id, x.version, x.acting_at, x.acting_until, j.acting_token AS old_token),
    old AS (
      UPDATE public.lease l SET ended_at = upd.acting_at, outcome = 'superseded'
        FROM upd WHERE l.token = upd.old_token AND l.ended_at IS NULL RETURNING l.holder),
    led AS (
      INSERT INTO public.lease (token, machine, subject_id, kind, claimed_at, expires_at, renewals, holder, command_id)
      SELECT ${token}::uuid, ${machine.name}::text, upd.id, ${lease}::text, upd.acting_at, upd.acting_until, 0, ${holder}::text,
             ${order.commandId}::uuid
        FROM upd LEFT JOIN old ON true),
    reclaimed AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT upd.acting_at, ${machine.name}::text, upd.id, 'lease.reclaimed', NULL, NULL, NULL, NULL, ${actorValues(ctx)}, NULL, NULL,
             jsonb_build_object('kind', ${lease}::text, 'from', old.holder), ${ctx.requestId}::text, NULL
        FROM upd JOIN old ON true)
    ${answer(Prisma.sql`upd.version AS new_version, NULL::text AS new_state, NULL::text AS event_id`)}
    LEFT JOIN upd ON upd.id = j.id`
  return row
}

/** What the ledger says of a claim. */
export async function findLease(
  ctx: Context,
  token: string,
): Promise<{ outcome: string | null; commandId: string | null } | null> {
  const [row] = await ctx.db.$queryRaw<{ outcome: string | null; commandId: string | null }[]>`
    SELECT outcome, command_id::text AS "commandId" FROM public.lease WHERE token = ${token}::uuid`
  return row ?? null
}

/** Moves the end of a lease that is still ours. @returns false when it was reclaimed or closed. */
export async function renewStatement(
  ctx: Context,
  machine: AnyMachine,
  id: string,
  token: string,
  lease: string,
): Promise<boolean> {
  const seconds = machine.leases[lease]?.seconds ?? 0
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH seen AS MATERIALIZED (
      SELECT r.id, r.acting_token FROM public.${name(machine.table)} r WHERE r.id = ${id}::uuid FOR NO KEY UPDATE),
    timed AS MATERIALIZED (SELECT s.*, ${clock(ctx)} + ${ms(seconds * 1000)} AS until FROM seen s),
    upd AS (
      UPDATE public.${name(machine.table)} x SET acting_until = greatest(x.acting_until, t.until)
        FROM timed t WHERE x.id = t.id AND t.acting_token = ${token}::uuid RETURNING x.acting_until)
    UPDATE public.lease l SET expires_at = upd.acting_until, renewals = l.renewals + 1
      FROM upd WHERE l.token = ${token}::uuid AND l.ended_at IS NULL RETURNING 1`
  return rows.length > 0
}

/** Gives a lease back, with the sentence of what went wrong. Once it is somebody else's this changes nothing. */
export async function releaseStatement(
  ctx: Context,
  machine: AnyMachine,
  id: string,
  token: string,
  error: string | null,
): Promise<boolean> {
  const stamp = machine.errorColumn ? Prisma.sql`, ${name(machine.errorColumn)} = ${error}::text` : Prisma.empty
  const rows = await ctx.db.$queryRaw<unknown[]>`
    WITH seen AS MATERIALIZED (
      SELECT r.id, r.acting_token FROM public.${name(machine.table)} r WHERE r.id = ${id}::uuid FOR NO KEY UPDATE),
    timed AS MATERIALIZED (SELECT s.*, ${clock(ctx)} AS door_at FROM seen s),
    upd AS (
      UPDATE public.${name(machine.table)} x
         SET acting_kind = NULL, acting_at = NULL, acting_until = NULL, acting_token = NULL ${stamp}
        FROM timed t WHERE x.id = t.id AND t.acting_token = ${token}::uuid RETURNING x.id, t.door_at),
    led AS (
      UPDATE public.lease l SET ended_at = upd.door_at, outcome = 'released'
        FROM upd WHERE l.token = ${token}::uuid AND l.ended_at IS NULL RETURNING 1),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT upd.door_at, ${machine.name}::text, upd.id, 'lease.released', NULL, NULL, NULL, NULL, ${actorValues(ctx)}, NULL, ${error}::text,
             '{}'::jsonb, ${ctx.requestId}::text, NULL
        FROM upd RETURNING 1)
    SELECT 1 FROM upd`
  return rows.length > 0
}

/** Bears subjects in a start state at version 0, each with its event. @returns the ids born and their events. */
export async function birthStatement(
  ctx: Context,
  machine: AnyMachine,
  state: string,
  list: readonly Order[],
  also: readonly Prisma.Sql[],
): Promise<{ id: string; event_id: string }[]> {
  const columns = Object.entries(list[0]?.set ?? {})
  for (const [column] of columns)
    if (!machine.columns[column]) throw new Error(`${machine.name} has no column ${column}: list it in the machine.`)
  const names = columns.map(([column]) => Prisma.sql`, ${name(column)}`)
  const values = columns.map(([column, value]) =>
    value === AT ? Prisma.sql`, q.door_at` : Prisma.sql`, ${fromJson(machine, column, 'q.q_set')}`,
  )
  return ctx.db.$queryRaw`
    WITH q AS MATERIALIZED (SELECT o.*, ${clock(ctx)} AS door_at FROM (${orders(list)}) o),
    upd AS (
      INSERT INTO public.${name(machine.table)} (id, ${name(machine.column)}, version ${all(names)})
      SELECT q.q_id, nullif(${state}::text, ''), 0 ${all(values)} FROM q RETURNING id, version),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT q.door_at, ${machine.name}::text, upd.id, ${machine.birth.event}::text, 'birth', 0, NULL, nullif(${state}::text, ''),
             ${actorValues(ctx)}, q.q_attempt, q.q_reason, q.q_data, ${ctx.requestId}::text, q.q_command
        FROM upd JOIN q ON q.q_id = upd.id RETURNING id, subject_id)
    ${carried(also)}
    SELECT ev.subject_id::text AS id, ev.id::text AS event_id FROM ev`
}
