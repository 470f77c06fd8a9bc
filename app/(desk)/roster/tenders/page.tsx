import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import * as actions from '@/app/(desk)/roster/actions'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import { AddTender, TendersTable } from '@/components/roster/tenders-table'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { counted } from '@/lib/roster/labels'
import { loadTenders } from '@/lib/roster/people/loaders'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Tenders' }

export default async function TendersPage({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.read')
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  if (!roster) redirect('/roster')
  const tenders = await loadTenders(ctx, roster.id)
  const active = tenders.filter((tender) => tender.active)
  const lost = active.filter((tender) => tender.problem).length
  const keys = active.filter((tender) => tender.keyHolder).length
  const add = <AddTender rosterId={roster.id} save={actions.saveTender} />
  return (
    <RosterFrame
      here="tenders"
      rosters={rosters}
      roster={roster}
      title="Tenders"
      sentence={`${counted(active.length, 'active tender')}, ${counted(keys, 'key holder')}${lost > 0 ? `, ${lost} cannot be written to` : ''}.`}
      actions={tenders.length > 0 ? add : null}
    >
      <Card>
        {tenders.length > 0 ? (
          <TendersTable
            rosterId={roster.id}
            tenders={tenders}
            actions={{ save: actions.saveTender, setActive: actions.setTenderActive }}
          />
        ) : (
          <EmptyState
            icon="users"
            title="No tenders yet"
            text="Whoever is added here is asked by mail when a form opens, and gets the schedule when it is sent."
            action={add}
          />
        )}
      </Card>
    </RosterFrame>
  )
}
