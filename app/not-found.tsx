import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

export const metadata: Metadata = { title: 'Not found' }

/** The same for a page that does not exist and one that the reader may not see. */
export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon="search"
        title="There is nothing here"
        text="The address may be mistyped, what it named may be gone, or your role does not cover it."
        action={
          <LinkButton href="/" variant="primary">
            Go to the first page
          </LinkButton>
        }
      />
    </main>
  )
}
