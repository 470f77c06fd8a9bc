'use client'

import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import type { IconName } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { RelativeTime } from '@/components/ui/relative-time'
import { type Edge, TransitionButton } from '@/components/ui/transition-button'
import { DeadlineButton } from '@/components/wizard/deadline-button'
import { SendButton } from '@/components/wizard/send-button'
import type { WeekActions } from '@/components/wizard/week-actions'
import { EDGE_WORDS } from '@/lib/roster/labels'
import type { RunEdge } from '@/lib/roster/machine'
import type { WeekView } from '@/lib/roster/week/schema'

type Props = { week: WeekView; actions: WeekActions }

/** What to do now, with the next legal move as its one primary button; the others stand beneath, quieter. */
export function TaskCard({ week, actions }: Props) {
  const { task, deadline, state, delivery } = week
  const counts = state === 'COLLECTING' && deadline && !deadline.past
  return (
    <Card>
      {week.lease && (
        <Notice bare tone="moving" icon="loader" title={week.lease} text="The page shows what comes of it." live />
      )}
      {week.lastError && !week.lease && (
        <Notice
          bare
          tone="bad"
          icon="circle-x"
          title="The last try failed"
          text={`${week.lastError} Nothing was changed: press again to retry.`}
        />
      )}
      <CardBody
        className={`flex flex-wrap items-center gap-x-4 gap-y-3 ${week.lease || week.lastError ? 'border-t border-line' : ''}`}
      >
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-base font-medium">{task.title}</h2>
          <p className="text-sm text-pretty text-muted">
            {task.text}
            {counts && (
              <>
                {' '}
                That is <RelativeTime iso={deadline.iso} now={week.at} className="text-ink" />.
              </>
            )}
          </p>
          {delivery && state === 'APPROVED' && (
            <div className="mt-2.5 max-w-md">
              <ProgressBar
                label={`${delivery.sent} of ${delivery.total} mails sent`}
                total={delivery.total}
                parts={[
                  { tone: 'good', count: delivery.sent, label: 'sent' },
                  { tone: 'act', count: delivery.waiting, label: 'waiting for a decision' },
                  { tone: 'quiet', count: delivery.letGo, label: 'not to be sent' },
                ]}
              />
            </div>
          )}
        </div>
        <div
          data-actions
          className="flex flex-wrap items-center gap-2 max-sm:w-full max-sm:*:flex-1 max-sm:[&>.contents>*]:flex-1"
        >
          {(state === 'ASSIGNED' || (state === 'APPROVED' && !delivery)) && (
            <LinkButton href={`/roster/${week.id}/mails`} icon="mail">
              Read the mails
            </LinkButton>
          )}
          <Primary week={week} actions={actions} />
        </div>
      </CardBody>
      {state !== 'SENT' && (
        <CardFoot>
          <div data-actions className="flex flex-1 flex-wrap items-center gap-x-1 gap-y-1">
            {state !== 'DRAFT' && <span aria-hidden>or</span>}
            <Others week={week} actions={actions} />
          </div>
        </CardFoot>
      )}
    </Card>
  )
}

const edgeOf = (week: WeekView, name: RunEdge, icon: IconName, label = EDGE_WORDS[name].button): Edge => ({
  name,
  label,
  icon,
  ...week.edges[name],
})

