import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { REASON_WORDS } from '@/lib/roster/labels'

export const metadata: Metadata = { title: 'No form here' }

/** The same words whether the link never was one or belonged to somebody who left. */
export default function NoForm() {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-md place-items-center px-4">
      <div>
        <h1 className="sr-only">No form here</h1>
        <EmptyState icon="link" title="There is no form here" text={REASON_WORDS.no_such_link ?? ''} />
      </div>
    </main>
  )
}
