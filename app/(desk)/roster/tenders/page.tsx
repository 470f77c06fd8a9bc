import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import * as actions from '@/app/(desk)/roster/actions'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import * as links from '@/app/(desk)/roster/link-actions'
import { ImportButton } from '@/components/roster/import-button'
import { AddTender, TendersTable } from '@/components/roster/tenders-table'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { counted } from '@/lib/roster/labels'
import { loadTenderList } from '@/lib/roster/people/list/loaders'
import { readQuery } from '@/lib/roster/people/list/rules'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Tenders' }

export default async function TendersPage({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.read')
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  if (!roster) redirect('/roster')
  const query = readQuery(await searchParams)
  const list = await loadTenderList(ctx, roster, query)
  const { all, active, keys, lost } = list.counts
  const doings = (
    <>
      <ImportButton
        rosterId={roster.id}
        of="tenders"
        check={actions.checkImportFile}
        write={actions.writeImportFile}
        exportHref={all > 0 ? `/roster/tenders/export?roster=${roster.id}` : null}
      />
      <AddTender rosterId={roster.id} save={actions.saveTender} />
    </>
  )
  return (
    <RosterFrame
      here="tenders"
      rosters={rosters}
      roster={roster}
      title="Tenders"
      sentence={`${counted(active, 'active tender')}, ${counted(keys, 'key holder')}${lost > 0 ? `, ${lost} cannot be reached` : ''}.`}
      actions={all > 0 ? doings : null}
    >
      <Card>
        {all > 0 ? (
          <TendersTable
            rosterId={roster.id}
            list={list}
            find={query.find}
            actions={{
              save: actions.saveTender,
              setActive: actions.setTenderActive,
              bounced: actions.noteMailsBounce,
              reachable: actions.noteMailsArrive,
              links: { show: links.showPageLink, renew: links.renewPageLink, revoke: links.revokeTenderLink },
            }}
          />
        ) : (
          <EmptyState
            icon="users"
            title="No tenders yet"
            text="Whoever is added here is asked by mail when a form opens, and gets the schedule when it is sent. A list that you have can be imported."
            action={<span className="flex flex-wrap justify-center gap-2">{doings}</span>}
          />
        )}
      </Card>
    </RosterFrame>
  )
}
