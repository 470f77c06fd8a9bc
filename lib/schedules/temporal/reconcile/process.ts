import type { Context } from '@/lib/platform/context'
import { spanEvent } from '@/lib/platform/telemetry'
import type { Owner, Waking } from '../../effects'
import { lockOne } from '../../ledger/data'
import { sweepOne } from '../../reconcile/process'
import { specOf } from '../../rows/rules'
import type { ReconcileReport, Refusal, Told } from '../../schema'
import type { Place } from '../data'
import * as kept from '../kept/data'
import { isSame, type There } from '../kept/rules'
import { reach, unregister, wholeTold } from '../verbs/process'
import { findKept, type KeptRow } from './data'

/** Schedules that the server is asked about at once. */
const LANES = 8

type Report = { -readonly [Key in keyof ReconcileReport]: ReconcileReport[Key] }
type Found = { id: string; row: KeptRow | undefined; there: There | null }

/**
 * Holds three against each other: what the server keeps of a feature, what the ledger keeps, what the owner expects.
 * Orphans, kept by either and not expected, are taken from both; what either lacks is registered again by its owner;
 * what differs is put right on the server. Lists only propose: the server lags, so each id is asked for by itself.
 * A pause made in Temporal is told and left alone. One fault never stops the sweep, and a server that is away is asked once.
 */
export async function reconcileTemporal(
  ctx: Context,
  owner: Owner,
  waking: Waking,
  place: Place,
): Promise<ReconcileReport> {
  const { feature, dryRun = false } = owner
  const failed: { id: string; sentence: string }[] = []
  let away: Refusal | null = null
  const step = (id: string, work: () => Promise<Told>): Promise<boolean> =>
    sweepOne(ctx, failed, id, async () => {
      const told: Told = away ?? (await work())
      if (!told.ok && told.code === 'unavailable') away = told
      return told
    })

  let listed: readonly string[] = []
  const isListed = await step(`${feature}:`, async () => {
    const reached = await reach(place, (service) => kept.listIds(service, place, feature))
    if (reached.ok) listed = reached.value
    return reached
  })
  const found: Found[] = isListed ? await lookAt(ctx, owner, listed, place, step) : []
  const report = sortOut(found, owner, dryRun)
  const taken: string[] = []
  if (!dryRun) {
    for (const id of report.orphans)
      await step(id, () =>
        wholeTold(ctx, async (tx) => {
          if (await owner.stillExpected(tx, id)) return { ok: true }
          const gone = await unregister(tx, id, waking, place)
          if (gone.ok) taken.push(id)
          return gone
        }),
      )
    for (const id of report.missing) await step(id, () => owner.heal(ctx, id))
    for (const id of report.differing) await step(id, () => putRight(ctx, id, place))
    report.orphans = taken
    report.orphansUnregistered = taken.length
  }
  const { orphans, missing, differing } = report
  const counts = { orphans: orphans.length, missing: missing.length, differing: differing.length }
  spanEvent('schedule.reconcile', { feature, ...counts, failed: failed.length })
  return { ...report, failed }
}

/** Asks for each id that anybody names. */
async function lookAt(
  ctx: Context,
  { feature, expectedIds }: Owner,
  listed: readonly string[],
  place: Place,
  step: (id: string, work: () => Promise<Told>) => Promise<boolean>,
): Promise<Found[]> {
  const rows = new Map((await findKept(ctx, feature)).map((row) => [row.id, row]))
  const ids = [...new Set([...listed, ...rows.keys(), ...expectedIds])].sort()
  const found: Found[] = []
  const next = ids.values()
  const lane = async () => {
    for (const id of next)
      await step(id, async () => {
        const reached = await reach(place, (service) => kept.describe(service, place, id))
        if (reached.ok) found.push({ id, row: rows.get(id), there: reached.value })
        return reached
      })
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

function sortOut(found: readonly Found[], { expectedIds }: Owner, dryRun: boolean): Report {
  const expected = new Set(expectedIds)
  const named = (is: (each: Found) => boolean) => found.filter(is).map(({ id }) => id)
  return {
    orphansUnregistered: 0,
    orphans: named(({ id, row, there }) => !expected.has(id) && Boolean(row ?? there)),
    missing: named(({ id, row, there }) => expected.has(id) && !(row && there)),
    differing: named(({ id, row, there }) => expected.has(id) && differs(row, there)),
    pausedElsewhere: found.flatMap(({ id, row, there }) =>
      row?.state === 'ACTIVE' && there?.paused ? [{ id, note: there.note }] : [],
    ),
    failed: [],
    dryRun,
  }
}

/** A pause of ours that was lifted in Temporal is one of the things that differ: the ledger goes on skipping. */
function differs(row: KeptRow | undefined, there: There | null): boolean {
  if (!row || !there) return false
  const { cron, zone, jitter, state } = row
  return !isSame(there, { calendar: { cron, zone, jitter } }) || (state === 'PAUSED' && !there.paused)
}

const putRight = (ctx: Context, id: string, place: Place): Promise<Told> =>
  wholeTold(ctx, async (tx) => {
    const row = await lockOne(tx, id)
    if (!row || row.state === 'REMOVED') return { ok: true }
    return reach(place, async (service) => {
      await kept.change(service, place, id, specOf(row))
      if (row.state === 'PAUSED' && row.pauseReason)
        await kept.setPaused(service, place, id, { pause: row.pauseReason })
    })
  })
