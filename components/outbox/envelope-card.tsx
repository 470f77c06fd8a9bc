import type { ReactNode } from 'react'
import { Card, CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Time } from '@/components/ui/time'
import type { MailView, MessageView } from '@/lib/messages/outbox/schema'

export type EnvelopeLines = Pick<MailView, 'from' | 'to' | 'subject' | 'date'>

/** From whom, to whom, under which id, and who carried it. */
export function EnvelopeCard({ message, mail }: { message: MessageView; mail: EnvelopeLines | null }) {
  return (
    <Card title="Envelope">
      <CardBody>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
          {mail && <Line name="From">{mail.from}</Line>}
          <Line name="To">{mail?.to ?? (message.address || `${message.to}, no address`)}</Line>
          <Line name="Subject">{mail?.subject ?? message.subject}</Line>
          {mail && (
            <Line name="Date">
              <Time iso={mail.date.iso} label={mail.date.label} />
            </Line>
          )}
          <Line name="Message-ID">
            <span className="font-mono text-xs break-all">{message.messageId}</span>{' '}
            <CopyButton text={message.messageId} label="Copy the id" />
          </Line>
          {message.provider && <Line name="Carried by">{message.provider}</Line>}
          {message.providerId && (
            <Line name="Its answer">
              <span className="font-mono text-xs break-all">{message.providerId}</span>
            </Line>
          )}
        </dl>
      </CardBody>
    </Card>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
