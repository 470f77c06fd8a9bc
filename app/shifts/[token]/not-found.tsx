import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { NO_PAGE } from '@/lib/roster/links/labels'

export const metadata: Metadata = { title: 'No page here' }

/** The same words whether the link never was one, was taken back, or belonged to somebody who left. */
export default function NoShifts() {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md place-items-center px-4">
      <div>
        <h1 className="sr-only">No page here</h1>
        <EmptyState icon="link" title="There is no page here" text={NO_PAGE} />
      </div>
    </main>
  )
}
