import type { Metadata } from 'next'
import { saveRoster } from '@/app/(desk)/roster/actions'
import { chosenRoster, RosterFrame, type RosterQuery } from '@/app/(desk)/roster/frame'
import { RosterForm } from '@/components/roster/roster-form'
import { LinkButton } from '@/components/ui/link-button'
import { inCharge } from '@/lib/roster/engines/data'
import { loadZone } from '@/lib/roster/people/loaders'
import { USUAL_RHYTHM } from '@/lib/roster/people/rules'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Roster settings' }

export default async function SettingsPage({ searchParams }: { searchParams: RosterQuery }) {
  const ctx = await requirePage('roster.operate')
  const { roster: asked } = await searchParams
  const { rosters, roster } = await chosenRoster(ctx, searchParams)
  const old = (await inCharge(ctx)) === 'old'
  if (!roster || asked === 'new') {
    const initial = { rosterId: null, seen: null, name: '', zone: await loadZone(ctx), settings: USUAL_RHYTHM }
    return (
      <RosterFrame
        here="settings"
        rosters={[]}
        roster={null}
        title="A new roster"
        sentence="Its name, its zone, its rhythm. Then its weekly pattern and its tenders."
      >
        <RosterForm initial={initial} old={old} save={saveRoster} />
      </RosterFrame>
    )
  }
  const { id, name, zone, settings, seen } = roster
  return (
    <RosterFrame
      here="settings"
      rosters={rosters}
      roster={roster}
      title="Roster settings"
      sentence="What new weeks begin with. A week that is made keeps its opening and closing; generating and sending follow this page unless the week has times of its own."
      actions={
        <>
          <LinkButton href="/roster/cutover" variant="ghost" icon="git-compare">
            Cut-over
          </LinkButton>
          <LinkButton href="/roster/settings?roster=new" variant="ghost" icon="plus">
            Another roster
          </LinkButton>
        </>
      }
    >
      <RosterForm key={id} initial={{ rosterId: id, seen, name, zone, settings }} old={old} save={saveRoster} />
    </RosterFrame>
  )
}
