import { repeating } from '@/lib/engine/repeat'
import { actorValues, clock, EVENT_COLUMNS, ms } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { reached, type Whose } from '../data'
import { CALL_SLACK_MS, CLAIM_LEASE_MS, KEY_MARGIN_MS, thaw, type Verdict } from '../rules'
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
  personId: string | null
}

/** What a desk writes of an address that the mail server refused for good, where `upd` has the message as failed. */
export type Refused = (ctx: Context, refused: { personId: string; address: string; why: string }) => Prisma.Sql

/** Real subjects' messages, of one subject alone where it is named; or one rehearsal's. */
export type Reach = Whose & { subjectId?: string | undefined }

/** `m` may be delivered now: its kind says so, its time has come, and its key, where it has one in use, is this provider's. */
export const deliverable = (
  ctx: Context,
  { may, provider, of }: { may: Prisma.Sql; provider: string; of: Reach },
): Prisma.Sql => Prisma.sql`
  m.state = 'queued' AND (m.not_before IS NULL OR m.not_before <= ${clock(ctx)})
  AND (m.first_call_at IS NULL OR (m.provider = ${provider}::text AND m.key_window > ${clock(ctx)}))
  ${of.subjectId ? Prisma.sql`AND m.subject_id = ${of.subjectId}::uuid` : Prisma.empty} AND ${reached(of)} AND (${may})`

/** Claims up to `limit` rows, oldest first. Rows that another holds are passed over: the next tick looks again. */
export async function claim(ctx: Context, { where, limit }: { where: Prisma.Sql; limit: number }): Promise<Claimed[]> {
  return ctx.db.$queryRaw<Claimed[]>`
    WITH pick AS MATERIALIZED (
      SELECT m.id FROM public.message m WHERE ${where} ORDER BY m.queued_at, m.id LIMIT ${limit}::int FOR UPDATE OF m SKIP LOCKED)
    UPDATE public.message m
       SET state = 'claimed', fence = m.fence + 1, attempt = m.attempt + 1, lease_until = ${clock(ctx)} + ${ms(CLAIM_LEASE_MS)}
      FROM pick WHERE m.id = pick.id
    RETURNING m.id::text, m.fence, m.attempt, m.first_call_at IS NOT NULL AS dirty, m.message_id AS "messageId", m.payload, m.kind,
              m.subject_id::text AS "subjectId", m.person_id::text AS "personId"`
}

/** The intent to call, as an update that returns the row's id, or nothing when the claim is no longer this worker's. */
function intent(ctx: Context, { id, fence }: Claimed, transport: Transport): Prisma.Sql {
  const keyed = transport.keyWindowMs === null ? null : transport.keyWindowMs - KEY_MARGIN_MS
  return Prisma.sql`
    UPDATE public.message m
       SET state = 'sending', provider = ${transport.name}::text, called_at = c.now, first_call_at = coalesce(m.first_call_at, c.now),
           key_window = coalesce(m.key_window, c.now + ${keyed === null ? Prisma.sql`NULL::interval` : ms(keyed)}),
           lease_until = c.now + ${ms(transport.callMs + CALL_SLACK_MS)}
      FROM (SELECT ${clock(ctx)} AS now) c
     WHERE m.id = ${id}::uuid AND m.fence = ${fence}::bigint AND m.state = 'claimed' AND m.lease_until > c.now
       AND (m.key_window IS NULL OR (m.key_window > c.now AND m.provider = ${transport.name}::text))
    RETURNING m.id`
}

/** Whether an intent stands that a statement committed whose answer was lost: the fence is this attempt's alone. */
async function intentStands(ctx: Context, { id, fence }: Claimed): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<[{ mine: boolean }?]>`
    SELECT state = 'sending' AND lease_until > ${clock(ctx)} AS mine FROM public.message
     WHERE id = ${id}::uuid AND fence = ${fence}::bigint`
  return row?.mine ?? false
}

/**
 * Commits the intent to call: from here on the mail may have left. False when the claim is no longer this worker's, or
 * its key is over: then no call is made.
 */
export async function intend(ctx: Context, row: Claimed, transport: Transport): Promise<boolean> {
  let asked = 0
  return repeating(async () => {
    asked++
    const done = await ctx.db.$queryRaw<unknown[]>(intent(ctx, row, transport))
    return done.length > 0 || (asked > 1 && (await intentStands(ctx, row)))
  })
}

export type Result = {
  row: Claimed
  answer: Answer
  verdict: Verdict
  transport: Transport
  /** Of the message's kind. */
  refused?: Refused | undefined
}

