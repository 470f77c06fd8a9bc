import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import type { Db } from '@/lib/platform/database'
import { Prisma } from '@/lib/platform/prisma/client'
import { written } from '../people/data'
import { nameOf, numberOf } from './rules'
import { type Check, rehearsalFacts, type StepName } from './schema'

/** A rehearsal as its row says it, with its scratch week and the copy that it plays on. */
export type Rehearsal = {
  id: string
  runId: string
  copyId: string
  ofRosterId: string
  /** Of the copy, as it was called when the rehearsal began. */
  rosterName: string
  zone: string
  weekOf: string
  build: string
  operatorName: string
  address: string
  beganAt: Date
  stoppedAt: Date | null
  signedAt: Date | null
  signedName: string | null
}

const SELECT = Prisma.sql`
  SELECT h.id::text, h.run_id::text AS "runId", c.id::text AS "copyId", h.of_roster_id::text AS "ofRosterId", c.name AS "rosterName", c.zone,
         r.week_of::text AS "weekOf", h.build, h.operator_name AS "operatorName", h.address, h.began_at AS "beganAt",
         h.stopped_at AS "stoppedAt", h.signed_at AS "signedAt", h.signed_name AS "signedName"
    FROM public.rehearsal h JOIN public.roster_run r ON r.id = h.run_id JOIN public.roster c ON c.id = r.roster_id`

export async function findRehearsal(ctx: Context, id: string): Promise<Rehearsal | null> {
  const [row] = await ctx.db.$queryRaw<Rehearsal[]>`${SELECT} WHERE h.id = ${id}::uuid`
  return row ?? null
}

