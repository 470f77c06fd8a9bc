import type { Context } from '@/lib/platform/context'
import { writeCsv } from '@/lib/platform/csv'
import { localOf } from '@/lib/platform/zones'
import { loadRoster } from '../loaders'
import { byName, dayName } from '../rules'
import { listKnownShifts, listKnownTenders } from './data'
import type { ImportOf } from './schema'
import { SHIFT_COLUMNS } from './shifts/rules'
import { TENDER_COLUMNS } from './tenders/rules'

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')

async function rowsOf(ctx: Context, rosterId: string, of: ImportOf): Promise<{ head: string[]; rows: string[][] }> {
  if (of === 'tenders') {
    const known = await listKnownTenders(ctx, rosterId, 'read')
    const rows = known
      .sort((a, b) => Number(b.active) - Number(a.active) || byName(a, b))
      .map(({ name, email, keyHolder, active }) => [name, email ?? '', yesNo(keyHolder), yesNo(active)])
    return { head: TENDER_COLUMNS.map(({ label }) => label), rows }
  }
  const rows = (await listKnownShifts(ctx, rosterId, 'read')).map((shift) => [
    dayName(shift.weekday),
    shift.startTime,
    shift.endTime,
    shift.role,
    String(shift.minSeats),
    String(shift.targetSeats),
    yesNo(shift.keyWanted),
    yesNo(shift.active),
  ])
  return { head: SHIFT_COLUMNS.map(({ label }) => label), rows }
}

const NAMES: Record<ImportOf, string> = { tenders: 'tenders', shifts: 'weekly-pattern' }

/** The tenders or the weekly pattern of a roster as a file that can be imported again; null where there is no roster. */
export async function loadExport(
  ctx: Context,
  rosterId: string,
  of: ImportOf,
): Promise<{ filename: string; csv: string } | null> {
  const roster = await loadRoster(ctx, rosterId)
  if (!roster) return null
  const { head, rows } = await rowsOf(ctx, rosterId, of)
  const name = roster.name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const { date } = localOf(roster.zone, ctx.now())
  return { filename: `${[name, NAMES[of], date].filter(Boolean).join('-')}.csv`, csv: writeCsv(head, rows) }
}
