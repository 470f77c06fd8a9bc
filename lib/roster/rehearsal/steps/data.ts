import { reasonWords } from '@/lib/messages/labels'
import { listEnvelopes } from '@/lib/messages/rehearsal/data'
import type { Context } from '@/lib/platform/context'
import { findWeek, listAnswers, listSeats, listShifts, listTenders } from '../../week/data'
import type { Rehearsal, StepRow } from '../data'
import { STEPS, type StepName } from '../schema'
import { mailsOf } from './mails/rules'
import type { Facts, LeaseHeld, MailRow, Move } from './schema'

const listMoves = (ctx: Context, runId: string): Promise<Move[]> => ctx.db.$queryRaw`
  SELECT version, type, edge, actor_kind AS "actorKind", actor_name AS "actorName", data, at FROM public.audit_event
   WHERE machine = 'run' AND subject_id = ${runId}::uuid AND version > 0 ORDER BY version`

const listLeases = (ctx: Context, runId: string, since: Date): Promise<LeaseHeld[]> => ctx.db.$queryRaw`
  SELECT kind, outcome, (extract(epoch FROM coalesce(ended_at, expires_at) - claimed_at) * 1000)::float8 AS ms FROM public.lease
   WHERE machine = 'run' AND subject_id = ${runId}::uuid AND claimed_at >= ${since.toISOString()}::timestamptz ORDER BY claimed_at, token`

type Mail = Omit<MailRow, 'why'> & { reason: string | null; recipient: string }

const listMails = (ctx: Context, runId: string): Promise<Mail[]> => ctx.db.$queryRaw`
  SELECT kind, CASE WHEN kind = 'invitation' THEN split_part(effect_key, ':', 4)::int END AS version, person_id::text AS "personId", state,
         captured, payload IS NOT NULL AS bytes, reason, recipient, not_before AS "notBefore" FROM public.message
   WHERE subject_id = ${runId}::uuid ORDER BY queued_at, id`

/**
 * Mails that are not of the rehearsal and yet come from it: to somebody of its copy, or written by a request that moved
 * its week, while that step went on.
 */
async function countStrays(ctx: Context, { runId, copyId, beganAt }: Rehearsal, since: Date): Promise<number> {
  const [row] = await ctx.db.$queryRaw<[{ strays: number }]>`
    WITH mine AS MATERIALIZED (
      SELECT DISTINCT a.request_id FROM public.audit_event a
       WHERE a.machine = 'run' AND a.subject_id = ${runId}::uuid AND a.version IS NOT NULL AND a.at >= ${since.toISOString()}::timestamptz)
    SELECT count(*)::int AS strays FROM public.message m
     WHERE m.queued_at >= ${beganAt.toISOString()}::timestamptz AND m.subject_id <> ${runId}::uuid
       AND (EXISTS (SELECT FROM public.tender t WHERE t.id = m.person_id AND t.roster_id = ${copyId}::uuid)
            OR (m.queued_at >= ${since.toISOString()}::timestamptz
                AND EXISTS (SELECT FROM public.audit_event a JOIN mine ON mine.request_id = a.request_id
                             WHERE a.machine = 'message' AND a.subject_id = m.id AND a.from_state IS NULL)))`
  return row.strays
}

type Known = Pick<Facts, 'due' | 'held'>

/**
 * Reads what a step is judged by. @param known what the step itself knows: who is to have answered, whether mails leave
 * @throws where the scratch week is gone, which the database does not allow
 */
export async function readFacts(
  ctx: Context,
  { id, runId, address, ...rehearsal }: Rehearsal,
  { name, beganAt }: StepRow,
  known: Known,
): Promise<Facts> {
  const week = await findWeek(ctx, runId)
  if (!week) throw new Error(`the week of rehearsal ${id} is gone`)
  const [shifts, tenders, seats, answers, moves, leases, mails, envelopes, strays] = await Promise.all([
    listShifts(ctx, runId),
    listTenders(ctx, runId),
    listSeats(ctx, runId),
    listAnswers(ctx, runId),
    listMoves(ctx, runId),
    listLeases(ctx, runId, beganAt),
    listMails(ctx, runId),
    listEnvelopes(ctx.db, runId),
    countStrays(ctx, { id, runId, address, ...rehearsal }, beganAt),
  ])
  const columns = mails.filter(({ bytes }) => bytes).map(({ recipient }) => recipient)
  return {
    ...{ step: name, now: ctx.now(), address, beganAt, week, shifts, tenders, seats, answers, moves, leases, strays },
    ...known,
    mails: mails.map(({ reason, recipient: _, ...mail }) => ({ ...mail, why: reasonWords(reason) })),
    addressed: [...new Set([...envelopes, ...columns])],
  }
}

/** Until when a lease of the scratch week, or of one of its mails, holds; null where none does. */
export async function findHeldUntil(ctx: Context, runId: string): Promise<{ kind: string; until: Date } | null> {
  const [row] = await ctx.db.$queryRaw<{ kind: string; until: Date }[]>`
    SELECT x.kind, x.until FROM (
      SELECT r.acting_kind AS kind, r.acting_until AS until FROM public.roster_run r WHERE r.id = ${runId}::uuid AND r.acting_until IS NOT NULL
      UNION ALL
      SELECT 'mail', m.lease_until FROM public.message m
       WHERE m.subject_id = ${runId}::uuid AND m.rehearsal AND m.state IN ('claimed', 'sending') AND m.lease_until IS NOT NULL) x
     ORDER BY x.until DESC LIMIT 1`
  return row && row.until > ctx.now() ? row : null
}

export type MailCount = { step: StepName; done: number; total: number }

/** How many mails of each step that mails are settled, and how many it wrote to be sent. */
export async function countMails(ctx: Context, runId: string): Promise<MailCount[]> {
  const mails = (await listMails(ctx, runId)).map((mail): MailRow => ({ ...mail, why: null }))
  return STEPS.flatMap((step) => {
    const rows = mailsOf({ step, mails }).filter(({ bytes }) => bytes)
    const done = rows.filter(({ state }) => state === 'sent' || state === 'let_go').length
    return rows.length > 0 ? [{ step, done, total: rows.length }] : []
  })
}
