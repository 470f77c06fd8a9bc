'use client'

import { CalendarFile } from '@/components/outbox/calendar-file'
import { Card, CardBody } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs } from '@/components/ui/tabs'
import type { MailView } from '@/lib/messages/outbox/schema'

/** The mail as its reader gets it: HTML, text, and what is attached. */
export function MailCard({ mail }: { mail: MailView | null }) {
  if (!mail)
    return (
      <Card title="Message">
        <EmptyState
          icon="mail-x"
          title="There was nothing to send"
          text="This person cannot be written to, so no mail was made. The message stands here so that nobody is forgotten."
        />
      </Card>
    )
  return (
    <Card title="Message">
      <CardBody>
        <MailParts mail={mail} />
      </CardBody>
    </Card>
  )
}

/** The same without a frame, for what has one. */
export function MailParts({ mail }: { mail: MailView }) {
  return (
    <Tabs
      label="Parts of the message"
      tabs={[
        { key: 'html', label: 'As it looks', content: <HtmlPart mail={mail} /> },
        {
          key: 'text',
          label: 'As text',
          content: <pre className="overflow-x-auto text-sm whitespace-pre-wrap font-mono">{mail.text}</pre>,
        },
        ...mail.attachments.map((file) => ({
          key: `file ${file.filename}`,
          label: file.filename,
          content: <CalendarFile file={file} />,
        })),
      ]}
    />
  )
}

/**
 * No script, no form, no access to this page: whatever a mail holds stays in its frame. Links open in a tab of their
 * own. The frame inherits the page's content policy, so nothing is fetched from elsewhere either.
 */
function HtmlPart({ mail }: { mail: MailView }) {
  return (
    <iframe
      title={`The mail to ${mail.to}, as it looks`}
      srcDoc={withNewTabs(mail.html)}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="h-[70dvh] min-h-80 w-full rounded-md border border-line"
    />
  )
}

/** In the frame a link could only lead to a page that refuses to be framed. */
function withNewTabs(html: string): string {
  const head = /<head[^>]*>/i.exec(html)
  const at = head ? head.index + head[0].length : 0
  return `${html.slice(0, at)}<base target="_blank">${html.slice(at)}`
}
