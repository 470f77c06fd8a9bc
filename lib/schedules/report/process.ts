import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { nearTime } from '../desk/rules'
import type { ReconcileView } from '../desk/schema'
import type { Owner, SchedulerClient } from '../effects'
import type { ReconcileReport } from '../schema'
import { elsewhereWords, RECONCILE, RECONCILE_SAYS, reconcileSentence } from './labels'

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

const DONE = { orphan: 'taken', missing: 'healed', differing: 'righted' } as const
type Kind = keyof typeof DONE

/** A report in words: what is to be done, or what was; what could not be; and what is only seen. */
export function linesOf({ orphans, missing, differing, pausedElsewhere, failed, dryRun }: ReconcileReport): Line[] {
  const stuck = new Set(failed.map(({ id }) => id))
  const lines = (kind: Kind, ids: readonly string[]): Line[] =>
    ids
      .filter((id) => !stuck.has(id))
      .map((id) => ({
        ...{ key: `${kind}${id}`, id, role: 'todo' as const },
        mark: RECONCILE[dryRun ? kind : DONE[kind]],
        says: RECONCILE_SAYS[kind],
      }))
  return [
    ...lines('orphan', orphans),
    ...lines('missing', missing),
    ...lines('differing', differing),
    ...pausedElsewhere.map(({ id, note }) => ({
      ...{ key: `elsewhere${id}`, id, role: 'seen' as const },
      ...{ mark: RECONCILE.elsewhere, says: elsewhereWords(note) },
    })),
    ...failed.map(({ id, sentence }) => ({
      ...{ key: `failed${id}`, id, role: 'stuck' as const },
      ...{ mark: RECONCILE.failed, says: sentence },
    })),
  ]
}

/** What lines come to, in one sentence. */
export function sumOf(
  lines: readonly Line[],
  dryRun: boolean,
  features: number,
): { todo: number; failed: number; sentence: string } {
  const count = (role: Line['role']) => lines.filter((line) => line.role === role).length
  const [todo, failed] = [count('todo'), count('stuck')]
  return { todo, failed, sentence: reconcileSentence({ todo, failed, dryRun, features }) }
}

/** What reconcile found and did, as the page shows it. */
export async function reconcileView(
  ctx: Context,
  reports: readonly { feature: string; report: ReconcileReport }[],
  dryRun: boolean,
): Promise<ReconcileView> {
  const features = reports.map(({ feature, report }) => ({ feature, lines: linesOf(report) }))
  const { todo, sentence } = sumOf(
    features.flatMap(({ lines }) => lines),
    dryRun,
    features.length,
  )
  const now = ctx.now()
  const at = nearTime(await companyZone(ctx.db), now, now)
  return { at, dryRun, sentence, todo, features: features.filter(({ lines }) => lines.length > 0) }
}
