import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { saveAnswer } from '@/app/availability/[token]/actions'
import { AvailabilityForm } from '@/components/roster/availability-form'
import { Notice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { Time } from '@/components/ui/time'
import { context, SYSTEM } from '@/lib/platform/context'
import { loadForm } from '@/lib/roster/answers/loaders'

export const metadata: Metadata = { title: 'When can you work?' }

type Props = { params: Promise<{ token: string }> }

/** A tender's form. Open to whoever holds the link; looking at it changes nothing. */
export default async function AvailabilityPage({ params }: Props) {
  const { token } = await params
  const form = await loadForm(context({ actor: SYSTEM }), token)
  if (!form) notFound()
  return (
    <main className="mx-auto min-h-dvh w-full max-w-md px-4 pt-5 pb-8">
      <p className="font-serif text-lg font-semibold">{form.roster}</p>
      <h1 tabIndex={-1} className="mt-3 font-serif text-xl font-semibold tracking-tight text-balance outline-none">
        When can you work, {form.name}?
      </h1>
      <p className="mt-1 text-sm text-pretty text-muted">
        {form.week}.{' '}
        {form.deadline && form.mode === 'open' && (
          <>
            You can change this until{' '}
            <Time iso={form.deadline.iso} label={form.deadline.label} className="font-medium text-ink" /> (
            <RelativeTime iso={form.deadline.iso} now={form.now} />
            ).
          </>
        )}
        {form.deadline && form.deadline.iso <= form.now && form.mode !== 'open' && (
          <>
            The form was open until <Time iso={form.deadline.iso} label={form.deadline.label} />.
          </>
        )}
      </p>
      <p className="mt-1 text-xs text-muted">All times are those in {form.zone}.</p>
      {form.other && (
        <div className="mt-4">
          <Notice tone="open" icon="inbox" title="Another form is open" text={form.other} />
        </div>
      )}
      <AvailabilityForm token={token} form={form} save={saveAnswer} />
    </main>
  )
}
