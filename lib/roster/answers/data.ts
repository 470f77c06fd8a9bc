import { actorValues, clock, EVENT_COLUMNS } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { isOpenForm, stateOf } from '../engines/data'
import type { Choice } from '../schema'
import { answerFacts } from './schema'

export type Link = { runId: string; tenderId: string; tenderName: string }

/** Whose link a token is. Nobody's: null, whether it never was one or belongs to a tender who left. */
export async function findLink(ctx: Context, token: string): Promise<Link | null> {
  const [row] = await ctx.db.$queryRaw<Link[]>`
    SELECT l.run_id::text AS "runId", l.tender_id::text AS "tenderId", t.name AS "tenderName"
      FROM public.availability_link l JOIN public.tender t ON t.id = l.tender_id
     WHERE l.token_hash = ${hashToken(token)}::text AND t.active`
  return row ?? null
}

/** What a form showed, as a digest: which shifts, and when each is. */
export const seenOf = (shifts: readonly { id: string; startsAt: Date; endsAt: Date }[]): string =>
  hashToken(
    shifts
      .map(({ id, startsAt, endsAt }) => `${id} ${startsAt.getTime()} ${endsAt.getTime()}`)
      .sort()
      .join('\n'),
  )

/** Which version a week is at; 0 where there is none. */
export async function findVersion(ctx: Context, runId: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ version: number }[]>`
    SELECT version FROM public.roster_run WHERE id = ${runId}::uuid`
  return row?.version ?? 0
}

/** The tenders who have a link to the week's form: everybody who was asked. */
export async function listAsked(ctx: Context, runId: string): Promise<Set<string>> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT tender_id::text AS id FROM public.availability_link WHERE run_id = ${runId}::uuid`
  return new Set(rows.map(({ id }) => id))
}

/** Another week of the same roster whose form is open, by the local date of its Monday. */
export async function findOtherOpen(ctx: Context, week: { id: string; rosterId: string }): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ weekOf: string }[]>`
    SELECT r.week_of::text AS "weekOf" FROM public.roster_run r
     WHERE r.roster_id = ${week.rosterId}::uuid AND r.id <> ${week.id}::uuid AND r.kind = 'week' AND ${isOpenForm('r')}`
  return row?.weekOf ?? null
}

export type Kept = { id: string; answeredAt: Date; inTime: boolean; state: string; deadlineAt: Date | null }

/**
 * Appends an answer to the week of its link, with its event. The run is read FOR SHARE, so an answer and an extend or
 * a close cannot miss each other, and the clock is read after that lock is held. It is in time while the form is open
 * and the deadline has not passed; later it is kept as late. A week that the old engine opened before there was a
 * deadline column is judged by its form alone. It never steps the run's version, and is kept under the
 * one at which its shifts were read: null where the week has moved on since.
 */
export async function appendAnswer(
  ctx: Context,
  id: string,
  link: Link & { version: number },
  answer: { choices: Record<string, Choice>; most: number | null; note: string },
): Promise<Kept | null> {
  const said = Object.values(answer.choices)
  const tally = (choice: Choice) => said.filter((one) => one === choice).length
  // Whether it is in time is known to the statement alone.
  const data = answerFacts['run.answered'].omit({ inTime: true }).parse({
    tender: link.tenderId,
    yes: tally('yes'),
    ifNeeded: tally('if_needed'),
    no: tally('no'),
    most: answer.most,
  })
  const [row] = await ctx.db.$queryRaw<Kept[]>`
    WITH held AS MATERIALIZED (SELECT r.id, ${stateOf('r')} AS state, r.deadline_at, r.version FROM public.roster_run r WHERE r.id = ${link.runId}::uuid FOR SHARE),
    timed AS MATERIALIZED (SELECT h.*, ${clock(ctx)} AS at FROM held h WHERE h.version = ${link.version}::int),
    ins AS (
      INSERT INTO public.availability (id, run_id, tender_id, answered_at, in_time, choices, most, note)
      SELECT ${id}::uuid, t.id, ${link.tenderId}::uuid, t.at, t.state = 'COLLECTING' AND coalesce(t.at <= t.deadline_at, true),
             ${JSON.stringify(answer.choices)}::jsonb, ${answer.most}::int, ${answer.note}::text
        FROM timed t RETURNING id, answered_at, in_time),
    ev AS (
      INSERT INTO public.audit_event (${EVENT_COLUMNS})
      SELECT i.answered_at, 'run', t.id, 'run.answered', NULL, NULL, NULL, NULL, ${actorValues(ctx)}, NULL, NULL,
             ${JSON.stringify(data)}::jsonb || jsonb_build_object('inTime', i.in_time), ${ctx.requestId}::text, NULL
        FROM ins i, timed t RETURNING 1)
    SELECT ins.id::text, ins.answered_at AS "answeredAt", ins.in_time AS "inTime", t.state, t.deadline_at AS "deadlineAt"
      FROM ins, timed t, ev`
  return row ?? null
}
