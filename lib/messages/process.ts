import { repeating } from '@/lib/engine/repeat'
import { actorValues, clock, EVENT_COLUMNS } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { reached, type Whose } from './data'
import { type MessageKind, Settled } from './effects'
import { DECISIONS, type DecisionName, type MessageState } from './machine'
import type { Decision } from './schema'

/** What came of one row. `moved_on`: it is not as the page showed it; `not_now`: its state does not allow this. */
export type RowOutcome = {
  id: string
  outcome: 'done' | 'repeat' | 'moved_on' | 'not_now' | 'gone'
  state: MessageState | null
}
export type Decided = { done: number; rows: RowOutcome[] }

/** Surely not sent: try again. The attempts are counted anew. */
export const retryMessages = (
  ctx: Context,
  kinds: readonly MessageKind[],
  input: Decision,
  whose: Whose = {},
): Promise<Decided> => decide(ctx, kinds, { ...input, whose, decision: 'retry', reason: null })

/** Nobody knows: send it again, at the risk of a second mail. Counted, and said in the timeline. */
export const sendAgain = (
  ctx: Context,
  kinds: readonly MessageKind[],
  input: Decision,
  whose: Whose = {},
): Promise<Decided> => decide(ctx, kinds, { ...input, whose, decision: 'sendAgain', reason: null })

/** A person knows that it arrived. */
export const itArrived = (
  ctx: Context,
  kinds: readonly MessageKind[],
  input: Decision,
  whose: Whose = {},
): Promise<Decided> => decide(ctx, kinds, { ...input, whose, decision: 'itArrived', reason: null })

/** It is not to be sent any more. */
export const letGo = (
  ctx: Context,
  kinds: readonly MessageKind[],
  input: Decision & { reason: string },
  whose: Whose = {},
): Promise<Decided> => decide(ctx, kinds, { ...input, whose, decision: 'letGo' })

type Ask = Decision & { whose: Whose; decision: DecisionName; reason: string | null }
type Seen = { id: string; state: MessageState | null; same: boolean; done: boolean; kind: string; subject: string }

/**
 * One decision over one row or many, in one statement: each row is locked, held to the state and the fence that the
 * page showed, moved, and given its event, which carries the button's command id, so that a repeat finds itself. A row
 * that is not whose it should be is not there: the Outbox decides nothing of a rehearsal, nor a rehearsal of the Outbox.
 */
async function decide(ctx: Context, kinds: readonly MessageKind[], ask: Ask): Promise<Decided> {
  const seen = await repeating(() => statement(ctx, ask))
  const settled = new Settled()
  if (ask.decision === 'itArrived' || ask.decision === 'letGo')
    for (const { done, kind, subject } of seen) if (done) settled.add(kind, subject)
  await settled.tell(ctx, kinds)
  const earlier = seen.every(({ done }) => done) ? new Set<string>() : await decidedBefore(ctx, ask)
  const { from } = DECISIONS[ask.decision]
  const rows = seen.map(({ id, state, same, done }): RowOutcome => {
    if (done) return { id, outcome: 'done', state: DECISIONS[ask.decision].to }
    if (earlier.has(id)) return { id, outcome: 'repeat', state }
    if (state === null) return { id, outcome: 'gone', state }
    return { id, outcome: same && !(from as readonly MessageState[]).includes(state) ? 'not_now' : 'moved_on', state }
  })
  return { done: rows.filter(({ outcome }) => outcome === 'done' || outcome === 'repeat').length, rows }
}

function statement(ctx: Context, { rows, whose, commandId, decision, reason }: Ask): Promise<Seen[]> {
  const { from, to, event } = DECISIONS[decision]
  const queued = to === 'queued'
  const settles = to !== 'queued'
  return ctx.db.$queryRaw<Seen[]>`
    WITH want AS MATERIALIZED (
      SELECT w.id, w.seen FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS w(id uuid, seen bigint)),
    hit AS MATERIALIZED (
      SELECT m.id, m.state, m.fence, m.attempt FROM public.message m JOIN want w ON w.id = m.id
       WHERE ${reached(whose)} ORDER BY m.id FOR NO KEY UPDATE OF m),
    upd AS (
      UPDATE public.message m
         SET state = ${to}::text, not_before = NULL,
             attempt = CASE WHEN ${queued}::boolean THEN 0 ELSE m.attempt END,
             again = m.again + ${decision === 'sendAgain' ? 1 : 0}::int,
             reason = CASE WHEN ${queued}::boolean THEN NULL ELSE ${reason}::text END,
             first_call_at = CASE WHEN ${queued}::boolean AND coalesce(m.key_window <= ${clock(ctx)}, true) THEN NULL ELSE m.first_call_at END,
             key_window = CASE WHEN ${queued}::boolean AND coalesce(m.key_window <= ${clock(ctx)}, true) THEN NULL ELSE m.key_window END,
             settled_at = CASE WHEN ${settles}::boolean THEN ${clock(ctx)} END
        FROM hit h JOIN want w ON w.id = h.id
       WHERE m.id = h.id AND h.state = ANY(${[...from]}::text[]) AND h.fence = w.seen
         AND NOT EXISTS (SELECT FROM public.audit_event a
                          WHERE a.command_id = ${commandId}::uuid AND a.machine = 'message' AND a.subject_id = m.id)
      RETURNING m.id, m.kind, m.subject_machine, m.subject_id, m.recipient_name, h.state AS was, h.attempt),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT ${clock(ctx)}, 'message', u.id, ${event}::text, NULL, NULL, u.was, ${to}::text, ${actorValues(ctx)}, u.attempt, ${reason}::text,
             jsonb_build_object('kind', u.kind, 'to', u.recipient_name, 'machine', u.subject_machine, 'subject', u.subject_id),
             ${ctx.requestId}::text, ${commandId}::uuid
        FROM upd u RETURNING 1)
    SELECT w.id::text, h.state, h.fence IS NOT DISTINCT FROM w.seen AS same, u.id IS NOT NULL AS done, coalesce(u.kind, '') AS kind,
           coalesce(u.subject_id::text, '') AS subject
      FROM want w LEFT JOIN hit h ON h.id = w.id LEFT JOIN upd u ON u.id = w.id ORDER BY w.id`
}

/** Rows that this very command already decided. Read after the statement: inside it the snapshot may be too old. */
async function decidedBefore(ctx: Context, { rows, commandId }: Ask): Promise<Set<string>> {
  const found = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT subject_id::text AS id FROM public.audit_event
     WHERE command_id = ${commandId}::uuid AND machine = 'message' AND subject_id = ANY(${rows.map(({ id }) => id)}::uuid[])`
  return new Set(found.map(({ id }) => id))
}
