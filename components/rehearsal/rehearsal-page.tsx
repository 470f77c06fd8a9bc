'use client'

import { useState } from 'react'
import { type FlipActions, GatesCard } from '@/components/cutover/gates-card'
import { InboxCard } from '@/components/rehearsal/inbox-card'
import type { LiveRehearsal } from '@/components/rehearsal/live-rehearsal'
import { RehearsalNotices } from '@/components/rehearsal/rehearsal-notices'
import { standingOf } from '@/components/rehearsal/step-words'
import { StepsCard } from '@/components/rehearsal/steps-card'
import { useRehearsal } from '@/components/rehearsal/use-rehearsal'
import type { WizardActions } from '@/components/rehearsal/wizard-actions'
import { PageHead } from '@/components/ui/page-head'
import { TransitionButton } from '@/components/ui/transition-button'

type Props = {
  initial: LiveRehearsal
  actions: WizardActions
  flips: FlipActions
  /** The name of the reader's account, which they sign with. */
  signer: string
}

/** The wizard: eight steps in their order, each with what it found, then a name under the record. */
export function RehearsalPage({ initial, actions, flips, signer }: Props) {
  const { view, gates, pressing, take, check } = useRehearsal(initial, actions)
  // What became of the step before is in sight; earlier ones are folded.
  const [latest] = useState(() => initial.view.steps.findLast(({ state }) => state === 'done')?.name)
  const isUnderWay = view.status === 'open' || view.status === 'ready'
  const moving = pressing || view.inFlight
  const next = view.steps.find(({ name }) => name === view.next)
  return (
    <>
      <PageHead
        title="Rehearse a week"
        sentence={
          isUnderWay
            ? `Every mail goes to ${view.address} and can go nowhere else. Nothing here touches the real roster.`
            : `The ${view.weekTitle.replace(/^W/, 'w')} of ${view.rosterName}, rehearsed by ${view.operator}.`
        }
        actions={isUnderWay && <StopButton id={view.id} title={view.title} stop={actions.stop} />}
      />
      <p role="status" className="sr-only">
        {isUnderWay && (next ? standingOf(next, moving) : 'All eight steps have passed. Sign the record.')}
      </p>
      <RehearsalNotices view={view} />
      {/* The data name what `npm run rehearse` reads from this page. */}
      <div
        data-rehearsal={view.status}
        data-title={view.title}
        data-week={view.weekTitle}
        data-address={view.address}
        data-build={view.build}
        data-signer={signer}
        className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start"
      >
        <StepsCard
          view={view}
          latest={latest}
          moving={moving}
          pressing={pressing}
          signer={signer}
          actions={actions}
          onTake={take}
          onCheck={check}
        />
        <div className="flex min-w-0 flex-col gap-5">
          <GatesCard gates={gates} actions={flips} leads={false} />
          <InboxCard id={view.id} inbox={view.inbox} inboxCount={view.inboxCount} address={view.address} />
        </div>
      </div>
    </>
  )
}

type StopProps = { id: string; title: string; stop: WizardActions['stop'] }

function StopButton({ id, title, stop }: StopProps) {
  return (
    <TransitionButton
      edge={{ name: 'rehearsal.stop', label: 'Stop', of: title, allowed: true }}
      action={stop}
      input={{ rehearsalId: id }}
      variant="ghost"
      invalidates={[['rehearsal', id]]}
      confirm={{
        title: 'Stop this rehearsal?',
        text: 'It stays on record as stopped and cannot be gone on with. The next one begins at the first step.',
        confirmLabel: 'Stop the rehearsal',
        danger: true,
      }}
    />
  )
}
