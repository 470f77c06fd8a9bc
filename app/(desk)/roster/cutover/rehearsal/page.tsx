import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { goLive, rollBack } from '@/app/(desk)/roster/cutover/actions'
import { beginRehearsal } from '@/app/(desk)/roster/cutover/rehearsal/actions'
import { GatesCard } from '@/components/cutover/gates-card'
import { BeginCard } from '@/components/rehearsal/begin-card'
import { EarlierCard } from '@/components/rehearsal/earlier-card'
import { Page } from '@/components/shell/page'
import { PageHead } from '@/components/ui/page-head'
import { loadGates } from '@/lib/roster/cutover/loaders'
import { STEP_WORDS } from '@/lib/roster/rehearsal/labels'
import { listRehearsals, rostersToRehearse } from '@/lib/roster/rehearsal/loaders'
import { STEPS } from '@/lib/roster/rehearsal/schema'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Rehearsal' }

/** Where a rehearsal begins. One that is under way is gone on with: there is one at a time. */
export default async function BeginPage() {
  const ctx = await requirePage('roster.operate')
  const rehearsals = await listRehearsals(ctx)
  const open = rehearsals.find(({ status }) => status === 'open' || status === 'ready')
  if (open) redirect(`/roster/cutover/rehearsal/${open.id}`)
  const [rosters, gates] = await Promise.all([rostersToRehearse(ctx), loadGates(ctx, '/roster/cutover/rehearsal')])
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: 'Cut-over', href: '/roster/cutover' },
        { label: 'Rehearsal' },
      ]}
    >
      <PageHead
        title="Rehearse a week"
        sentence={`Every mail will go to ${ctx.user.email} and can go nowhere else. Nothing here touches the real roster.`}
      />
      <div data-begin className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
        <BeginCard rosters={rosters} begin={beginRehearsal} steps={STEPS.map((step) => STEP_WORDS[step])} />
        <div className="flex min-w-0 flex-col gap-5">
          <GatesCard gates={gates} actions={{ goLive, rollBack }} leads={false} />
          {rehearsals.length > 0 && <EarlierCard rehearsals={rehearsals} />}
        </div>
      </div>
    </Page>
  )
}
