'use client'

import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import { AnswersList } from '@/components/wizard/answers-list'
import { RemindButton } from '@/components/wizard/remind-button'
import type { WeekActions } from '@/components/wizard/week-actions'
import { counted } from '@/lib/roster/labels'
import type { WeekView } from '@/lib/roster/week/schema'

type Props = { week: WeekView; actions: WeekActions }

/** Who has answered, who came late with the one button that takes them in, who is silent with the one that reminds. */
export function AnswersCard({ week, actions }: Props) {
  const { answered, asked, late, state } = week
  const { lines } = week.answers
  const onlyLate = Math.min(late.length, asked - answered)
  const unasked = lines.filter(({ kind }) => kind === 'unasked').length
  return (
    <Card title="Answers" aside={<span className="num">{`${answered} of ${asked}`}</span>}>
      <CardBody className="flex flex-col gap-2.5 text-sm">
        <ProgressBar
          label={`${answered} of ${asked} answered`}
          total={asked}
          parts={[
            { tone: 'good', count: answered, label: 'answered' },
            { tone: 'act', count: onlyLate, label: 'late' },
          ]}
        />
        <Late week={week} actions={actions} />
        {state === 'DRAFT' ? (
          <p className="text-muted">Nobody has been asked yet.</p>
        ) : (
          <>
            <Stale week={week} />
            {unasked > 0 && state === 'COLLECTING' && (
              <p className="flex gap-2">
                <Icon name="user-plus" className="mt-0.5 size-4 text-act" />
                {`${counted(unasked, 'person was', 'people were')} added after the form was opened and not asked yet. A reminder asks them.`}
              </p>
            )}
            {state === 'COLLECTING' && answered < asked && <RemindButton week={week} remind={actions.remind} />}
            <AnswersList runId={week.id} lines={lines} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** More late answers than these are read in the list. */
const NAMED = 6

function Late({ week, actions }: Props) {
  const { late, state } = week
  const isTakeable = state === 'CLOSED' || state === 'ASSIGNED'
  return (
    <>
      {late.slice(0, NAMED).map(({ tenderId, name, at, words }) => (
        <p key={tenderId} className="flex gap-2">
          <Icon name="clock-alert" className="mt-0.5 size-4 text-act" />
          <span className="min-w-0 break-words">
            <span className="font-medium">{name}</span> came late, <Time iso={at.iso} label={at.label} />: {words}.
          </span>
        </p>
      ))}
      {late.length > NAMED && (
        <p className="text-muted">{`${late.length - NAMED} more came late: they are in the list.`}</p>
      )}
      {late.length > 0 && isTakeable && (
        <TransitionButton
          wide
          edge={{
            name: 'takeLate',
            label: `Take ${late.length === 1 ? 'it' : 'them'} in and ${state === 'CLOSED' ? 'generate' : 'regenerate'}`,
            icon: 'inbox',
            ...week.edges.takeLate,
          }}
          action={actions.takeLate}
          input={{ runId: week.id, version: week.version }}
        />
      )}
    </>
  )
}

/** Answers that were given to other shifts than the week has now: they count, and their people are asked again by the form. */
function Stale({ week }: { week: WeekView }) {
  const { lines } = week.answers
  const toConfirm = lines.filter((line) => line.toConfirm > 0).length
  const missing = lines.filter((line) => line.missing > 0).length
  return (
    <>
      {toConfirm > 0 && (
        <p className="flex gap-2">
          <Icon name="calendar-clock" className="mt-0.5 size-4 text-act" />
          {`${counted(toConfirm, 'person', 'people')} answered before a time changed. Their answers are used; the form asks them to confirm.`}
        </p>
      )}
      {missing > 0 && (
        <p className="flex gap-2">
          <Icon name="calendar-plus" className="mt-0.5 size-4 text-act" />
          {`${counted(missing, 'person', 'people')} answered before a shift was added, and ${missing === 1 ? 'has' : 'have'} not said anything of it.`}
        </p>
      )}
    </>
  )
}
