import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { setMailStop } from '@/app/unsubscribe/[token]/actions'
import { TenderStop } from '@/components/roster/tender-stop'
import { context, SYSTEM } from '@/lib/platform/context'
import { loadStop } from '@/lib/roster/people/reach/loaders'

export const metadata: Metadata = { title: 'Your mails' }

type Props = { params: Promise<{ token: string }> }

/** Where a tender stops their mails. Open to whoever holds the link; looking at it changes nothing. */
export default async function StopPage({ params }: Props) {
  const { token } = await params
  const view = await loadStop(context({ actor: SYSTEM }), token)
  if (!view) notFound()
  return (
    <main className="mx-auto min-h-dvh w-full max-w-md px-4 pt-5 pb-8">
      <p className="font-serif text-lg font-semibold">{view.roster}</p>
      <TenderStop token={token} view={view} save={setMailStop} />
    </main>
  )
}
