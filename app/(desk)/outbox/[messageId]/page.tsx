import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import * as actions from '@/app/(desk)/outbox/actions'
import { MailCard } from '@/components/outbox/mail-card'
import { MessagePage } from '@/components/outbox/message-page'
import { Page } from '@/components/shell/page'
import { Timeline } from '@/components/timeline/timeline'
import { Card } from '@/components/ui/card'
import { loadMessage } from '@/lib/messages/outbox/loaders'
import { messageIdInput } from '@/lib/messages/outbox/schema'
import { subjects } from '@/lib/registry'
import { requirePage } from '@/lib/server/page'
import { loadTimeline } from '@/lib/timeline/loaders'

export const metadata: Metadata = { title: 'Message' }

/** Buttons that send stay with the delivery for some seconds. */
export const maxDuration = 30

type Props = { params: Promise<{ messageId: string }> }

export default async function Message({ params }: Props) {
  const ctx = await requirePage('outbox.read')
  const read = messageIdInput.safeParse(await params)
  const loaded = read.success ? await loadMessage(ctx, subjects, read.data.messageId) : null
  if (!loaded) notFound()
  const { message, mail } = loaded
  const subject = `message:${message.id}`
  const lately = await loadTimeline(ctx, subjects, { subject })
  return (
    <Page crumbs={[{ label: 'Outbox', href: '/outbox' }, { label: `${message.kind} to ${message.to}` }]}>
      <MessagePage
        key={message.id}
        initial={message}
        mail={mail && { from: mail.from, to: mail.to, subject: mail.subject, date: mail.date }}
        actions={{
          retry: actions.retryMessages,
          sendAgain: actions.sendAgain,
          itArrived: actions.markArrived,
          letGo: actions.letMessagesGo,
        }}
        content={<MailCard mail={mail} />}
        lately={
          <Card title="Timeline">
            <Timeline
              compact
              label="What happened to this message"
              page={lately}
              url={`/api/timeline?subject=${subject}`}
              empty={null}
            />
          </Card>
        }
      />
    </Page>
  )
}
