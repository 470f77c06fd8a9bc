import { repeating } from '@/lib/engine/repeat'
import { actorValues, clock, EVENT_COLUMNS, ms } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { CALL_SLACK_MS, CLAIM_LEASE_MS, KEY_MARGIN_MS, type Verdict } from '../rules'
import type { Answer, Transport } from '../transport/contract'

/** What a claim took. `fence` is the claim's number: every later statement of this attempt compares it. */
export type Claimed = {
  id: string
  fence: bigint
  attempt: number
  /** An earlier call of this row may have gone through. */
  dirty: boolean
  messageId: string
  payload: Uint8Array
  kind: string
  subjectId: string
}

/** `m` may be delivered now: its kind says so, its time has come, and its key, where it has one in use, is this provider's. */
export const deliverable = (
  ctx: Context,
  { may, provider, subjectId }: { may: Prisma.Sql; provider: string; subjectId?: string | undefined },
): Prisma.Sql => Prisma.sql`
  m.state = 'queued' AND (m.not_before IS NULL OR m.not_before <= ${clock(ctx)})
  AND (m.first_call_at IS NULL OR (m.provider = ${provider}::text AND m.key_window > ${clock(ctx)}))
  ${subjectId ? Prisma.sql`AND m.subject_id = ${subjectId}::uuid` : Prisma.empty} AND (${may})`

/** Claims up to `limit` rows, oldest first. Rows that another holds are passed over: the next tick looks again. */
export async function claim(ctx: Context, { where, limit }: { where: Prisma.Sql; limit: number }): Promise<Claimed[]> {
  return ctx.db.$queryRaw<Claimed[]>`
    WITH pick AS MATERIALIZED (
      SELECT m.id FROM public.message m WHERE ${where} ORDER BY m.queued_at, m.id LIMIT ${limit}::int FOR UPDATE OF m SKIP LOCKED)
    UPDATE public.message m
       SET state = 'claimed', fence = m.fence + 1, attempt = m.attempt + 1, lease_until = ${clock(ctx)} + ${ms(CLAIM_LEASE_MS)}
      FROM pick WHERE m.id = pick.id
    RETURNING m.id::text, m.fence, m.attempt, m.first_call_at IS NOT NULL AS dirty, m.message_id AS "messageId", m.payload, m.kind,
              m.subject_id::text AS "subjectId"`
}

/**
 * Commits the intent to call: from here on the mail may have left. False when the claim is no longer this worker's, or
 * its key is over: then no call is made.
 */
export async function intend(ctx: Context, { id, fence }: Claimed, transport: Transport): Promise<boolean> {
  const keyed = transport.keyWindowMs === null ? null : transport.keyWindowMs - KEY_MARGIN_MS
  const key = keyed === null ? Prisma.sql`NULL::timestamptz` : Prisma.sql`${clock(ctx)} + ${ms(keyed)}`
  let asked = 0
  return repeating(async () => {
    const done = await ctx.db.$executeRaw`
      UPDATE public.message
         SET state = 'sending', provider = ${transport.name}::text, called_at = ${clock(ctx)},
             first_call_at = coalesce(first_call_at, ${clock(ctx)}), key_window = coalesce(key_window, ${key}),
             lease_until = ${clock(ctx)} + ${ms(transport.callMs + CALL_SLACK_MS)}
       WHERE id = ${id}::uuid AND fence = ${fence}::bigint AND state = 'claimed' AND lease_until > ${clock(ctx)}
         AND (key_window IS NULL OR (key_window > ${clock(ctx)} AND provider = ${transport.name}::text))`
    if (done > 0) return true
    // The fence is this attempt's alone: an intent that stands under it is the one whose answer was lost.
    if (asked++ === 0) return false
    const [row] = await ctx.db.$queryRaw<[{ mine: boolean }?]>`
      SELECT state = 'sending' AND lease_until > ${clock(ctx)} AS mine FROM public.message WHERE id = ${id}::uuid AND fence = ${fence}::bigint`
    return row?.mine ?? false
  })
}

const detailOf = (answer: Answer) =>
  answer.kind === 'sent' ? { code: null, detail: answer.providerId } : { code: answer.code, detail: answer.detail }

