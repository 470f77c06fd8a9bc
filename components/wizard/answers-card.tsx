'use client'

import { Card, CardBody } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { TransitionButton } from '@/components/ui/transition-button'
import type { WeekActions } from '@/components/wizard/week-actions'
import type { WeekView } from '@/lib/roster/week/schema'

/** Who has answered, who came late with the one button that takes them in, and who is silent. */
export function AnswersCard({ week, actions }: { week: WeekView; actions: WeekActions }) {
  const { answered, asked, late, silent, notes, state } = week
  const isTakeable = state === 'CLOSED' || state === 'ASSIGNED'
  const onlyLate = Math.min(late.length, asked - answered)
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
        {late.map(({ name, at, words }) => (
          <p key={name} className="flex gap-2">
            <Icon name="clock-alert" className="mt-0.5 size-4 text-act" />
            <span>
              <span className="font-medium">{name}</span> came late, <Time iso={at.iso} label={at.label} />: {words}.
            </span>
          </p>
        ))}
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
        <p className="text-muted">{silentWords(state, asked, silent)}</p>
        {notes.length > 0 && (
          <dl className="border-t border-line pt-2.5">
            {notes.map(({ name, note }) => (
              <div key={name} className="py-0.5">
                <dt className="inline font-medium">{name}: </dt>
                <dd className="inline text-muted">{note}</dd>
              </div>
            ))}
          </dl>
        )}
      </CardBody>
    </Card>
  )
}

/** More names than these are a list that nobody reads. */
const NAMED = 12

function silentWords(state: WeekView['state'], asked: number, silent: string[]): string {
  if (state === 'DRAFT') return 'Nobody has been asked yet.'
  if (silent.length === 0) return 'Nobody is silent.'
  if (silent.length === asked && asked > 1) return 'Nobody has answered yet.'
  const rest = silent.length - NAMED
  return `Silent: ${silent.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`
}
