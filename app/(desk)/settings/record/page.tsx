import type { Metadata } from 'next'
import { verifyRecord } from '@/app/(desk)/settings/record/actions'
import { Page } from '@/components/shell/page'
import { RecordCard } from '@/components/timeline/record-card'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { requirePage } from '@/lib/server/page'
import { loadRecord } from '@/lib/timeline/process'

export const metadata: Metadata = { title: 'Record' }

export default async function RecordPage() {
  const ctx = await requirePage('timeline.read')
  const { seal, verified } = await loadRecord(ctx)
  return (
    <Page crumbs={[{ label: 'Settings', href: '/settings' }, { label: 'Record' }]}>
      <PageHead
        title="Record"
        sentence="Every change leaves an event, and each tick puts the new ones under a seal that hangs on the one before."
        actions={
          <LinkButton href="/timeline" variant="ghost" icon="history">
            Timeline
          </LinkButton>
        }
      />
      <div className="max-w-3xl">
        <RecordCard seal={seal} verified={verified} verify={verifyRecord} />
      </div>
    </Page>
  )
}