/**
 * Writes a call's result, its attempt and its event in one statement. The result counts while the intent under this
 * fence stands. A success counts later too, as evidence, and then only moves the row to sent: it can end a wait, never
 * cause a second mail. The state that the row came to, or null when the result came too late to count.
 */
export async function settle(
  ctx: Context,
  row: Claimed,
  { answer, verdict, transport }: { answer: Answer; verdict: Verdict; transport: Transport },
): Promise<string | null> {
  const { code, detail } = detailOf(answer)
  const sent = answer.kind === 'sent'
  const captured = transport.name === 'capture'
  const type = verdict.state === 'queued' ? 'message.deferred' : `message.${verdict.state}`
  const data = { kind: row.kind, subject: row.subjectId, provider: transport.name, code, captured }
  const [done] = await repeating(
    () => ctx.db.$queryRaw<[{ state: string | null }]>`
    WITH hit AS MATERIALIZED (
      SELECT m.id, m.state, m.fence FROM public.message m
       WHERE m.id = ${row.id}::uuid FOR NO KEY UPDATE),
    upd AS (
      UPDATE public.message m
         SET state = ${verdict.state}::text, lease_until = NULL,
             not_before = CASE WHEN ${verdict.state}::text = 'queued' THEN ${clock(ctx)} + ${ms(verdict.waitMs)} END,
             first_call_at = CASE WHEN ${verdict.clean}::boolean THEN NULL ELSE m.first_call_at END,
             key_window = CASE WHEN ${verdict.clean}::boolean THEN NULL ELSE m.key_window END,
             provider = ${transport.name}::text, provider_msg_id = CASE WHEN ${sent}::boolean THEN ${detail}::text END,
             last_error = CASE WHEN NOT ${sent}::boolean THEN ${detail}::text END, captured = ${captured}::boolean,
             reason = CASE WHEN ${sent}::boolean THEN NULL ELSE ${code}::text END,
             settled_at = CASE WHEN ${sent}::boolean THEN ${clock(ctx)} END
        FROM hit
       WHERE m.id = hit.id AND ((hit.state = 'sending' AND hit.fence = ${row.fence}::bigint)
             OR (${sent}::boolean AND hit.state NOT IN ('sent', 'let_go')))
      RETURNING m.id, m.recipient_name, m.subject_machine, hit.state AS was, hit.fence <> ${row.fence}::bigint AS late),
    att AS (
      INSERT INTO public.message_attempt (message_id, fence, outcome, attempt, started_at, at, provider, code, evidence)
      SELECT ${row.id}::uuid, ${row.fence}::bigint, ${answer.kind}::text, ${row.attempt}::int, m.called_at, ${clock(ctx)},
             ${transport.name}::text, ${code}::text, ${detail}::text
        FROM (SELECT 1) once LEFT JOIN public.message m ON m.id = ${row.id}::uuid AND m.fence = ${row.fence}::bigint
      ON CONFLICT DO NOTHING RETURNING 1),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT ${clock(ctx)}, 'message', upd.id, ${type}::text, NULL, NULL, upd.was, ${verdict.state}::text, ${actorValues(ctx)},
             ${row.attempt}::int, CASE WHEN NOT ${sent}::boolean THEN ${code}::text END,
             ${JSON.stringify(data)}::jsonb || jsonb_build_object('to', upd.recipient_name, 'machine', upd.subject_machine, 'late', upd.late),
             ${ctx.requestId}::text, NULL
        FROM upd RETURNING 1)
    SELECT (SELECT ${verdict.state}::text FROM upd) AS state`,
  )
  return done?.state ?? null
}

/** Gives claims back that were not called: the attempt was none. `waitMs` holds them off while the provider is down. */
export async function release(ctx: Context, rows: readonly Claimed[], waitMs: number): Promise<void> {
  if (rows.length === 0) return
  const list = JSON.stringify(rows.map(({ id, fence }) => ({ id, fence: Number(fence) })))
  await ctx.db.$executeRaw`
    UPDATE public.message m
       SET state = 'queued', attempt = m.attempt - 1, lease_until = NULL, not_before = ${clock(ctx)} + ${ms(waitMs)}
      FROM jsonb_to_recordset(${list}::jsonb) AS r(id uuid, fence bigint)
     WHERE m.id = r.id AND m.fence = r.fence AND m.state = 'claimed'`
}
