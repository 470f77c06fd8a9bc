import type { Context } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import type { AnyMachine } from './machine'
import { ms, name } from './sql'

/** The newest seal: its number, the head of the chain in hex, and what is not under it yet. */
export type SealState = { number: number; head: string; sealedAt: Date | null; events: number; lagSeconds: number }

/** Where the record was found to differ from what was sealed, or from the states that it should add up to. */
export type Fault = { kind: 'digest' | 'head' | 'state'; subject: string }
export type Verification = { seals: number; events: number; subjects: number; verifiedTo: Date | null; faults: Fault[] }

const PATIENCE_MS = 600_000

/** One transaction whose statements may read all of the record: the limit of a connection would end them at 15 s. */
async function patient<T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  if (!ctx.db.$transaction || isTransaction(ctx.db)) return work(ctx)
  return ctx.db.$transaction(
    async (db: Prisma.TransactionClient) => {
      await db.$queryRaw`SELECT set_config('statement_timeout', ${String(PATIENCE_MS)}, true)`
      return work({ ...ctx, db })
    },
    { timeout: PATIENCE_MS },
  )
}

/**
 * Seals what is finished and unsealed, once, however many ticks run; of a backlog the oldest 20,000 events, and all of
 * the transaction that these end in. @returns how many seals were written
 */
export async function seal(ctx: Context): Promise<number> {
  const rows = await patient(
    ctx,
    (tx) => tx.db.$queryRaw<unknown[]>`SELECT number FROM public.seal_events(${ms(tx.shift)})`,
  )
  return rows.length
}

/**
 * @returns the head, and the lag: the age of the oldest event that no seal covers. A writing transaction that idles
 * anywhere on the server holds seals up, so a lag that grows is worth a look.
 */
export async function sealState(ctx: Context): Promise<SealState> {
  const [row] = await ctx.db.$queryRaw<
    { number: bigint; head: string; at: Date | null; events: bigint; lag: number }[]
  >`
    WITH last AS (SELECT * FROM public.seal ORDER BY number DESC LIMIT 1)
    SELECT coalesce(last.number, 0) AS number, coalesce(encode(last.head, 'hex'), '') AS head, last.at,
           (SELECT coalesce(sum(events), 0) FROM public.seal) AS events,
           coalesce(extract(epoch FROM clock_timestamp() + ${ms(ctx.shift)} - public.unsealed_since())::float8, 0) AS lag
      FROM (SELECT) one LEFT JOIN last ON true`
  if (!row) throw new Error('PostgreSQL did not answer')
  return {
    number: Number(row.number),
    head: row.head,
    sealedAt: row.at,
    events: Number(row.events),
    lagSeconds: Math.max(0, Math.round(row.lag)),
  }
}

/** Computes every seal again, and folds the events of each machine into the states that its subjects now have. */
export const verify = (ctx: Context, machines: readonly AnyMachine[]): Promise<Verification> =>
  patient(ctx, (tx) => verifyAll(tx, machines))

async function verifyAll(ctx: Context, machines: readonly AnyMachine[]): Promise<Verification> {
  const checks = await ctx.db.$queryRaw<{ number: bigint; digest_ok: boolean; head_ok: boolean }[]>`
    SELECT number, digest_ok, head_ok FROM public.check_seals()`
  const faults = checks.flatMap((check): Fault[] => [
    ...(check.digest_ok ? [] : [{ kind: 'digest' as const, subject: `seal ${check.number}` }]),
    ...(check.head_ok ? [] : [{ kind: 'head' as const, subject: `seal ${check.number}` }]),
  ])
  let subjects = 0
  for (const machine of machines) {
    const folded = await fold(ctx, machine)
    subjects += folded.subjects
    faults.push(...folded.wrong.map((subject) => ({ kind: 'state' as const, subject: `${machine.name} ${subject}` })))
  }
  const { events, sealedAt } = await sealState(ctx)
  return { seals: checks.length, events, subjects, verifiedTo: sealedAt, faults }
}

/**
 * Subjects whose events are not an unbroken walk from birth to the state and version that the row has, and events
 * whose subject is gone.
 */
async function fold(ctx: Context, machine: AnyMachine): Promise<{ subjects: number; wrong: string[] }> {
  const [row] = await ctx.db.$queryRaw<{ subjects: number; wrong: string[] }[]>`
    WITH walk AS (
      SELECT a.subject_id, a.version, a.to_state,
             a.from_state IS NOT DISTINCT FROM lag(a.to_state) OVER w
               AND a.version = coalesce(lag(a.version) OVER w + 1, 0) AS steps
        FROM public.audit_event a WHERE a.machine = ${machine.name}::text AND a.version IS NOT NULL
      WINDOW w AS (PARTITION BY a.subject_id ORDER BY a.version)),
    walked AS (
      SELECT subject_id, bool_and(steps) AS unbroken, max(version) AS version,
             (array_agg(to_state ORDER BY version DESC))[1] AS to_state
        FROM walk GROUP BY subject_id),
    judged AS (
      SELECT coalesce(r.id, w.subject_id)::text AS id, r.id IS NOT NULL AS here,
             coalesce(w.unbroken AND w.version = r.version AND w.to_state IS NOT DISTINCT FROM r.${name(machine.column)}::text, false) AS whole
        FROM public.${name(machine.table)} r FULL JOIN walked w ON w.subject_id = r.id)
    SELECT count(*) FILTER (WHERE here)::int AS subjects, coalesce(array_agg(id) FILTER (WHERE NOT whole), '{}') AS wrong FROM judged`
  return row ?? { subjects: 0, wrong: [] }
}
