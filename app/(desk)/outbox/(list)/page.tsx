import type { Metadata } from 'next'
import * as actions from '@/app/(desk)/outbox/actions'
import { loadFilters } from '@/app/(desk)/outbox/filters'
import { OutboxPage } from '@/components/outbox/outbox-page'
import { Page } from '@/components/shell/page'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { loadOutbox } from '@/lib/messages/loaders'
import { outboxSchema } from '@/lib/messages/outbox/schema'
import { configuredTransport } from '@/lib/messages/transport/configured'
import { subjects } from '@/lib/registry'
import { readInput } from '@/lib/server/input'
import { requirePage } from '@/lib/server/page'

export const metadata: Metadata = { title: 'Outbox' }

/** Buttons that send stay with the delivery for some seconds. */
export const maxDuration = 30

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Outbox({ searchParams }: Props) {
  const ctx = await requirePage('outbox.read')
  const read = readInput(outboxSchema, await searchParams)
  if (!read.ok)
    return (
      <Page crumbs={[{ label: 'Outbox' }]}>
        <PageHead title="Outbox" sentence="Every message that Daybook wrote, newest first." />
        <Notice
          tone="act"
          icon="circle-help"
          title="This address cannot be read"
          text={read.message}
          actions={
            <LinkButton href="/outbox" icon="x">
              Show everything
            </LinkButton>
          }
        />
      </Page>
    )
  const [view, filters] = await Promise.all([loadOutbox(ctx, subjects, read.input), loadFilters(ctx, read.input)])
  const query = new URLSearchParams(
    Object.entries(read.input).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()
  return (
    <Page crumbs={[{ label: 'Outbox' }]}>
      <OutboxPage
        initial={view}
        query={query}
        filters={filters}
        captures={configuredTransport().name === 'capture'}
        actions={{
          retry: actions.retryMessages,
          sendAgain: actions.sendAgain,
          itArrived: actions.markArrived,
          letGo: actions.letMessagesGo,
          confirmRestore: actions.confirmRestore,
        }}
      />
    </Page>
  )
}
