import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { NO_STOP } from '@/lib/roster/people/reach/labels'

export const metadata: Metadata = { title: 'Nothing here' }

export default function NoLink() {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md place-items-center px-4">
      <div>
        <h1 className="sr-only">Nothing here</h1>
        <EmptyState icon="link" title="There is nothing to stop here" text={NO_STOP} />
      </div>
    </main>
  )
}