/** What the desk keeps of the person whose address was refused; nothing where it was not the address. */
function ofPerson(ctx: Context, { row, answer, verdict, refused }: Result): Prisma.Sql {
  if (!refused || !row.personId || verdict.state !== 'failed') return Prisma.empty
  if (answer.kind !== 'not_sent' || !answer.permanent || !answer.recipient) return Prisma.empty
  const { address } = thaw(row.payload).to
  return Prisma.sql`, ${refused(ctx, { personId: row.personId, address, why: answer.detail })}`
}

/** A call's result, its attempt and its event, as the CTEs `hit`, `upd`, `att` and `ev` of one statement. */
function result(ctx: Context, { row, answer, verdict, transport }: Result): Prisma.Sql {
  const sent = answer.kind === 'sent'
  const { code, detail } = sent ? { code: null, detail: answer.providerId } : answer
  const type = verdict.state === 'queued' ? 'message.deferred' : `message.${verdict.state}`
  const captured = transport.name === 'capture'
  const data = { kind: row.kind, subject: row.subjectId, provider: transport.name, code, captured }
  const clean = verdict.clean ? Prisma.sql`, first_call_at = NULL, key_window = NULL` : Prisma.empty
  const outcome = sent
    ? Prisma.sql`settled_at = h.now, provider_msg_id = ${detail}::text, last_error = NULL, reason = NULL, not_before = NULL`
    : Prisma.sql`last_error = ${detail}::text, reason = ${code}::text,
         not_before = ${verdict.state === 'queued' ? Prisma.sql`h.now + ${ms(verdict.waitMs)}` : Prisma.sql`NULL`}`
  // Evidence: a success counts under any fence, and from any state that still waits for something.
  const late = sent ? Prisma.sql`OR h.state NOT IN ('sent', 'let_go')` : Prisma.empty
  return Prisma.sql`
    held AS MATERIALIZED (
      SELECT m.id, m.state, m.fence, m.called_at, m.recipient_name, m.subject_machine FROM public.message m
       WHERE m.id = ${row.id}::uuid FOR NO KEY UPDATE),
    hit AS MATERIALIZED (SELECT m.*, m.fence = ${row.fence}::bigint AS mine, ${clock(ctx)} AS now FROM held m),
    upd AS (
      UPDATE public.message m
         SET state = ${verdict.state}::text, lease_until = NULL, provider = ${transport.name}::text, captured = ${captured}::boolean,
             ${outcome} ${clean}
        FROM hit h WHERE m.id = h.id AND ((h.mine AND h.state = 'sending') ${late})
      RETURNING m.id, m.state),
    att AS (
      INSERT INTO public.message_attempt (message_id, fence, outcome, attempt, started_at, at, provider, code, evidence)
      SELECT ${row.id}::uuid, ${row.fence}::bigint, ${answer.kind}::text, ${row.attempt}::int, CASE WHEN h.mine THEN h.called_at END,
             coalesce(h.now, ${clock(ctx)}), ${transport.name}::text, ${code}::text, ${detail}::text
        FROM (SELECT) once LEFT JOIN hit h ON true
      ON CONFLICT DO NOTHING),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT h.now, 'message', h.id, ${type}::text, NULL, NULL, h.state, upd.state, ${actorValues(ctx)}, ${row.attempt}::int,
             ${sent ? null : code}::text,
             ${JSON.stringify(data)}::jsonb || jsonb_build_object('to', h.recipient_name, 'machine', h.subject_machine, 'late', NOT h.mine),
             ${ctx.requestId}::text, NULL
        FROM upd JOIN hit h ON h.id = upd.id)`
}

/**
 * Writes a call's result, its attempt and its event in one statement, and with it the intent of the next call of the
 * same line: the two belong to different rows, and one commit is cheaper than two. The result counts while the intent
 * under this fence stands. A success counts later too, as evidence, and then only moves the row to sent: it can end a
 * wait, never cause a second mail.
 *
 * @returns the state that the row came to, null when the result came too late to count; whether the next may be called
 */
export async function settle(
  ctx: Context,
  done: Result,
  next?: Claimed,
): Promise<{ state: string | null; intended: boolean }> {
  let asked = 0
  return repeating(async () => {
    asked++
    const [answer] = await ctx.db.$queryRaw<[{ state: string | null; intended: boolean }]>`
      WITH ${result(ctx, done)} ${ofPerson(ctx, done)}, nxt AS (${next ? intent(ctx, next, done.transport) : Prisma.sql`SELECT WHERE false`})
      SELECT (SELECT upd.state FROM upd) AS state, EXISTS (SELECT FROM nxt) AS intended`
    const intended = answer.intended || (next !== undefined && asked > 1 && (await intentStands(ctx, next)))
    return { state: answer.state, intended }
  })
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
