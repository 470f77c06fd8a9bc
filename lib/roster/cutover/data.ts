import { clock } from '@/lib/engine/sql'
import { rosterBuild } from '@/lib/platform/build'
import type { Context } from '@/lib/platform/context'
import { stateOf } from '../engines/data'
import { type CutoverState, FLAG_ID } from './machine'
import type { BusyWeek, GateFacts, SignedRehearsal } from './schema'

/** Holds the flag against every move of a week until the caller's transaction ends. What is read after it is the truth. */
export const lockFlag = (tx: Context): Promise<unknown> =>
  tx.db.$queryRaw`SELECT 1 FROM public.cutover WHERE id = ${FLAG_ID}::uuid FOR UPDATE`

/** Real weeks that are neither a draft nor sent, whichever engine they belong to. A draft that nobody opened is no hindrance (hole 28). */
export const listBusy = (ctx: Context): Promise<BusyWeek[]> => ctx.db.$queryRaw`
  SELECT r.id::text, o.name AS "rosterName", o.zone, r.week_of::text AS "weekOf", ${stateOf('r')} AS state,
         r.v2_state IS NOT NULL AS "halfDone"
    FROM public.roster_run r JOIN public.roster o ON o.id = r.roster_id
   WHERE r.kind = 'week' AND ${stateOf('r')} NOT IN ('DRAFT', 'SENT') ORDER BY r.week_of, r.id`

/** Everything that the gates are judged by. */
export async function readGates(ctx: Context): Promise<GateFacts> {
  const [row] = await ctx.db.$queryRaw<
    {
      flag: CutoverState
      version: number
      changedAt: Date
      leases: number
      unknown: number
      openRehearsal: string | null
    }[]
  >`
    SELECT f.state AS flag, f.version, f.changed_at AS "changedAt",
           (SELECT count(*)::int FROM public.roster_run r WHERE r.kind = 'week' AND r.acting_until > ${clock(ctx)}) AS leases,
           (SELECT count(*)::int FROM public.message m WHERE m.kind = 'schedule' AND m.state = 'unknown' AND NOT m.rehearsal) AS unknown,
           (SELECT h.id::text FROM public.rehearsal h WHERE h.stopped_at IS NULL AND h.signed_at IS NULL) AS "openRehearsal"
      FROM public.cutover f WHERE f.id = ${FLAG_ID}::uuid`
  if (!row) throw new Error('The cut-over flag is missing: npm run db -- migrate makes it.')
  const [signed] = await ctx.db.$queryRaw<SignedRehearsal[]>`
    SELECT id::text, build, began_at AS "beganAt", signed_at AS "signedAt", signed_name AS "signedName"
      FROM public.rehearsal WHERE signed_at IS NOT NULL ORDER BY signed_at DESC, id DESC LIMIT 1`
  return { ...row, killed: ctx.killed, build: rosterBuild(), busy: await listBusy(ctx), signed: signed ?? null }
}
