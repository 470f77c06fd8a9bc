import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import * as actions from '@/app/shifts/[token]/actions'
import { TenderPage } from '@/components/tender/tender-page'
import { context, SYSTEM } from '@/lib/platform/context'
import { loadTenderPage } from '@/lib/roster/links/loaders'

export const metadata: Metadata = { title: 'Your shifts' }

type Props = { params: Promise<{ token: string }> }

/** A tender's own page. Open to whoever holds the link; looking at it changes nothing. */
export default async function ShiftsPage({ params }: Props) {
  const { token } = await params
  const page = await loadTenderPage(context({ actor: SYSTEM }), token)
  if (!page) notFound()
  return (
    <main className="mx-auto min-h-dvh w-full max-w-md px-4 pt-5 pb-8">
      <p className="font-serif text-lg font-semibold">{page.roster}</p>
      <h1 tabIndex={-1} className="mt-3 font-serif text-xl font-semibold tracking-tight text-balance outline-none">
        Your shifts, {page.name}
      </h1>
      <TenderPage
        token={token}
        page={page}
        actions={{
          ask: actions.askSwap,
          keep: actions.keepShift,
          offer: actions.offerSwap,
          retract: actions.retractOffer,
          renew: actions.renewCalendar,
          end: actions.endCalendar,
          setMails: actions.setOwnMails,
        }}
      />
    </main>
  )
}
