import { actorValues, clock, EVENT_COLUMNS } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { MessageState } from './machine'
import type { NewMessage } from './rules'

const RECORD =
  Prisma.raw(`(id uuid, kind text, "effectKey" text, "subjectMachine" text, "subjectId" uuid, "personId" uuid,
  "recipientName" text, recipient text, "subjectLine" text, payload text, "payloadSha" text, "messageId" text, "letGo" text)`)

const COLUMNS =
  Prisma.raw(`id, kind, effect_key, subject_machine, subject_id, person_id, recipient_name, recipient, subject_line,
  payload, payload_sha, message_id, state, fence, attempt, again, reason, captured, restore_epoch, queued_at, settled_at`)

const rowsOf = (rows: readonly NewMessage[]): Prisma.Sql =>
  Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m${RECORD}`

const values = (ctx: Context): Prisma.Sql => Prisma.sql`
  m.id, m.kind, m."effectKey", m."subjectMachine", m."subjectId", m."personId", m."recipientName", m.recipient, m."subjectLine",
  decode(m.payload, 'base64'), m."payloadSha", m."messageId", CASE WHEN m."letGo" IS NULL THEN 'queued' ELSE 'let_go' END,
  0, 0, 0, m."letGo", false, coalesce((SELECT max(h.epoch) FROM public.restore_hold h), 0), ${clock(ctx)},
  CASE WHEN m."letGo" IS NULL THEN NULL ELSE ${clock(ctx)} END`

const birth = (ctx: Context): Prisma.Sql => Prisma.sql`
  ${clock(ctx)}, 'message', m.id, CASE WHEN m."letGo" IS NULL THEN 'message.queued' ELSE 'message.let_go' END, NULL, NULL, NULL,
  CASE WHEN m."letGo" IS NULL THEN 'queued' ELSE 'let_go' END, ${actorValues(ctx)}, NULL, m."letGo",
  jsonb_build_object('kind', m.kind, 'to', m."recipientName", 'machine', m."subjectMachine", 'subject', m."subjectId"),
  ${ctx.requestId}::text, NULL`

/**
 * The births of `rows` as statements to hang on a move of their subjects: each reads the move's CTE `upd (id, …)`, so a
 * move that loses writes nothing. A row whose effect already exists is left alone, and has no second event.
 *
 * The two see one snapshot. Should a stranger have written the same effect in between, the event would stand without
 * its row; no one can, because every birth of an effect happens under its subject's lock.
 */
export function queuedRows(ctx: Context, rows: readonly NewMessage[]): Prisma.Sql[] {
  if (rows.length === 0) return []
  return [
    Prisma.sql`INSERT INTO public.message (${COLUMNS})
      SELECT ${values(ctx)} FROM upd JOIN ${rowsOf(rows)} ON m."subjectId" = upd.id
      ON CONFLICT (effect_key) DO NOTHING RETURNING 1`,
    Prisma.sql`INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT ${birth(ctx)} FROM upd JOIN ${rowsOf(rows.map(({ payload: _, ...row }) => ({ ...row, payload: null })))}
        ON m."subjectId" = upd.id
       WHERE NOT EXISTS (SELECT FROM public.message x WHERE x.effect_key = m."effectKey") RETURNING 1`,
  ]
}

/** Births outside a move. The ids of those that did not exist yet. */
export async function queueMessages(ctx: Context, rows: readonly NewMessage[]): Promise<string[]> {
  if (rows.length === 0) return []
  const born = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH born AS (
      INSERT INTO public.message (${COLUMNS}) SELECT ${values(ctx)} FROM ${rowsOf(rows)}
      ON CONFLICT (effect_key) DO NOTHING RETURNING id),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT ${birth(ctx)} FROM born b JOIN ${rowsOf(rows.map((row) => ({ ...row, payload: null })))} ON m.id = b.id RETURNING 1)
    SELECT id::text FROM born`
  return born.map(({ id }) => id)
}

/** The messages of one rehearsal, by the scratch week that they are about. */
export type Rehearsed = { rehearsal: true; subjectId: string }

/**
 * Whose messages: those of real subjects, or those of one rehearsal. Whoever does not name a rehearsal reaches none of
 * its messages, and whoever names one reaches no others.
 */
export type Whose = Rehearsed | { rehearsal?: false }

/** A row `m` is among those. */
export const reached = (whose: Whose): Prisma.Sql =>
  whose.rehearsal ? Prisma.sql`(m.rehearsal AND m.subject_id = ${whose.subjectId}::uuid)` : Prisma.sql`NOT m.rehearsal`

/**
 * Whether a row `m` surely never left. One without bytes was born let go: it never was to be sent. A queued one may be
 * out all the same: it waits for another call under its key, or a person sends it again at their own risk.
 */
export const NEVER_LEFT = Prisma.sql`(m.payload IS NULL OR (m.state = 'queued' AND m.first_call_at IS NULL AND m.again = 0))`

export type Taken = { ok: true; taken: number } | { ok: false; left: { state: MessageState; count: number }[] }

/**
 * Takes all messages of a kind back, for un-approve: inside the caller's transaction, after the subject is locked. The
 * rows are locked before they are judged, or a delivery that claims one meanwhile would still mail it.
 */
export async function takeBackQueued(
  tx: Context,
  { subjectId, kind }: { subjectId: string; kind: string },
): Promise<Taken> {
  const rows = await tx.db.$queryRaw<{ state: MessageState; never: boolean }[]>`
    SELECT m.state, ${NEVER_LEFT} AS never
      FROM public.message m WHERE m.subject_id = ${subjectId}::uuid AND m.kind = ${kind}::text ORDER BY m.id FOR UPDATE`
  const left = new Map<MessageState, number>()
  for (const { state, never } of rows) if (!never) left.set(state, (left.get(state) ?? 0) + 1)
  if (left.size > 0) return { ok: false, left: [...left].map(([state, count]) => ({ state, count })) }
  const [done] = await tx.db.$queryRaw<[{ taken: number }]>`
    WITH gone AS (
      DELETE FROM public.message m WHERE m.subject_id = ${subjectId}::uuid AND m.kind = ${kind}::text
      RETURNING m.id, m.kind, m.state, m.recipient_name, m.subject_machine, m.subject_id),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT ${clock(tx)}, 'message', g.id, 'message.taken_back', NULL, NULL, g.state, NULL, ${actorValues(tx)}, NULL, NULL,
             jsonb_build_object('kind', g.kind, 'to', g.recipient_name, 'machine', g.subject_machine, 'subject', g.subject_id),
             ${tx.requestId}::text, NULL
        FROM gone g RETURNING 1)
    SELECT count(*)::int AS taken FROM gone`
  return { ok: true, taken: done?.taken ?? 0 }
}
