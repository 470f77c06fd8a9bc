import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'

/** The same words for a page that does not exist and for one that the reader may not see. */
export function Missing() {
  return (
    <>
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
    </>
  )
}
