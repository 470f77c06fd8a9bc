import { redirect } from 'next/navigation'
import { can, homeOf } from '@/lib/access/rules'
import { currentWeek } from '@/lib/roster/people/loaders'
import { requirePage } from '@/lib/server/page'

/** The first page: the week that needs somebody, or the list where there is none. */
export default async function FirstPage() {
  const ctx = await requirePage('account.own')
  if (!can(ctx.user.role, 'roster.read')) redirect(homeOf(ctx.user.role))
  const id = await currentWeek(ctx)
  redirect(id ? `/roster/${id}` : '/roster')
}
