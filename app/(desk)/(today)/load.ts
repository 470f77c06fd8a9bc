import type { LiveToday } from '@/components/today/today-page'
import { can } from '@/lib/access/rules'
import { loadToday } from '@/lib/alerts/loaders'
import { todaySources } from '@/lib/registry'
import { loadRosterCards } from '@/lib/roster/today/loaders'
import type { ActionContext } from '@/lib/server/action'

/** Today for whoever looks: only what their role may see and decide. */
export async function loadTodayPage(ctx: ActionContext): Promise<LiveToday> {
  const { role } = ctx.user
  const [today, rosters] = await Promise.all([
    loadToday(ctx, todaySources, role),
    can(role, 'roster.read') ? loadRosterCards(ctx) : [],
  ])
  return { ...today, rosters }
}