/** The one that is neither signed nor stopped, by its id. */
export async function findOpen(ctx: Context): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM public.rehearsal WHERE stopped_at IS NULL AND signed_at IS NULL`
  return row?.id ?? null
}

/** All of them, the latest first, with how many steps have passed. */
export const listAll = (ctx: Context): Promise<(Rehearsal & { passed: number })[]> => ctx.db.$queryRaw`
  SELECT x.*, (SELECT count(*)::int FROM public.rehearsal_step s WHERE s.rehearsal_id = x.id::uuid AND s.passed) AS passed
    FROM (${SELECT}) x ORDER BY x."beganAt" DESC, x.id DESC LIMIT 200`

/** What rehearsals are called in the record, by id. */
export async function nameRehearsals(db: Db, ids: readonly string[]) {
  const rows = await db.$queryRaw<Rehearsal[]>`${SELECT} WHERE h.id = ANY(${[...ids]}::uuid[])`
  return new Map(
    rows.map((row) => [row.id, { name: nameOf(row.rosterName), href: `/roster/cutover/rehearsal/${row.id}` }]),
  )
}

export type StepRow = {
  number: number
  name: StepName
  beganAt: Date
  endedAt: Date | null
  /** Null: begun, neither passed nor failed. */
  passed: boolean | null
  checks: Check[]
}

const STEP = Prisma.sql`number, name, began_at AS "beganAt", ended_at AS "endedAt", passed, checks`

export const listSteps = (ctx: Context, id: string): Promise<StepRow[]> => ctx.db.$queryRaw`
  SELECT ${STEP} FROM public.rehearsal_step WHERE rehearsal_id = ${id}::uuid ORDER BY number`

export async function findStep(ctx: Context, id: string, step: StepName): Promise<StepRow | null> {
  const [row] = await ctx.db.$queryRaw<StepRow[]>`
    SELECT ${STEP} FROM public.rehearsal_step WHERE rehearsal_id = ${id}::uuid AND number = ${numberOf(step)}::int`
  return row ?? null
}

/** Begins a step; one that is begun stays as it is. The database refuses one whose step before has not passed. */
export const insertStep = (ctx: Context, id: string, step: StepName): Promise<number> => ctx.db.$executeRaw`
  INSERT INTO public.rehearsal_step (rehearsal_id, number, name, began_at, checks)
  VALUES (${id}::uuid, ${numberOf(step)}::int, ${step}::text, ${clock(ctx)}, '[]'::jsonb) ON CONFLICT DO NOTHING`

const ofStep = (id: string, step: StepName) =>
  Prisma.sql`s.rehearsal_id = ${id}::uuid AND s.number = ${numberOf(step)}::int`

/** Takes a failed step up again. */
export const resumeStep = (ctx: Context, id: string, step: StepName): Promise<number> => ctx.db.$executeRaw`
  UPDATE public.rehearsal_step s SET passed = NULL, ended_at = NULL WHERE ${ofStep(id, step)} AND s.passed = false`

/** Keeps what is checked so far, for whoever looks on. Once the step has ended its checks stand. */
export const keepChecks = (ctx: Context, id: string, step: StepName, checks: readonly Check[]): Promise<number> =>
  ctx.db.$executeRaw`
    UPDATE public.rehearsal_step s SET checks = ${JSON.stringify(checks)}::jsonb
     WHERE ${ofStep(id, step)} AND s.passed IS NULL`

/** Ends a step with its checks and its event, in one statement. @returns whether this call was the one */
export function endStep(ctx: Context, id: string, step: StepName, checks: readonly Check[]): Promise<boolean> {
  const failed = checks.find(({ ok }) => !ok)
  const data = failed
    ? { step, check: failed.text.slice(0, 300), found: failed.found.slice(0, 300) }
    : { step, checks: checks.length }
  return written(
    ctx,
    rehearsalFacts,
    Prisma.sql`UPDATE public.rehearsal_step s SET passed = ${!failed}::boolean, ended_at = ${clock(ctx)}, checks = ${JSON.stringify(checks)}::jsonb
      WHERE ${ofStep(id, step)} AND s.passed IS NULL`,
    { machine: 'rehearsal', id, type: failed ? 'rehearsal.step_failed' : 'rehearsal.step_passed', data },
  )
}

/** Nobody else writes to this rehearsal until the caller's transaction ends. @returns whether the step still goes on */
export async function holdStep(tx: Context, id: string, step: StepName): Promise<boolean> {
  await tx.db.$queryRaw`SELECT 1 FROM public.rehearsal WHERE id = ${id}::uuid FOR NO KEY UPDATE`
  const found = await tx.db.$queryRaw<unknown[]>`
    SELECT 1 FROM public.rehearsal_step s JOIN public.rehearsal h ON h.id = s.rehearsal_id AND h.stopped_at IS NULL
     WHERE ${ofStep(id, step)} AND s.passed IS NULL`
  return found.length > 0
}

type Ending = { id: string; commandId: string }

const OPEN = Prisma.sql`h.stopped_at IS NULL AND h.signed_at IS NULL`

/** Stops an open one, with its event. @returns whether this call was the one */
export const endStopped = (ctx: Context, { id, commandId }: Ending, passed: number): Promise<boolean> =>
  written(
    ctx,
    rehearsalFacts,
    Prisma.sql`UPDATE public.rehearsal h SET stopped_at = ${clock(ctx)} WHERE h.id = ${id}::uuid AND ${OPEN}`,
    { machine: 'rehearsal', id, type: 'rehearsal.stopped', commandId, data: { passed } },
  )

/** Signs one whose eight steps have passed, with its event. @returns whether this call was the one */
export const endSigned = (
  ctx: Context,
  { id, commandId }: Ending,
  by: { id: string; name: string; build: string },
): Promise<boolean> =>
  written(
    ctx,
    rehearsalFacts,
    Prisma.sql`UPDATE public.rehearsal h SET signed_at = ${clock(ctx)}, signed_by = ${by.id}::uuid, signed_name = ${by.name}::text
      WHERE h.id = ${id}::uuid AND ${OPEN}
        AND 8 = (SELECT count(*) FROM public.rehearsal_step s WHERE s.rehearsal_id = h.id AND s.passed)`,
    { machine: 'rehearsal', id, type: 'rehearsal.signed', commandId, data: { name: by.name, build: by.build } },
  )

/** The account of whoever is signed in, or null. */
export const findAccount = (ctx: Context): Promise<{ id: string; name: string; email: string } | null> =>
  ctx.actor.kind === 'user' && ctx.actor.id
    ? ctx.db.appUser.findFirst({
        where: { id: ctx.actor.id, disabledAt: null },
        select: { id: true, name: true, email: true },
      })
    : Promise.resolve(null)

/** A digest of everything that the page of a rehearsal shows; null where there is none. */
export async function findStamp(ctx: Context, id: string): Promise<string | null> {
  const [row] = await ctx.db.$queryRaw<{ stamp: string }[]>`
    SELECT md5(concat_ws(' ', r.version, r.acting_token, h.stopped_at, h.signed_at,
             (SELECT string_agg(s::text, ' ' ORDER BY s.number) FROM public.rehearsal_step s WHERE s.rehearsal_id = h.id),
             (SELECT string_agg(concat_ws(' ', m.kind, m.state, m.n), ' ' ORDER BY m.kind, m.state)
                FROM (SELECT kind, state, count(*) AS n FROM public.message
                       WHERE subject_id = h.run_id GROUP BY kind, state) m))) AS stamp
      FROM public.rehearsal h JOIN public.roster_run r ON r.id = h.run_id WHERE h.id = ${id}::uuid`
  return row?.stamp ?? null
}

/** The real rosters with what a rehearsal of each would need. */
export async function listRosters(ctx: Context) {
  const rosters = await ctx.db.roster.findMany({
    where: { rehearsalOf: null },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: {
      id: true,
      name: true,
      tenders: { where: { active: true }, select: { email: true, unsubscribedAt: true } },
      _count: { select: { templates: { where: { active: true } } } },
    },
  })
  return rosters.map(({ _count, ...roster }) => ({ ...roster, templates: _count.templates }))
}
