import type { ReactNode } from 'react'
import { RosterPlaces } from '@/components/roster/roster-places'
import { Page } from '@/components/shell/page'
import { PageHead } from '@/components/ui/page-head'
import { loadRosters, type RosterView } from '@/lib/roster/people/loaders'
import type { ActionContext } from '@/lib/server/action'

export type RosterQuery = Promise<Record<string, string | string[] | undefined>>

/** All rosters, and the one that the address names; the first where it names none. */
export async function chosenRoster(ctx: ActionContext, query: RosterQuery) {
  const [rosters, { roster: id }] = await Promise.all([loadRosters(ctx), query])
  return { rosters, roster: rosters.find((one) => one.id === id) ?? rosters[0] ?? null }
}

type Props = {
  here: 'weeks' | 'tenders' | 'shifts' | 'rules' | 'settings'
  rosters: RosterView[]
  roster: RosterView | null
  title: string
  sentence: ReactNode
  actions?: ReactNode
  children: ReactNode
}

const NAMES = {
  weeks: 'Weeks',
  tenders: 'Tenders',
  shifts: 'Weekly pattern',
  rules: 'Rules',
  settings: 'Roster settings',
}

/** The pages of a roster beside its weeks: one head, one row of places. */
export function RosterFrame({ here, rosters, roster, title, sentence, actions, children }: Props) {
  const crumbs = [
    { label: 'Roster', href: '/roster' },
    ...(roster ? [{ label: roster.name, href: `/roster?roster=${roster.id}` }] : []),
    { label: NAMES[here] },
  ]
  return (
    <Page crumbs={crumbs}>
      <PageHead title={title} sentence={sentence} actions={actions} />
      {roster && (
        <RosterPlaces here={here} roster={roster.id} rosters={rosters.map(({ id, name }) => ({ id, name }))} />
      )}
      {children}
    </Page>
  )
}
