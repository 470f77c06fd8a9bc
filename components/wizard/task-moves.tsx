'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import type { IconName } from '@/components/ui/icon'
import { LinkButton } from '@/components/ui/link-button'
import { type Edge, TransitionButton } from '@/components/ui/transition-button'
import { ChangesButton } from '@/components/wizard/changes-button'
import { DeadlineButton } from '@/components/wizard/deadline-button'
import { SendButton } from '@/components/wizard/send-button'
import type { Move, WeekActions } from '@/components/wizard/week-actions'
import { FINISH_WORDS } from '@/lib/roster/engines/labels'
import { EDGE_WORDS } from '@/lib/roster/labels'
import type { RunEdge, RunState } from '@/lib/roster/machine'
import type { WeekView } from '@/lib/roster/week/schema'

export type TaskProps = { week: WeekView; actions: WeekActions }

/** What a state offers: the next move as its one primary button, what is read before it, what else is open. */
type Moves = {
  primary: (props: TaskProps) => ReactNode
  reads?: (props: TaskProps) => ReactNode
  others?: (props: TaskProps) => ReactNode
  /** Moves that come later: there, locked, with what has to happen first. */
  locked: readonly RunEdge[]
}

const LATE_COUNT =
  'Links stay what they were. Only those who have not answered are written to; late answers count then.'

/** A state a row. `allowedEdges` locks a button and says why; which buttons there are is said here. */
export const TASK_MOVES: Record<RunState, Moves> = {
  DRAFT: { primary: OpenButton, locked: ['close', 'generate'] },
  COLLECTING: {
    primary: CloseButton,
    others: (props) => (
      <UntilButton {...props} name="extend" icon="calendar-clock" title="Move the deadline" text={LATE_COUNT} />
    ),
    locked: ['generate'],
  },
  CLOSED: {
    primary: (props) => <MoveButton {...props} name="generate" icon="shuffle" isPrimary />,
    others: (props) => (
      <UntilButton {...props} name="reopen" icon="rotate-ccw" title="Reopen the form" text={LATE_COUNT} />
    ),
    locked: ['approve'],
  },
  ASSIGNED: {
    primary: ({ week, actions }) => (
      <TransitionButton
        edge={edgeOf(week, 'approve', 'check')}
        action={actions.approve}
        input={{ ...moveOf(week), hash: week.hash }}
        variant="primary"
      />
    ),
    reads: ({ week }) => <ChangesButton week={week} />,
    others: (props) => (
      <>
        <MoveButton {...props} name="regenerate" icon="refresh-cw" />
        <UntilButton
          {...props}
          name="reopenAssigned"
          icon="rotate-ccw"
          title="Reopen the form"
          text={`${LATE_COUNT} The roster stays as it is until you generate again.`}
        />
        <MailsLink {...props} variant="ghost" />
      </>
    ),
    locked: ['queue'],
  },
  APPROVED: {
    primary: SendOrDecide,
    reads: (props) => !props.week.delivery && <MailsLink {...props} variant="plain" />,
    others: (props) => <MoveButton {...props} name="unapprove" icon="undo" />,
    locked: [],
  },
  SENT: {
    primary: ({ week }) => (
      <LinkButton href={`/outbox?subject=${week.id}&kind=schedule`} icon="send">
        See the mails
      </LinkButton>
    ),
    locked: [],
  },
}

/** What a week offers, whatever its state, while v2 began it and may not act. */
export const HALF_DONE: Moves = { primary: FinishButton, locked: [] }

const moveOf = (week: WeekView): Move => ({ runId: week.id, version: week.version })

const edgeOf = (week: WeekView, name: RunEdge, icon: IconName): Edge => ({
  name,
  label: EDGE_WORDS[name].button,
  icon,
  ...week.edges[name],
})

type Plain = 'generate' | 'regenerate' | 'unapprove'

/** A move that needs nothing but its press. */
function MoveButton({
  week,
  actions,
  name,
  icon,
  isPrimary = false,
}: TaskProps & { name: Plain; icon: IconName; isPrimary?: boolean }) {
  return (
    <TransitionButton
      edge={edgeOf(week, name, icon)}
      action={actions[name]}
      input={moveOf(week)}
      variant={isPrimary ? 'primary' : 'ghost'}
    />
  )
}

type UntilProps = TaskProps & {
  name: 'extend' | 'reopen' | 'reopenAssigned'
  icon: IconName
  title: string
  text: string
}

/** A move that opens the form until a time. */
function UntilButton({ week, actions, name, icon, title, text }: UntilProps) {
  return (
    <DeadlineButton
      variant="ghost"
      label={EDGE_WORDS[name].button}
      icon={icon}
      edge={week.edges[name]}
      title={title}
      text={text}
      move={moveOf(week)}
      action={actions[name]}
      zone={week.zone}
      suggested={week.suggested}
    />
  )
}

function OpenButton({ week, actions }: TaskProps) {
  return (
    <DeadlineButton
      label={EDGE_WORDS.open.button}
      icon="mail-plus"
      variant="primary"
      edge={week.edges.open}
      title="Open the form"
      text="Each tender gets a personal link by mail. Whoever cannot be written to is named on this page."
      move={moveOf(week)}
      action={actions.open}
      zone={week.zone}
      suggested={week.suggested}
    />
  )
}

function FinishButton({ week, actions }: TaskProps) {
  return (
    <TransitionButton
      edge={{
        name: 'finishWithOld',
        label: FINISH_WORDS.button,
        icon: 'undo',
        allowed: week.lease === null,
        reason: week.lease,
      }}
      action={actions.finishWithOld}
      input={moveOf(week)}
      variant="primary"
      confirm={FINISH_WORDS.ask}
    />
  )
}

/** Before the deadline a person is asked once more: whoever has not answered then comes late. */
function CloseButton({ week, actions }: TaskProps) {
  const early = week.deadline && !week.deadline.past
  const missing = week.asked - week.answered
  const confirm = {
    title: 'Close the form before its deadline?',
    text: `${week.deadline?.label} lies ahead${missing > 0 ? `, and ${missing} of ${week.asked} have not answered` : ''}. Answers that come after closing are kept as late.`,
    confirmLabel: EDGE_WORDS.close.button,
  }
  return (
    <TransitionButton
      edge={edgeOf(week, 'close', 'door-closed')}
      action={actions.close}
      input={moveOf(week)}
      variant="primary"
      {...(early ? { confirm } : {})}
    />
  )
}

/** Send; once the mails are written, the decisions that some of them wait for. */
function SendOrDecide({ week, actions }: TaskProps) {
  if (!week.delivery) return <SendButton week={week} send={actions.send} />
  return week.delivery.waiting > 0 ? (
    <LinkButton href={`/outbox?subject=${week.id}&state=waiting`} variant="primary" icon="mail-question">
      Decide in the Outbox
    </LinkButton>
  ) : null
}

function MailsLink({ week, variant }: TaskProps & { variant: 'ghost' | 'plain' }) {
  return (
    <LinkButton href={`/roster/${week.id}/mails`} variant={variant} icon="mail">
      Read the mails
    </LinkButton>
  )
}

/** The moves that come later, each locked with its reason. */
export function LockedMoves({ week, names }: { week: WeekView; names: readonly RunEdge[] }) {
  if (names.length === 0) return null
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
