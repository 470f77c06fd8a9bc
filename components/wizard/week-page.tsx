'use client'

import type { ReactNode } from 'react'
import { FairnessCard } from '@/components/roster/fairness-card'
import { BrokenRules } from '@/components/roster/rules-broken'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { Notice } from '@/components/ui/notice'
import { PageHead } from '@/components/ui/page-head'
import { Steps } from '@/components/ui/steps'
import { AnswersCard } from '@/components/wizard/answers-card'
import { GridCard } from '@/components/wizard/grid-card'
import { ProblemsCard } from '@/components/wizard/problems-card'
import { TaskCard } from '@/components/wizard/task-card'
import { useEdits } from '@/components/wizard/use-edits'
import { useLiveWeek } from '@/components/wizard/use-live-week'
import type { WeekActions } from '@/components/wizard/week-actions'
import { WeekSettingsButton } from '@/components/wizard/week-settings'
import { WeekShiftsButton } from '@/components/wizard/week-shifts'
import { useLooked, WhyCard } from '@/components/wizard/why-card'
import { STATE_ORDER, STATE_WORDS } from '@/lib/roster/labels'
import type { Settings } from '@/lib/roster/schema'
import type { WeekView } from '@/lib/roster/week/schema'

type Props = {
  initial: WeekView
  /** The roster's own rhythm, which the week takes where it has none. */
  roster: Settings
  actions: WeekActions
  /** The swaps of a sent week. */
  swaps: ReactNode
  /** What happened lately: the timeline of this week. */
  lately: ReactNode
}

/** A week from draft to sent: where it stands, what to do now, who answered, who works. */
export function WeekPage({ initial, roster, actions, swaps, lately }: Props) {
  const { week: read, isStale, show, expect } = useLiveWeek(initial)
  const edits = useEdits(read, actions.edit, expect)
  const { week } = edits
  const [looked, look] = useLooked()
  const at = STATE_ORDER.indexOf(week.state)
  const isDone = week.state === 'SENT'
  const steps = STATE_ORDER.map((state, index) => ({
    key: state,
    label: STATE_WORDS[state].label,
    state: index < at || isDone ? ('done' as const) : index === at ? ('now' as const) : ('todo' as const),
  }))
  // While a roster is read its reasons stand beside the grid; until then, and once somebody is late, the answers do.
  const isRead = week.hasRoster && week.late.length === 0
  const why = (
    <div className="min-w-0 max-lg:order-3">
      <WhyCard week={week} looked={looked} isBusy={edits.isBusy} />
    </div>
  )
  return (
    <>
      <PageHead
        title={week.title}
        sentence={week.sentence}
        actions={
          <>
            {/* Why a week waits for either engine stands in its card, with the way on: once is enough. */}
            {!week.halfDone && (
              <>
                <WeekShiftsButton week={week} save={actions.saveShift} drop={actions.dropShift} />
                <WeekSettingsButton week={week} roster={roster} save={actions.saveSettings} />
              </>
            )}
            {at >= STATE_ORDER.indexOf('ASSIGNED') && (
              <LinkButton href={`/roster/${week.id}/print`} variant="ghost" icon="printer">
                For the wall
              </LinkButton>
            )}
            <LinkButton href={`/timeline?subject=run:${week.id}`} variant="ghost" icon="history">
              Timeline
            </LinkButton>
          </>
        }
      />
      <Steps label="Where this week stands" steps={steps} />
      {isStale && (
        <div className="mb-5">
          <Notice
            tone="act"
            icon="refresh-cw"
            title="This week changed since you looked"
            text="Somebody else, or the clock, went on with it. Buttons below answer for what you see, and would be refused."
            actions={<Button onPress={show}>Show it as it is</Button>}
            live
          />
        </div>
      )}
      <BrokenRules rules={week.broken} rosterId={week.rosterId} />
      {/* On the phone the two columns are one: what to do, who answered, the grid with its reasons, then the long lists. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
        <div className="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-5">
          <TaskCard week={week} actions={actions} />
          {swaps}
          <div className="min-w-0 max-lg:order-2">
            <GridCard week={week} edits={edits} onLook={look} />
          </div>
          <div className="min-w-0 max-lg:order-4">
            <FairnessCard runId={week.id} />
          </div>
        </div>
        <div className="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-5">
          {isRead && why}
          <div className="min-w-0 max-lg:order-1">
            <AnswersCard week={week} actions={actions} />
          </div>
          {!isRead && why}
          <div className="min-w-0 empty:hidden max-lg:order-1">
            <ProblemsCard week={week} />
          </div>
          <div className="min-w-0 max-lg:order-5">{lately}</div>
        </div>
      </div>
    </>
  )
}
