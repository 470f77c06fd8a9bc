import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import * as actions from '@/app/(desk)/roster/actions'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import { ImportButton } from '@/components/roster/import-button'
import { AddShift, ShiftsTable } from '@/components/roster/shifts-table'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { counted } from '@/lib/roster/labels'
import { loadTemplates } from '@/lib/roster/people/loaders'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Weekly pattern' }

export default async function ShiftsPage({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.read')
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  if (!roster) redirect('/roster')
  const shifts = await loadTemplates(ctx, roster.id)
  const active = shifts.filter((shift) => shift.active)
  const seats = active.reduce((sum, shift) => sum + shift.targetSeats, 0)
  const doings = (
    <>
      <ImportButton
        rosterId={roster.id}
        of="shifts"
        check={actions.checkImportFile}
        write={actions.writeImportFile}
        exportHref={shifts.length > 0 ? `/roster/shifts/export?roster=${roster.id}` : null}
      />
      <AddShift rosterId={roster.id} zone={roster.zone} save={actions.saveShift} />
    </>
  )
  return (
    <RosterFrame
      here="shifts"
      rosters={rosters}
      roster={roster}
      title="Weekly pattern"
      sentence={`${counted(active.length, 'shift')}, ${counted(seats, 'seat')} a week. A new week is made from it; weeks that are made keep theirs.`}
      actions={shifts.length > 0 ? doings : null}
    >
      <Card>
        {shifts.length > 0 ? (
          <ShiftsTable
            rosterId={roster.id}
            zone={roster.zone}
            shifts={shifts}
            actions={{ save: actions.saveShift, setActive: actions.setShiftActive }}
          />
        ) : (
          <EmptyState
            icon="clock"
            title="No shifts yet"
            text="Say which day, from when to when, and how many people. Every week is made from these. A list that you have can be imported."
            action={<span className="flex flex-wrap justify-center gap-2">{doings}</span>}
          />
        )}
      </Card>
    </RosterFrame>
  )
}
