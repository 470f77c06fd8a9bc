import type { Context } from '@/lib/platform/context'
import { formatDate } from '@/lib/platform/zone-format'
import { ledgers } from '../picker/ledger'
import { findWeek, listHistory, listTenders } from '../week/data'
import { fairnessOf } from './rules'
import type { FairnessView } from './schema'

/** How even the 26 sent weeks before a week were, for those who are active; null where there is no such week. */
export async function loadFairness(ctx: Context, runId: string): Promise<FairnessView | null> {
  const week = await findWeek(ctx, runId)
  if (!week) return null
  const [history, tenders] = await Promise.all([listHistory(ctx, week), listTenders(ctx, runId)])
  const found = ledgers(
    history.map(({ weekOf, worked, offered }) => {
      return { weekOf, offered, worked: worked.map((tenderId) => ({ tenderId })) }
    }),
  )
  const active = tenders.filter((tender) => tender.active)
  return fairnessOf(
    active.map(({ id, name }) => ({ id, name, entries: found.get(id) ?? [] })),
    new Map(history.map(({ weekOf }) => [weekOf, formatDate(weekOf, 'short')])),
  )
}
