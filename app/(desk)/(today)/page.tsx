import type { Metadata } from 'next'
import { putAside } from '@/app/(desk)/(today)/actions'
import { loadTodayPage } from '@/app/(desk)/(today)/load'
import * as outbox from '@/app/(desk)/outbox/actions'
import * as week from '@/app/(desk)/roster/[runId]/actions'
import * as swaps from '@/app/(desk)/roster/[runId]/swap-actions'
import { finishWithOld } from '@/app/(desk)/roster/cutover/actions'
import { Page } from '@/components/shell/page'
import { TodayPage } from '@/components/today/today-page'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Today' }

/** Buttons that send stay with the delivery for some seconds. */
export const maxDuration = 30

/** The first page of every role: what needs a person now. */
export default async function Today() {
  const ctx = await requirePage('account.own')
  return (
    <Page crumbs={[{ label: 'Today' }]}>
      <TodayPage
        initial={await loadTodayPage(ctx)}
        actions={{
          closeForm: week.closeForm,
          generateRoster: week.generateRoster,
          putAside,
          finishWithOld,
          retryMessages: outbox.retryMessages,
          markArrived: outbox.markArrived,
          sendAgain: outbox.sendAgain,
          letMessagesGo: outbox.letMessagesGo,
          confirmSwap: swaps.confirmSwap,
          refuseSwap: swaps.refuseSwap,
        }}
      />
    </Page>
  )
}
