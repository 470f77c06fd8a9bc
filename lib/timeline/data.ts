import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { Prisma } from '@/lib/platform/prisma/client'

/** Rows of one page. */
export const PAGE = 50

/** What the list is narrowed to; every part may be left out. Instants are half open: from, up to and without. */
export type Narrowed = {
  subject?: { machine: string; id: string }
  machines?: readonly string[]
  actor?: { kind: string; id: string | null }
  from?: Date
  to?: Date
}

export type EventRow = {
  id: bigint
  at: Date
  machine: string
  subject_id: string
  type: string
  from_state: string | null
  to_state: string | null
  actor_name: string
  attempt: number | null
  reason: string | null
  data: Record<string, unknown>
  sealed: boolean
}

export type LeaseRow = {
  token: string
  machine: string
  subject_id: string
  kind: string
  claimed_at: Date
  expires_at: Date
  ended_at: Date | null
  outcome: string | null
  holder: string
  /** The event that ended it, the name it was written under, and what the action failed with. */
  event_id: bigint | null
  event_actor: string | null
  error: string | null
}

/** The conditions on a relation whose columns both ledgers have: `t.machine`, `t.subject_id`. */
function subjectsOf({ subject, machines }: Narrowed): Prisma.Sql[] {
  if (subject) return [Prisma.sql`t.machine = ${subject.machine}::text AND t.subject_id = ${subject.id}::uuid`]
  return machines ? [Prisma.sql`t.machine = ANY(${[...machines]}::text[])`] : []
}

const between = (column: Prisma.Sql, { from, to }: Narrowed): Prisma.Sql[] => [
  ...(from ? [Prisma.sql`${column} >= ${from}::timestamptz`] : []),
  ...(to ? [Prisma.sql`${column} < ${to}::timestamptz`] : []),
]

