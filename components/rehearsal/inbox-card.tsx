'use client'

import { useState } from 'react'
import { Card, CardFoot } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { later } from '@/components/ui/later'
import { Time } from '@/components/ui/time'
import { type Tone, toneText } from '@/components/ui/tone'
import type { InboxRow, RehearsalView } from '@/lib/roster/rehearsal/schema'

const MailDialog = later(() => import('@/components/rehearsal/mail-dialog').then((loaded) => loaded.MailDialog))

/** Says nothing new about a mail that has left. */
const QUIET: readonly Tone[] = ['good', 'quiet']

type Props = Pick<RehearsalView, 'id' | 'inbox' | 'inboxCount' | 'address'>

/** The mails of the rehearsal as they come, newest first. Each can be read as its person would get it. */
export function InboxCard({ id, inbox, inboxCount, address }: Props) {
  const [open, setOpen] = useState<InboxRow | null>(null)
  const more = inboxCount - inbox.length
  return (
    <Card
      title="Operator’s inbox"
      aside={<span className="num">{inboxCount.toLocaleString('en-GB')}</span>}
      className="print:hidden"
    >
      {inbox.length === 0 ? (
        <p className="px-4 py-3.5 text-sm text-muted">
          Nothing yet. What the tenders would get is mailed to {address}, and can be read here too.
        </p>
      ) : (
        <ul aria-label="Mails to the operator, newest first" className="relative max-h-96 overflow-y-auto py-1.5">
          {inbox.map((row) => (
            <li key={row.id}>
              <InboxLine row={row} onPress={() => setOpen(row)} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <CardFoot>{`${more.toLocaleString('en-GB')} older ones are in the mailbox.`}</CardFoot>}
      {open && <MailDialog rehearsalId={id} row={open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

function InboxLine({ row: { subject, to, state, at }, onPress }: { row: InboxRow; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-full items-start gap-2 px-4 py-1 text-left text-sm hover:bg-sunken focus-visible:-outline-offset-2 max-md:min-h-11 max-md:items-center"
    >
      <Icon
        name={QUIET.includes(state.tone) ? 'mail' : state.icon}
        className={`mt-0.5 size-4 ${toneText[state.tone]}`}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{subject}</span>
        <span className="flex flex-wrap justify-between gap-x-2 text-xs text-faint">
          <span className="min-w-0 truncate">
            for {to}
            <span className={QUIET.includes(state.tone) ? 'sr-only' : ''}>, {state.label.toLowerCase()}</span>
          </span>
          <Time iso={at.iso} label={at.label} />
        </span>
      </span>
    </button>
  )
}
