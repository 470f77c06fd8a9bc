import { engineFacts, record } from '@/lib/engine/audit'
import type { AnyMachine } from '@/lib/engine/machine'
import { clock } from '@/lib/engine/sql'
import { sceneOf } from '@/lib/messages/loaders'
import { type Context, inTransaction } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { MOST_LINES, type Plan, type PlanLine, type TickPart } from '@/lib/server/tick'
import { plainState } from '@/lib/timeline/labels'
import type { SubjectName, SubjectWords } from '@/lib/timeline/loaders'

/** A lease whose holder is gone: it ran out, and nobody has finished, released or taken it over. */
export type ExpiredLease = {
  token: string
  machine: string
  subjectId: string
  kind: string
  expiresAt: Date
  told: boolean
}

/** Runs the same kind of action again, which alone may take an expired lease over. @returns whether it is settled */
export type Recover = (ctx: Context, lease: ExpiredLease) => Promise<boolean>

/** By `machine.lease kind`. A kind without one waits for its button, or for the next move, which closes it. */
export type Recoveries = Readonly<Record<string, Recover>>

/** More than this at once is an outage; the next tick goes on. */
const MOST = 200

/**
 * Finds what crashed. Each expired lease is told once in the record, and re-run where its desk says how. It is never
 * freed here: a subject that something else could take at that point might be half acted on.
 * @param subjects whose names a preview says
 */
export function leaseRecovery(
  machines: readonly AnyMachine[],
  recoveries: Recoveries,
  subjects: readonly SubjectWords[] = [],
): TickPart<Plan & { leases: ExpiredLease[] }> {
  return {
    name: 'leases',
    share: 2,
    async plan(ctx) {
      const leases = await findExpired(ctx, machines, Object.keys(recoveries))
      return { due: leases.length, leases }
    },
    async tell(ctx, { due, leases }) {
      const shown = leases
        .slice(0, MOST_LINES)
        .map((lease) => ({ ...lease, subjectMachine: lease.machine, again: keyOf(lease) in recoveries }))
      const { aboutOf } = await sceneOf(ctx, subjects, shown)
      return { due, lines: shown.map((lease) => lineOf(lease, aboutOf(lease))) }
    },
    async run(ctx, { due, leases }, deadline) {
      await tellExpired(ctx, leases)
      let [done, failed, left] = [0, 0, 0]
      for (const lease of leases) {
        const recover = recoveries[keyOf(lease)]
        if (!recover) done += 1
        else if (deadline.left() <= 0) left += 1
        else if (await settled(ctx, lease, recover)) done += 1
        else failed += 1
      }
      return { due, done, failed, left }
    },
  }
}

const keyOf = (lease: ExpiredLease): string => `${lease.machine}.${lease.kind}`

/** In words. A lease that nobody runs again is told in the record, once. */
function lineOf({ kind, expiresAt, again }: ExpiredLease & { again: boolean }, about: SubjectName): PlanLine {
  const words = again
    ? {
        what: `Take “${plainState(kind)}” up again`,
        why: 'Whoever was at it stopped half-way, and their hold on it ran out.',
      }
    : {
        what: `Note in the record that “${plainState(kind)}” stopped half-way`,
        why: 'Whoever was at it is gone, and their hold on it ran out. Its button, or the next move, takes over.',
      }
  return { ...words, at: expiresAt, zone: null, href: about.href, subject: about.name, count: 1 }
}

async function settled(ctx: Context, lease: ExpiredLease, recover: Recover): Promise<boolean> {
  try {
    return await recover(ctx, lease)
  } catch (error) {
    logFor(ctx.requestId).error({ err: error, ...lease }, 'an expired lease could not be taken up again')
    return false
  }
}

/**
 * Open leases past their end, those nobody has told of first. Reads the open ones alone, by their partial index.
 * @param again kinds that are re-run: they come up until they are settled, the others once
 */
async function findExpired(ctx: Context, machines: readonly AnyMachine[], again: string[]): Promise<ExpiredLease[]> {
  return ctx.db.$queryRaw<ExpiredLease[]>`
    SELECT * FROM (
      SELECT l.token::text, l.machine, l.subject_id::text AS "subjectId", l.kind, l.expires_at AS "expiresAt", EXISTS (
               SELECT FROM public.audit_event a
                WHERE a.machine = l.machine AND a.subject_id = l.subject_id AND a.type = 'lease.expired'
                  AND a.data->>'token' = l.token::text) AS told
        FROM public.lease l
       WHERE l.ended_at IS NULL AND l.expires_at <= ${clock(ctx)} AND l.machine = ANY(${machines.map(({ name }) => name)}::text[])
    ) found
     WHERE NOT told OR machine || '.' || kind = ANY(${again}::text[])
     ORDER BY told, "expiresAt" LIMIT ${MOST}::int`
}

/**
 * One fact for each token. The ledger's row is locked first and the record read in a second statement, so that of two
 * ticks the later one sees what the earlier wrote.
 */
async function tellExpired(ctx: Context, due: readonly ExpiredLease[]): Promise<void> {
  const untold = due.filter((lease) => !lease.told).map((lease) => lease.token)
  if (untold.length === 0) return
  await inTransaction(ctx, async (tx) => {
    const open = await tx.db.$queryRaw<{ token: string }[]>`
      SELECT token::text FROM public.lease
       WHERE token = ANY(${untold}::uuid[]) AND ended_at IS NULL AND expires_at <= ${clock(tx)} ORDER BY token FOR UPDATE`
    const still = await tx.db.$queryRaw<Pick<ExpiredLease, 'token' | 'machine' | 'subjectId' | 'kind'>[]>`
      SELECT l.token::text, l.machine, l.subject_id::text AS "subjectId", l.kind FROM public.lease l
       WHERE l.token = ANY(${open.map(({ token }) => token)}::uuid[]) AND NOT EXISTS (
         SELECT FROM public.audit_event a
          WHERE a.machine = l.machine AND a.subject_id = l.subject_id AND a.type = 'lease.expired'
            AND a.data->>'token' = l.token::text)`
    await record(
      tx,
      engineFacts,
      still.map(({ token, machine, subjectId, kind }) => ({
        machine,
        subjectId,
        type: 'lease.expired' as const,
        data: { kind, token },
      })),
    )
  })
}
