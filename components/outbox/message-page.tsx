'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { AttemptsCard } from '@/components/outbox/attempts-card'
import { DecisionButtons } from '@/components/outbox/decision-buttons'
import { EnvelopeCard, type EnvelopeLines } from '@/components/outbox/envelope-card'
import type { DecisionActions } from '@/components/outbox/outbox-actions'
import { Card } from '@/components/ui/card'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { Time } from '@/components/ui/time'
import { useLive } from '@/components/ui/use-live'
import type { MessageView } from '@/lib/messages/outbox/schema'

type Props = {
  initial: MessageView
  /** Null where there was never anything to send. */
  mail: EnvelopeLines | null
  actions: DecisionActions
  /** The mail itself. */
  content: ReactNode
  /** Its timeline. */
  lately: ReactNode
}

const isMoving = ({ state }: MessageView) => state === 'queued' || state === 'claimed' || state === 'sending'

/** One message: where it stands and what can be done, the mail as it was sent, its envelope, its attempts, its record. */
export function MessagePage({ initial, mail, actions, content, lately }: Props) {
  const message = useLive(`/outbox/${initial.id}/live`, initial, isMoving)
  const { about } = message
  return (
    <>
      <PageHead
        title={`${message.kind} to ${message.to}`}
        sentence={
          <>
            “{message.subject}”, written <Time iso={message.queued.iso} label={message.queued.label} />, about{' '}
            {about.href ? <Link href={about.href}>{about.name}</Link> : about.name}.
          </>
        }
      />
      {/* On the phone the two columns are one: what to do, the mail, then the rest. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-5">
          <Card>
            <Standing message={message} actions={actions} />
          </Card>
          {content}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <EnvelopeCard message={message} mail={mail} />
          <AttemptsCard attempts={message.attempts} />
          {lately}
        </div>
      </div>
    </>
  )
}

/** A person's own words often lack the full stop that the next sentence needs. */
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

function Standing({ message, actions }: { message: MessageView; actions: DecisionActions }) {
  const { mark, state, settled, why, standing, again, hold, decisions } = message
  const held = hold && isMoving(message) ? 'Nothing leaves before the restore is confirmed in the Outbox.' : null
  const risked = again > 0 ? `Sent again at own risk ${again === 1 ? 'once' : `${again} times`}.` : null
  return (
    <Notice
      bare
      tone={mark.tone}
      icon={mark.icon}
      title={mark.label}
      when={settled && <Time iso={settled.iso} label={settled.label} />}
      text={[why && ended(why), held ?? standing, risked].filter(Boolean).join(' ')}
      actions={
        decisions.length > 0 && (
          <DecisionButtons
            offers={decisions.map((decision) => ({ decision, rows: [message] }))}
            actions={actions}
            scope={`the message to ${message.to}`}
            primary={state === 'failed' ? 'retry' : null}
          />
        )
      }
    />
  )
}