const where = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join([...conditions], ' AND ')}` : Prisma.empty

/** A move changes a state or keeps it through a self-edge; a ledger's row moves without a version. */
const KIND = {
  moves: Prisma.sql`(t.from_state IS NOT NULL OR t.to_state IS NOT NULL)`,
  facts: Prisma.sql`(t.from_state IS NULL AND t.to_state IS NULL)`,
}

type NarrowedEvents = Narrowed & { kind?: 'moves' | 'facts' }

function eventConditions(narrowed: NarrowedEvents): Prisma.Sql[] {
  const { kind, actor } = narrowed
  return [
    ...subjectsOf(narrowed),
    ...(actor ? [Prisma.sql`t.actor_kind = ${actor.kind}::text`] : []),
    ...(actor?.id ? [Prisma.sql`t.actor_id = ${actor.id}::text`] : []),
    ...(kind ? [KIND[kind]] : []),
    ...between(Prisma.sql`t.at`, narrowed),
  ]
}

/**
 * The statement of a page of events, newest first. One row more than a page says that there are older ones.
 * @param narrowed.most how many rows a page has
 */
export function eventsStatement(narrowed: NarrowedEvents & { before?: bigint; most?: number }): Prisma.Sql {
  const { before, most = PAGE } = narrowed
  const conditions = [
    ...eventConditions(narrowed),
    ...(before === undefined ? [] : [Prisma.sql`t.id < ${before}::bigint`]),
  ]
  // Under a seal is what the newest one reaches to, or what lies behind an earlier epoch's end.
  return Prisma.sql`
    WITH last AS MATERIALIZED (SELECT s.id_after, s.xid_to FROM public.seal s ORDER BY s.number DESC LIMIT 1)
    SELECT t.id, t.at, t.machine, t.subject_id::text, t.type, t.from_state, t.to_state, t.actor_name, t.attempt, t.reason,
           t.data, coalesce((SELECT t.id <= last.id_after OR t.xid < last.xid_to FROM last), false) AS sealed
      FROM public.audit_event t ${where(conditions)} ORDER BY t.id DESC LIMIT ${most + 1}::int`
}

/** How many events there are in all, and how many claims: what an export leaves out. */
export async function countAll(db: Db, narrowed: Narrowed & { kind?: 'moves' | 'facts' | 'leases' }): Promise<number> {
  const { kind, ...rest } = narrowed
  const [row] = await db.$queryRaw<[{ n: bigint }]>(
    kind === 'leases'
      ? Prisma.sql`SELECT count(*) AS n FROM public.lease t ${where(leaseConditions(rest))}`
      : Prisma.sql`SELECT count(*) AS n FROM public.audit_event t ${where(eventConditions({ ...rest, ...(kind ? { kind } : {}) }))}`,
  )
  return Number(row.n)
}

export const findEvents = (db: Db, narrowed: Parameters<typeof eventsStatement>[0]): Promise<EventRow[]> =>
  db.$queryRaw<EventRow[]>(eventsStatement(narrowed))

const LEASE =
  Prisma.raw(`t.token::text, t.machine, t.subject_id::text, t.kind, t.claimed_at, t.expires_at, t.ended_at, t.outcome,
           t.holder, e.id AS event_id, e.actor_name AS event_actor, CASE WHEN e.type = 'lease.released' THEN e.reason END AS error`)

/**
 * The leases that these events ended: whatever ends a lease writes its event in the same statement, with the same
 * instant. `ids` are those of a page.
 */
export const findEndedBy = (db: Db, ids: readonly bigint[]): Promise<LeaseRow[]> =>
  db.$queryRaw<LeaseRow[]>`
    SELECT DISTINCT ON (t.token) ${LEASE}
      FROM public.audit_event e
      JOIN public.lease t ON t.machine = e.machine AND t.subject_id = e.subject_id AND t.claimed_at <= e.at AND t.ended_at = e.at
     WHERE e.id = ANY(${ids.map(String)}::bigint[]) ORDER BY t.token, e.id`

const held = ({ actor }: Narrowed): Prisma.Sql[] =>
  actor
    ? [
        actor.id
          ? Prisma.sql`t.holder = ${`${actor.kind}:${actor.id}`}::text`
          : Prisma.sql`starts_with(t.holder, ${`${actor.kind}:`}::text)`,
      ]
    : []

/** Leases that are open now. There is at most one a subject, and hardly ever more than a few. */
export const findOpen = (db: Db, narrowed: Narrowed): Promise<LeaseRow[]> =>
  db.$queryRaw<LeaseRow[]>`
    SELECT ${LEASE} FROM public.lease t LEFT JOIN (SELECT NULL::bigint AS id, NULL::text AS actor_name, NULL::text AS type, NULL::text AS reason) e ON true
    ${where([Prisma.sql`t.ended_at IS NULL`, ...subjectsOf(narrowed), ...held(narrowed), ...between(Prisma.sql`t.claimed_at`, narrowed)])}
     ORDER BY t.claimed_at DESC, t.token DESC LIMIT ${PAGE}::int`

const leaseConditions = (narrowed: Narrowed): Prisma.Sql[] => [
  ...subjectsOf(narrowed),
  ...held(narrowed),
  ...between(Prisma.sql`t.claimed_at`, narrowed),
]

/** The statement of a page of claims, newest first, each with the event that ended it. */
export function leasesStatement(
  narrowed: Narrowed & { before?: { at: Date; token: string }; most?: number },
): Prisma.Sql {
  const { before, most = PAGE } = narrowed
  const conditions = [
    ...leaseConditions(narrowed),
    ...(before ? [Prisma.sql`(t.claimed_at, t.token) < (${before.at}::timestamptz, ${before.token}::uuid)`] : []),
  ]
  return Prisma.sql`
    WITH t AS MATERIALIZED (
      SELECT t.* FROM public.lease t ${where(conditions)} ORDER BY t.claimed_at DESC, t.token DESC LIMIT ${most + 1}::int)
    SELECT ${LEASE} FROM t LEFT JOIN LATERAL (
      SELECT a.id, a.type, a.reason, a.actor_name FROM public.audit_event a
       WHERE a.machine = t.machine AND a.subject_id = t.subject_id AND a.at = t.ended_at ORDER BY a.id LIMIT 1) e ON true
     ORDER BY t.claimed_at DESC, t.token DESC`
}

export const findLeases = (db: Db, narrowed: Parameters<typeof leasesStatement>[0]): Promise<LeaseRow[]> =>
  db.$queryRaw<LeaseRow[]>(leasesStatement(narrowed))

/** Names of people by id, for whoever holds a lease. */
export async function findPeople(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.appUser.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Everybody with an account, by name: whom the list can be narrowed to. */
export const listPeople = (ctx: Context): Promise<{ id: string; name: string }[]> =>
  ctx.db.appUser.findMany({ select: { id: true, name: true }, orderBy: [{ name: 'asc' }, { id: 'asc' }], take: 200 })
