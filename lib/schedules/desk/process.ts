import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Owner, SchedulerClient } from '../effects'
import type { ReconcileReport } from '../schema'
import { RECONCILE, RECONCILE_SAYS, reconcileSentence } from './labels'
import { nearTime } from './rules'
import type { ReconcileView } from './schema'

/** What every owner expects held against what is kept, one feature after the other. */
export async function reconcileAll(
  client: Pick<SchedulerClient, 'reconcile'>,
  owners: readonly Owner[],
  dryRun: boolean,
): Promise<{ feature: string; report: ReconcileReport }[]> {
  const reports = []
  for (const owner of owners)
    reports.push({ feature: owner.feature, report: await client.reconcile({ ...owner, dryRun }) })
  return reports
}

type Line = ReconcileView['features'][number]['lines'][number]

/** A report in words: what is to be done, or what was. */
export function linesOf({ orphans, missing, differing, failed, dryRun }: ReconcileReport): Line[] {
  const stuck = new Set(failed.map(({ id }) => id))
  const lines = (
    kind: 'orphan' | 'missing' | 'differing',
    done: 'taken' | 'healed' | 'righted',
    ids: readonly string[],
  ) =>
    ids
      .filter((id) => !stuck.has(id))
      .map((id) => ({
        key: `${kind}${id}`,
        id,
        mark: RECONCILE[dryRun ? kind : done],
        says: RECONCILE_SAYS[kind],
        isDone: true,
      }))
  return [
    ...lines('orphan', 'taken', orphans),
    ...lines('missing', 'healed', missing),
    ...lines('differing', 'righted', differing),
    ...failed.map(({ id, sentence }) => ({
      key: `failed${id}`,
      id,
      mark: RECONCILE.failed,
      says: sentence,
      isDone: false,
    })),
  ]
}

/** What reconcile found and did, as the page shows it. */
export async function reconcileView(
  ctx: Context,
  reports: readonly { feature: string; report: ReconcileReport }[],
  dryRun: boolean,
): Promise<ReconcileView> {
  const features = reports.map(({ feature, report }) => ({ feature, lines: linesOf(report) }))
  const all = features.flatMap(({ lines }) => lines)
  const failed = all.filter(({ isDone }) => !isDone).length
  const todo = all.length - failed
  const now = ctx.now()
  return {
    at: nearTime(await companyZone(ctx.db), now, now),
    dryRun,
    sentence: reconcileSentence({ todo, failed, dryRun, features: features.length }),
    todo,
    features: features.filter(({ lines }) => lines.length > 0),
  }
}
