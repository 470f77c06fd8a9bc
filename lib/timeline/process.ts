import type { AnyMachine } from '@/lib/engine/machine'
import { sealState, verify } from '@/lib/engine/seal'
import { clock } from '@/lib/engine/sql'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Shown } from '@/lib/platform/zone-format'
import { faultWords } from '@/lib/timeline/labels'
import { timeLabel } from '@/lib/timeline/loaders'

/** What was found when the record was last computed again. */
export type Verified = { at: Shown; by: string; events: number; subjects: number; seals: number; faults: string[] }

/** How far the record is sealed, and what the last verification found. `lagSeconds` is the age of the oldest event without a seal. */
export type RecordView = {
  seal: { number: number; head: string; events: number; lagSeconds: number; at: Shown | null }
  verified: Verified | null
}

type Kept = { by: string; events: number; subjects: number; seals: number; faults: string[] }

/** What the page of the record and the head of the timeline show. */
export async function loadRecord(ctx: Context): Promise<RecordView> {
  const [zone, { number, head, events, lagSeconds, sealedAt }, verified] = await Promise.all([
    companyZone(ctx.db),
    sealState(ctx),
    lastVerified(ctx),
  ])
  const at = sealedAt && shownIn(zone, sealedAt, ctx.now())
  return { seal: { number, head, events, lagSeconds, at }, verified }
}

const shownIn = (zone: string, at: Date, now: Date): Shown => ({
  iso: at.toISOString(),
  label: timeLabel(zone, at, now),
})

/** What the last verification found, from the one row that keeps it; null before the first. */
export async function lastVerified(ctx: Context): Promise<Verified | null> {
  const kept = await ctx.db.heartbeat.findUnique({ where: { name: 'verify' } })
  return kept && { ...(kept.report as Kept), at: shownIn(await companyZone(ctx.db), kept.at, ctx.now()) }
}

/** More faults than a person reads; the first of them tell where to begin. */
const MOST_FAULTS = 50

/**
 * Computes every seal again and folds the events into the present states; what came of it is kept for everybody to
 * see. Reads the record alone, so it may be repeated at will. @returns the number of faults and what was covered
 */
export async function verifyRecord(ctx: Context, machines: readonly AnyMachine[]): Promise<Kept & { found: number }> {
  const { seals, events, subjects, faults } = await verify(ctx, machines)
  const kept: Kept = {
    by: ctx.actor.name,
    events,
    subjects,
    seals,
    faults: faults.slice(0, MOST_FAULTS).map(faultWords),
  }
  await ctx.db.$executeRaw`
    INSERT INTO public.heartbeat (name, at, report) VALUES ('verify', ${clock(ctx)}, ${JSON.stringify(kept)}::jsonb)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, report = excluded.report`
  return { ...kept, found: faults.length }
}
