'use client'

import type { ReactNode } from 'react'
import { type FlipActions, GatesCard } from '@/components/cutover/gates-card'
import { HalfDoneCard } from '@/components/cutover/half-done-card'
import { RehearsalsCard } from '@/components/cutover/rehearsals-card'
import { UnclockedCard } from '@/components/cutover/unclocked-card'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link-button'
import { PageHead } from '@/components/ui/page-head'
import { Time } from '@/components/ui/time'
import type { CommandAction } from '@/components/ui/use-command'
import { useLive } from '@/components/ui/use-live'
import type { CutoverView } from '@/lib/roster/cutover/schema'

export type CutoverActions = FlipActions & { finishWithOld: CommandAction<{ runId: string; version: number }> }

type Props = {
  initial: CutoverView
  actions: CutoverActions
  /** What happened to the flag, lately and ever. */
  history: ReactNode
  timeline: string
}

/** Which engine moves the weeks, what a change of it needs, and its one button; live. */
export function CutoverPage({ initial, actions, history, timeline }: Props) {
  const view = useLive('/roster/cutover/live', initial, (latest) => latest.inFlight)
  const { engine, halfDone, unclocked } = view
  return (
    <>
      <PageHead
        title="Cut-over"
        sentence={
          <span role="status">
            {engine.title}.{' '}
            {engine.by ? (
              <>
                {engine.by} changed the engines over, <Time {...engine.since} />.
              </>
            ) : (
              <>
                So it has been since <Time {...engine.since} />.
              </>
            )}
          </span>
        }
        actions={
          <LinkButton href={timeline} variant="ghost" icon="history">
            Timeline
          </LinkButton>
        }
      />
      {/* On the phone the two columns are one: where it stands, what a change needs, then the lists. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
        <div className="contents lg:flex lg:min-w-0 lg:flex-col lg:gap-5">
          <Card
            title="In charge of the weeks"
            aside={
              <Badge tone={engine.mark.tone} icon={engine.mark.icon}>
                {engine.mark.label}
              </Badge>
            }
            padded
          >
            <p className="max-w-prose text-pretty">{engine.text}</p>
          </Card>
          {halfDone.length > 0 && <HalfDoneCard weeks={halfDone} finish={actions.finishWithOld} />}
          {unclocked.length > 0 && <UnclockedCard weeks={unclocked} />}
          <div className="min-w-0 max-lg:order-2">
            <RehearsalsCard view={view} />
          </div>
          <div className="min-w-0 max-lg:order-3">{history}</div>
        </div>
        <div className="min-w-0 max-lg:order-1">
          <GatesCard gates={view} actions={actions} leads={halfDone.length === 0} />
        </div>
      </div>
    </>
  )
}
