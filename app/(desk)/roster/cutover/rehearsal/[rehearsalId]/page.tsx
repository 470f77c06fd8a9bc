import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { goLive, rollBack } from '@/app/(desk)/roster/cutover/actions'
import * as actions from '@/app/(desk)/roster/cutover/rehearsal/actions'
import { loadLive } from '@/app/(desk)/roster/cutover/rehearsal/load'
import { RehearsalPage } from '@/components/rehearsal/rehearsal-page'
import { Page } from '@/components/shell/page'
import { rehearsalIdSchema } from '@/lib/roster/rehearsal/schema'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Rehearsal' }

/** A step stays with its mails for some seconds. */
export const maxDuration = 60

type Props = { params: Promise<{ rehearsalId: string }> }

export default async function WizardPage({ params }: Props) {
  const ctx = await requirePage('roster.operate')
  const read = rehearsalIdSchema.safeParse(await params)
  const live = read.success ? await loadLive(ctx, read.data.rehearsalId) : null
  if (!live) notFound()
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: 'Cut-over', href: '/roster/cutover' },
        { label: 'Rehearsal' },
      ]}
    >
      <RehearsalPage
        key={live.view.id}
        initial={live}
        actions={{
          take: actions.takeRehearsalStep,
          check: actions.checkRehearsalStep,
          sign: actions.signRehearsal,
          stop: actions.stopRehearsal,
          decide: actions.decideRehearsalMails,
        }}
        flips={{ goLive, rollBack }}
        signer={ctx.user.name}
      />
    </Page>
  )
}
