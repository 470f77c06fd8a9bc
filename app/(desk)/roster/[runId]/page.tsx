import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import * as actions from '@/app/(desk)/roster/[runId]/actions'
import * as answers from '@/app/(desk)/roster/[runId]/answers-actions'
import * as swapActions from '@/app/(desk)/roster/[runId]/swap-actions'
import { finishWithOld } from '@/app/(desk)/roster/cutover/actions'
import { Page } from '@/components/shell/page'
import { Timeline } from '@/components/timeline/timeline'
import { Card } from '@/components/ui/card'
import { SwapsCard } from '@/components/wizard/swaps-card'
import { WeekPage } from '@/components/wizard/week-page'
import { subjects } from '@/lib/registry'
import { loadRoster } from '@/lib/roster/people/loaders'
import { loadSwaps } from '@/lib/roster/swaps/loaders'
import { loadWeek } from '@/lib/roster/week/loaders'
import { weekIdInput } from '@/lib/roster/week/schema'
import { requirePage } from '@/lib/server/page'
import { loadTimeline } from '@/lib/timeline/loaders'

export const metadata: Metadata = { title: 'Week' }

/** The button that sends stays with its delivery for some seconds. */
export const maxDuration = 30

type Props = { params: Promise<{ runId: string }> }

export default async function RunPage({ params }: Props) {
  const ctx = await requirePage('roster.read')
  const read = weekIdInput.safeParse(await params)
  const week = read.success ? await loadWeek(ctx, read.data.runId) : null
  if (!week) notFound()
  const subject = `run:${week.id}`
  const [roster, lately, swaps] = await Promise.all([
    loadRoster(ctx, week.rosterId),
    loadTimeline(ctx, subjects, { subject, kind: 'moves' }),
    week.state === 'SENT' ? loadSwaps(ctx, week.id) : null,
  ])
  if (!roster) notFound()
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: week.rosterName, href: `/roster?roster=${week.rosterId}` },
        { label: week.title },
      ]}
    >
      <WeekPage
        key={week.id}
        initial={week}
        roster={roster.settings}
        actions={{
          open: actions.openWeek,
          extend: actions.extendDeadline,
          close: actions.closeForm,
          reopen: actions.reopenForm,
          reopenAssigned: actions.reopenAssigned,
          generate: actions.generateRoster,
          regenerate: actions.regenerateRoster,
          takeLate: actions.takeLateAnswers,
          approve: actions.approveRoster,
          unapprove: actions.unapproveRoster,
          send: actions.sendSchedule,
          edit: actions.editRoster,
          saveSettings: actions.saveWeekSettings,
          remind: answers.remindSilent,
          saveShift: answers.saveWeekShift,
          dropShift: answers.dropWeekShift,
          finishWithOld,
        }}
        swaps={
          swaps && (
            <SwapsCard
              runId={week.id}
              initial={swaps}
              actions={{
                confirm: swapActions.confirmSwap,
                refuse: swapActions.refuseSwap,
                withdraw: swapActions.withdrawSwap,
                handOver: swapActions.handOverShift,
              }}
            />
          )
        }
        lately={
          <Card title="Lately">
            <Timeline
              compact
              label="What happened to this week"
              page={lately}
              url={`/api/timeline?subject=${subject}&kind=moves`}
              empty={null}
            />
          </Card>
        }
      />
    </Page>
  )
}
