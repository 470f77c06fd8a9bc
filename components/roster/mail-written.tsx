import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import type { MailsView } from '@/lib/roster/sending/schema'

/** The mails of a week after Send: frozen, each in the Outbox. */
export function MailWritten({ view }: { view: Extract<MailsView, { stage: 'written' }> }) {
  return (
    <div className="flex flex-col gap-5">
      <Notice
        tone="good"
        icon="mail-check"
        title="The mails are written"
        text="From here on each one is as it was frozen by Send. The Outbox holds them, whole, with what became of each."
        actions={
          <LinkButton href={`/outbox?subject=${view.runId}&kind=schedule`} icon="send">
            Open them in the Outbox
          </LinkButton>
        }
      />
      <Card title="Recipients" aside={<span className="num">{view.written.length}</span>}>
        <ul className="divide-y divide-line">
          {view.written.map(({ id, name, address, mark, why }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2 text-sm">
              <span className="min-w-0 flex-1 basis-56">
                <Link href={`/outbox/${id}`} className="font-medium break-words underline-offset-2 hover:underline">
                  {name}
                </Link>{' '}
                <span className="break-all text-muted">{address}</span>
                {why && <span className="block text-muted">{why}</span>}
              </span>
              <Badge tone={mark.tone} icon={mark.icon}>
                {mark.label}
              </Badge>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
