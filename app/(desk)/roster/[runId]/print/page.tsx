import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MailFreshness } from '@/components/roster/mail-freshness'
import { WallBar } from '@/components/roster/wall-bar'
import { WallSheet } from '@/components/roster/wall-sheet'
import { Page } from '@/components/shell/page'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { ScrollFrame } from '@/components/ui/scroll-frame'
import { loadWall } from '@/lib/roster/sending/wall/loaders'
import { wallInput } from '@/lib/roster/sending/wall/schema'
import { requirePage } from '@/lib/server/page'
import './sheet.css'

export const metadata: Metadata = { title: 'Roster for the wall' }

type Props = {
  params: Promise<{ runId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function PrintPage({ params, searchParams }: Props) {
  const ctx = await requirePage('roster.read')
  const [{ runId }, { paper, turn }] = await Promise.all([params, searchParams])
  const week = wallInput.safeParse({ runId })
  // An address that names another paper or turn than there is gets the usual one.
  const asked = wallInput.safeParse({ runId, paper, turn })
  const view = week.success ? await loadWall(ctx, week.data.runId) : null
  if (!view) notFound()
  const chosen = { paper: asked.data?.paper ?? 'a4', turn: asked.data?.turn ?? view.fits }
  const swaps = view.swaps > 0 ? `, ${view.swaps} ${view.swaps === 1 ? 'swap' : 'swaps'}` : ''
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: view.rosterName, href: `/roster?roster=${view.rosterId}` },
        { label: view.title, href: `/roster/${view.runId}` },
        { label: 'For the wall' },
      ]}
      foot={`${view.rosterName}, ${view.title}, version ${view.version}${swaps}`}
    >
      <div className="print:hidden">
        <PageHead
          title={`${view.title}: for the wall`}
          sentence="This is the sheet that comes out of the printer. Its foot says which roster it is, when it was printed and where it came from."
          actions={
            <LinkButton href={`/roster/${view.runId}`} icon="undo">
              Back to the week
            </LinkButton>
          }
        />
      </div>
      {view.days.length === 0 ? (
        <EmptyState
          icon="calendar-off"
          title="This week has no shifts"
          text="Once it has some, they stand here, day by day."
          action={<LinkButton href={`/roster/${view.runId}`}>Go to the week</LinkButton>}
        />
      ) : (
        <MailFreshness
          runId={view.runId}
          stamp={view.stamp}
          text="This is the sheet as it was before: print it after you looked again."
        >
          <WallBar {...chosen} />
          <ScrollFrame label="The sheet">
            <WallSheet view={view} {...chosen} />
          </ScrollFrame>
        </MailFreshness>
      )}
    </Page>
  )
}
