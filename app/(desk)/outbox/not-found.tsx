import type { Metadata } from 'next'
import { Page } from '@/components/shell/page'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

export const metadata: Metadata = { title: 'Not found' }

/** The same words for a message that never was, one that was taken back, and one that the reader may not see. */
export default function MessageNotFound() {
  return (
    <Page crumbs={[{ label: 'Not found' }]}>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon="mail-question"
        title="There is no such message"
        text="It may have been taken back before it left, the address may be mistyped, or your role does not cover it."
        action={
          <LinkButton href="/outbox" variant="primary" icon="send">
            Go to the Outbox
          </LinkButton>
        }
      />
    </Page>
  )
}
