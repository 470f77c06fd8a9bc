import type { Metadata } from 'next'
import { finishWithOld, goLive, rollBack } from '@/app/(desk)/roster/cutover/actions'
import { CutoverPage } from '@/components/cutover/cutover-page'
import { Page } from '@/components/shell/page'
import { Timeline } from '@/components/timeline/timeline'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { subjects } from '@/lib/registry'
import { loadCutover } from '@/lib/roster/cutover/loaders'
import { FLAG_ID } from '@/lib/roster/cutover/machine'
import { requirePage } from '@/lib/server/page'
import { loadTimeline } from '@/lib/timeline/loaders'

export const metadata: Metadata = { title: 'Cut-over' }

/** Which engine moves the weeks, what a change of it needs, and its button. */
export default async function Cutover() {
  const ctx = await requirePage('roster.operate')
  const subject = `cutover:${FLAG_ID}`
  const [view, history] = await Promise.all([loadCutover(ctx), loadTimeline(ctx, subjects, { subject, kind: 'moves' })])
  return (
    <Page crumbs={[{ label: 'Roster', href: '/roster' }, { label: 'Cut-over' }]}>
      <CutoverPage
        initial={view}
        timeline={`/timeline?subject=${subject}`}
        actions={{ goLive, rollBack, finishWithOld }}
        history={
          <Card title="What happened">
            <Timeline
              compact
              label="What happened to the engines, newest first"
              page={history}
              url={`/api/timeline?subject=${subject}&kind=moves`}
              empty={
                <EmptyState
                  icon="history"
                  title="Nothing has happened yet"
                  text="Each change of the engines comes up here, with who made it."
                />
              }
            />
          </Card>
        }
      />
    </Page>
  )
}
