import type { Context } from '@/lib/platform/context'
import type { AnyMachine } from './machine'
import { ms, name } from './sql'

/** The newest seal: its number, the head of the chain in hex, and what is not under it yet. */
export type SealState = { number: number; head: string; sealedAt: Date | null; events: number; lagSeconds: number }

/** Where the record was found to differ from what was sealed, or from the states that it should add up to. */
export type Fault = { kind: 'digest' | 'head' | 'state'; subject: string }
export type Verification = { seals: number; events: number; subjects: number; verifiedTo: Date | null; faults: Fault[] }

/** Seals what is finished and unsealed, once, however many ticks run. @returns how many seals were written */
export async function seal(ctx: Context): Promise<number> {
  const rows = await ctx.db.$queryRaw<unknown[]>`SELECT number FROM public.seal_events(${ms(ctx.shift)})`
  return rows.length
}

/**
 * @returns the head, and the lag: the age of the oldest event that no seal covers. A writing transaction that idles
 * anywhere on the server holds seals up, so a lag that grows is worth a look.
 */
export async function sealState(ctx: Context): Promise<SealState> {
  const [row] = await ctx.db.$queryRaw<{ number: bigint; head: string; at: Date; events: bigint; lag: number }[]>`
    WITH last AS (SELECT * FROM public.seal ORDER BY number DESC LIMIT 1)
    SELECT last.number, encode(last.head, 'hex') AS head, last.at, (SELECT sum(events) FROM public.seal) AS events,
           coalesce((SELECT extract(epoch FROM clock_timestamp() + ${ms(ctx.shift)} - min(e.at))::float8
                       FROM public.audit_event e WHERE e.xid >= last.xid_to AND e.id > last.id_after), 0) AS lag
      FROM last`
  if (!row) return { number: 0, head: '', sealedAt: null, events: 0, lagSeconds: 0 }
  return {
    number: Number(row.number),
    head: row.head,
    sealedAt: row.at,
    events: Number(row.events),
    lagSeconds: Math.max(0, Math.round(row.lag)),
  }
}

/** Computes every seal again, and folds the events of each machine into the states that its subjects now have. */
export async function verify(ctx: Context, machines: readonly AnyMachine[]): Promise<Verification> {
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

/** Subjects whose events are not an unbroken walk from birth to the state and version that the row has. */
async function fold(ctx: Context, machine: AnyMachine): Promise<{ subjects: number; wrong: string[] }> {
  const rows = await ctx.db.$queryRaw<{ id: string; whole: boolean }[]>`
    WITH walk AS (
      SELECT a.subject_id, a.version, a.to_state,
             a.from_state IS NOT DISTINCT FROM lag(a.to_state) OVER w
               AND a.version = coalesce(lag(a.version) OVER w + 1, 0) AS steps
        FROM public.audit_event a WHERE a.machine = ${machine.name}::text AND a.version IS NOT NULL
      WINDOW w AS (PARTITION BY a.subject_id ORDER BY a.version))
    SELECT r.id::text,
           coalesce(bool_and(walk.steps), false)
             AND bool_or(walk.version = r.version AND walk.to_state IS NOT DISTINCT FROM r.${name(machine.column)}::text)
             AND max(walk.version) = r.version AS whole
      FROM public.${name(machine.table)} r LEFT JOIN walk ON walk.subject_id = r.id
     GROUP BY r.id`
  return { subjects: rows.length, wrong: rows.filter((row) => !row.whole).map((row) => row.id) }
}
