import { can, type Permission, type Role } from '@/lib/access/rules'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import { formatDate } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import { inOrder, needing } from './rules'
import type { TodayEntry, TodayView } from './schema'

/**
 * Where a desk says what needs a person. `registry.ts` hands them in. Each is read on every page for the number in the
 * rail: a few small reads, whose cost grows with what waits and not with what exists.
 */
export type TodaySource = { permission: Permission; entries(ctx: Context): Promise<TodayEntry[]> }

/** What needs somebody of this role, most urgent first. */
async function entriesFor(ctx: Context, sources: readonly TodaySource[], role: Role): Promise<TodayEntry[]> {
  const mine = sources.filter(({ permission }) => can(role, permission))
  return inOrder((await Promise.all(mine.map((source) => source.entries(ctx)))).flat())
}

export async function loadToday(ctx: Context, sources: readonly TodaySource[], role: Role): Promise<TodayView> {
  const [entries, zone] = await Promise.all([entriesFor(ctx, sources, role), companyZone(ctx.db)])
  const now = ctx.now()
  return {
    at: now.toISOString(),
    date: formatDate(localOf(zone, now).date, 'long'),
    entries,
    need: needing(entries),
    covered: sources.some(({ permission }) => can(role, permission)),
  }
}

/** How many things need somebody of this role. */
export const countToday = async (ctx: Context, sources: readonly TodaySource[], role: Role): Promise<number> =>
  needing(await entriesFor(ctx, sources, role))