function Primary({ week, actions }: Props) {
  const move = { runId: week.id, version: week.version }
  switch (week.state) {
    case 'DRAFT':
      return (
        <DeadlineButton
          label={EDGE_WORDS.open.button}
          icon="mail-plus"
          variant="primary"
          edge={week.edges.open}
          title="Open the form"
          text="Each tender gets a personal link by mail. Whoever cannot be written to is named on this page."
          move={move}
          action={actions.open}
          zone={week.zone}
          suggested={week.suggested}
        />
      )
    case 'COLLECTING':
      return <CloseButton week={week} actions={actions} />
    case 'CLOSED':
      return (
        <TransitionButton
          edge={edgeOf(week, 'generate', 'shuffle')}
          action={actions.generate}
          input={move}
          variant="primary"
        />
      )
    case 'ASSIGNED':
      return (
        <TransitionButton
          edge={edgeOf(week, 'approve', 'check')}
          action={actions.approve}
          input={{ ...move, hash: week.hash }}
          variant="primary"
        />
      )
    case 'APPROVED':
      if (!week.delivery) return <SendButton week={week} send={actions.send} />
      return week.delivery.waiting > 0 ? (
        <LinkButton href={`/outbox?subject=${week.id}&state=waiting`} variant="primary" icon="mail-question">
          Decide in the Outbox
        </LinkButton>
      ) : null
    case 'SENT':
      return (
        <LinkButton href={`/outbox?subject=${week.id}&kind=schedule`} icon="send">
          See the mails
        </LinkButton>
      )
  }
}

/** Before the deadline a person is asked once more: whoever has not answered then comes late. */
function CloseButton({ week, actions }: Props) {
  const early = week.deadline && !week.deadline.past
  const missing = week.asked - week.answered
  const confirm = {
    title: 'Close the form before its deadline?',
    text: `${week.deadline?.label} lies ahead${missing > 0 ? `, and ${missing} of ${week.asked} have not answered` : ''}. Answers that come after closing are kept as late.`,
    confirmLabel: EDGE_WORDS.close.button,
  }
  return (
    <TransitionButton
      edge={edgeOf(week, 'close', 'lock')}
      action={actions.close}
      input={{ runId: week.id, version: week.version }}
      variant="primary"
      {...(early ? { confirm } : {})}
    />
  )
}

function Others({ week, actions }: Props) {
  const move = { runId: week.id, version: week.version }
  const until = { move, zone: week.zone, suggested: week.suggested, variant: 'ghost' as const }
  const again = 'Links stay what they were. Only those who have not answered are written to; late answers count then.'
  switch (week.state) {
    case 'DRAFT':
      return <Locked week={week} names={['close', 'generate']} />
    case 'COLLECTING':
      return (
        <>
          <DeadlineButton
            {...until}
            label={EDGE_WORDS.extend.button}
            icon="calendar-clock"
            edge={week.edges.extend}
            title="Move the deadline"
            text={again}
            action={actions.extend}
          />
          <Locked week={week} names={['generate']} />
        </>
      )
    case 'CLOSED':
      return (
        <>
          <DeadlineButton
            {...until}
            label={EDGE_WORDS.reopen.button}
            icon="rotate-ccw"
            edge={week.edges.reopen}
            title="Reopen the form"
            text={again}
            action={actions.reopen}
          />
          <Locked week={week} names={['approve']} />
        </>
      )
    case 'ASSIGNED':
      return (
        <>
          <TransitionButton
            edge={edgeOf(week, 'regenerate', 'refresh-cw')}
            action={actions.regenerate}
            input={move}
            variant="ghost"
          />
          <DeadlineButton
            {...until}
            label={EDGE_WORDS.reopenAssigned.button}
            icon="rotate-ccw"
            edge={week.edges.reopenAssigned}
            title="Reopen the form"
            text={`${again} The roster stays as it is until you generate again.`}
            action={actions.reopenAssigned}
          />
          <Locked week={week} names={['queue']} />
        </>
      )
    default:
      return (
        <TransitionButton
          edge={edgeOf(week, 'unapprove', 'undo')}
          action={actions.unapprove}
          input={move}
          variant="ghost"
        />
      )
  }
}

/** Moves that come later: there, locked, with what has to happen first. */
function Locked({ week, names }: { week: WeekView; names: RunEdge[] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1 sm:ml-auto">
      {names.map((name) => (
        <Button key={name} variant="ghost" lockedReason={week.edges[name].reason ?? 'Not yet.'}>
          {EDGE_WORDS[name].button}
        </Button>
      ))}
    </span>
  )
}
