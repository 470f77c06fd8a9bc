import { actorValues, clock, EVENT_COLUMNS } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { reached, type Whose } from '../data'
import { MAX_ATTEMPTS } from '../rules'

/** Rows a statement takes at once. Each one that is handled leaves the set, so none can starve those behind it. */
const PAGE = 200

/** The event of each row of a CTE `upd (id, was, state, attempt, reason, kind, recipient_name, subject_machine, subject_id)`. */
const events = (ctx: Context): Prisma.Sql => Prisma.sql`
  INSERT INTO public.audit_event (${EVENT_COLUMNS})
  SELECT ${clock(ctx)}, 'message', u.id, CASE u.state WHEN 'queued' THEN 'message.deferred' ELSE 'message.' || u.state END, NULL, NULL,
         u.was, u.state, ${actorValues(ctx)}, u.attempt, u.reason,
         jsonb_build_object('kind', u.kind, 'to', u.recipient_name, 'machine', u.subject_machine, 'subject', u.subject_id),
         ${ctx.requestId}::text, NULL
    FROM upd u`

const RETURNED = Prisma.raw(
  'm.id, m.state, m.attempt, m.reason, m.kind, m.recipient_name, m.subject_machine, m.subject_id',
)

/** A row `m` whose lease ran out. */
export const reapable = (ctx: Context, whose: Whose): Prisma.Sql =>
  Prisma.sql`m.state IN ('claimed', 'sending') AND m.lease_until <= ${clock(ctx)} AND ${reached(whose)}`

/** What becomes of it, as `becomes`; and of `d`, which has that, the reason. */
export const reaped = (ctx: Context): Prisma.Sql => Prisma.sql`
  CASE WHEN m.first_call_at IS NOT NULL AND NOT (coalesce(m.key_window > ${clock(ctx)}, false) AND m.attempt < ${MAX_ATTEMPTS}::int) THEN 'unknown'
       WHEN m.attempt >= ${MAX_ATTEMPTS}::int THEN 'failed' ELSE 'queued' END AS becomes`
export const REAPED_FOR = Prisma.raw(
  "CASE WHEN d.becomes = 'failed' THEN 'ended_its_worker' WHEN d.state = 'sending' THEN 'no_result' END",
)

/** A row `m` that may have gone through, waits for another call, and may not have it any more. */
export const parkable = (ctx: Context, whose: Whose, provider: string): Prisma.Sql => Prisma.sql`
  m.state = 'queued' AND m.first_call_at IS NOT NULL AND ${reached(whose)}
  AND (coalesce(m.key_window <= ${clock(ctx)}, true) OR m.provider IS DISTINCT FROM ${provider}::text)`

/** A row `m` of a kind that nobody wants sent any more. */
export const unwanted = (whose: Whose, { kind, when }: { kind: string; when: Prisma.Sql }): Prisma.Sql =>
  Prisma.sql`m.state = 'queued' AND m.kind = ${kind}::text AND ${reached(whose)} AND (${when})`

/**
 * One page of expired leases. A claim that made no call is queued again: its holder's intent must fail, for the fence
 * stands and the state does not. A call that nobody settled may have been made: again under its key while that is
 * open, else a person decides. The counter was stepped before the work, so a row that ends its workers ends here.
 */
export async function reapPage(ctx: Context, whose: Whose): Promise<number> {
  const [done] = await ctx.db.$queryRaw<[{ count: number }]>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.state, m.fence, m.attempt, m.called_at, m.provider, ${reaped(ctx)}
        FROM public.message m WHERE ${reapable(ctx, whose)}
       ORDER BY m.lease_until, m.id LIMIT ${PAGE}::int FOR NO KEY UPDATE SKIP LOCKED),
    upd AS (
      UPDATE public.message m
         SET state = d.becomes, lease_until = NULL, not_before = NULL, reason = ${REAPED_FOR}
        FROM due d WHERE m.id = d.id
      RETURNING ${RETURNED}, d.state AS was),
    att AS (
      INSERT INTO public.message_attempt (message_id, fence, outcome, attempt, started_at, at, provider)
      SELECT d.id, d.fence, CASE d.state WHEN 'claimed' THEN 'expired_claim' ELSE 'expired_call' END, d.attempt,
             CASE d.state WHEN 'sending' THEN d.called_at END, ${clock(ctx)}, CASE d.state WHEN 'sending' THEN d.provider END
        FROM due d ON CONFLICT DO NOTHING),
    ev AS (${events(ctx)} WHERE u.was = 'sending' OR u.state <> 'queued')
    SELECT count(*)::int AS count FROM upd`
  return done?.count ?? 0
}

/**
 * One page of rows that may have gone through, wait for another call, and may not have it any more: the provider's
 * memory is over, or another provider is configured now, which knows nothing of that key.
 */
export async function parkPage(ctx: Context, whose: Whose, provider: string): Promise<number> {
  const [done] = await ctx.db.$queryRaw<[{ count: number }]>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.state FROM public.message m WHERE ${parkable(ctx, whose, provider)}
       ORDER BY m.queued_at, m.id LIMIT ${PAGE}::int FOR NO KEY UPDATE SKIP LOCKED),
    upd AS (
      UPDATE public.message m SET state = 'unknown', not_before = NULL, reason = 'key_over' FROM due d WHERE m.id = d.id
      RETURNING ${RETURNED}, d.state AS was),
    ev AS (${events(ctx)})
    SELECT count(*)::int AS count FROM upd`
  return done?.count ?? 0
}

/** One page of queued rows of a kind that nobody wants sent any more. `when` is over `m`. The subjects concerned. */
export async function letGoPage(
  ctx: Context,
  whose: Whose,
  { kind, when, reason }: { kind: string; when: Prisma.Sql; reason: string | Prisma.Sql },
): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<{ subject: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.state FROM public.message m WHERE ${unwanted(whose, { kind, when })}
       ORDER BY m.queued_at, m.id LIMIT ${PAGE}::int FOR NO KEY UPDATE OF m SKIP LOCKED),
    upd AS (
      UPDATE public.message m SET state = 'let_go', reason = (${reason})::text, settled_at = ${clock(ctx)}, not_before = NULL
        FROM due d WHERE m.id = d.id
      RETURNING ${RETURNED}, d.state AS was),
    ev AS (${events(ctx)})
    SELECT subject_id::text AS subject FROM upd`
  return rows.map(({ subject }) => subject)
}

/**
 * Parks whatever was under way when the backup was made: it may have left after it. For the confirmation of a restore.
 * @returns how many of them wait in the Outbox now: a rehearsal's wait in the rehearsal
 */
export async function parkAll(ctx: Context): Promise<number> {
  const [done] = await ctx.db.$queryRaw<[{ count: number }]>`
    WITH due AS MATERIALIZED (
      SELECT m.id, m.state FROM public.message m WHERE m.state IN ('queued', 'claimed', 'sending') ORDER BY m.id FOR NO KEY UPDATE),
    upd AS (
      UPDATE public.message m SET state = 'unknown', lease_until = NULL, not_before = NULL, reason = 'restored' FROM due d WHERE m.id = d.id
      RETURNING ${RETURNED}, m.rehearsal, d.state AS was),
    ev AS (${events(ctx)})
    SELECT count(*) FILTER (WHERE NOT rehearsal)::int AS count FROM upd`
  return done?.count ?? 0
}
