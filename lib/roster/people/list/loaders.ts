import type { Context } from '@/lib/platform/context'
import { shownAt } from '@/lib/platform/zone-format'
import { mailFault } from '../../mail/people'
import { serverWords } from '../reach/labels'
import { type ListRow, listTenderRows } from './data'
import { pageOf } from './rules'
import type { ListQuery, TenderLine, TenderList, Trouble } from './schema'

function troubleOf(zone: string, { email, unsubscribedAt, bouncedAt, bouncedWhy }: ListRow): Trouble | null {
  if (!email) return { kind: 'none', since: null, why: null }
  if (unsubscribedAt) return { kind: 'stopped', since: shownAt(zone, unsubscribedAt), why: null }
  if (bouncedAt) return { kind: 'bounced', since: shownAt(zone, bouncedAt), why: bouncedWhy && serverWords(bouncedWhy) }
  return mailFault({ email, unsubscribed: false }) ? { kind: 'unusable', since: null, why: null } : null
}

/** A page of a roster's tenders: searched, narrowed, ordered; with figures of the whole. */
export async function loadTenderList(
  ctx: Context,
  { id, zone }: { id: string; zone: string },
  query: ListQuery,
): Promise<TenderList> {
  const all = (await listTenderRows(ctx, id)).map((row) => {
    const trouble = troubleOf(zone, row)
    return { ...row, trouble, lost: trouble !== null }
  })
  const active = all.filter((row) => row.active)
  const { rows, ...place } = pageOf(all, query)
  return {
    ...place,
    lines: rows.map(
      ({ id: key, name, email, keyHolder, active, trouble, shifts, rules, seen }): TenderLine => ({
        ...{ id: key, name, email: email ?? '', keyHolder, active },
        ...{ trouble, shifts, rules, seen },
      }),
    ),
    counts: {
      all: all.length,
      active: active.length,
      keys: active.filter((row) => row.keyHolder).length,
      lost: active.filter((row) => row.lost).length,
    },
  }
}
