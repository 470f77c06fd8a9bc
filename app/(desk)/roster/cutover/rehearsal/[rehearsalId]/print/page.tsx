import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PrintButton } from '@/components/rehearsal/print-button'
import { RecordSheet } from '@/components/rehearsal/record-sheet'
import { Page } from '@/components/shell/page'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { ScrollFrame } from '@/components/ui/scroll-frame'
import { loadRehearsal } from '@/lib/roster/rehearsal/loaders'
import { rehearsalIdSchema } from '@/lib/roster/rehearsal/schema'
import { requirePage } from '@/lib/server/page'
import './record.css'

export const metadata: Metadata = { title: 'Record of a rehearsal' }

type Props = { params: Promise<{ rehearsalId: string }> }

export default async function RecordPage({ params }: Props) {
  const ctx = await requirePage('roster.operate')
  const read = rehearsalIdSchema.safeParse(await params)
  const view = read.success ? await loadRehearsal(ctx, read.data.rehearsalId) : null
  if (!view) notFound()
  const href = `/roster/cutover/rehearsal/${view.id}`
  return (
    <Page
      crumbs={[
        { label: 'Roster', href: '/roster' },
        { label: 'Cut-over', href: '/roster/cutover' },
        { label: 'Rehearsal', href },
        { label: 'Record' },
      ]}
      foot={`${view.title}, ${view.weekTitle}, build ${view.build}`}
    >
      <div className="print:hidden">
        <PageHead
          title={view.status === 'signed' ? 'The record' : 'The record so far'}
          sentence="This is what comes out of the printer. Its foot says when it was printed and where it came from."
          actions={
            <>
              <LinkButton href={href} icon="undo">
                Back to the rehearsal
              </LinkButton>
              <PrintButton />
            </>
          }
        />
      </div>
      <ScrollFrame label="The record">
        <RecordSheet view={view} />
      </ScrollFrame>
    </Page>
  )
}
