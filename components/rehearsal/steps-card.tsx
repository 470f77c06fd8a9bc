'use client'

import { useRef } from 'react'
import { MailDecisions } from '@/components/rehearsal/mail-decisions'
import { SignForm } from '@/components/rehearsal/sign-form'
import { StepButton } from '@/components/rehearsal/step-button'
import { StepItem } from '@/components/rehearsal/step-item'
import { pressOf } from '@/components/rehearsal/step-words'
import type { WizardActions } from '@/components/rehearsal/wizard-actions'
import { Card, CardBody } from '@/components/ui/card'
import type { RehearsalView, StepName, StepView } from '@/lib/roster/rehearsal/schema'

const OTHER_BUILD = 'Daybook was updated since this rehearsal began: stop it and begin another one.'

/** Nobody can tell a press that works from one whose server died just now. */
const UNDER_WAY = 'Another press is at this step. If it is gone, the step can be gone on with in half a minute.'

type Props = {
  view: RehearsalView
  /** The step whose checks are in sight though it is done. */
  latest: StepName | undefined
  /** Something goes on by itself. */
  moving: boolean
  /** This page waits for it. */
  pressing: boolean
  signer: string
  actions: Pick<WizardActions, 'sign' | 'decide'>
  onTake: (step: StepName) => void
  onCheck: (step: StepName) => void
}

/** The eight steps; beneath them, once all have passed, the line to sign on. */
export function StepsCard({ view, latest, moving, pressing, signer, actions, onTake, onCheck }: Props) {
  const heir = useRef(false)
  const press = ({ name, state }: StepView) => (state === 'failed' ? onCheck(name) : onTake(name))
  return (
    <Card>
      <ol aria-label="The eight steps" className="px-5 py-5 max-sm:px-4">
        {view.steps.map((step) => (
          <StepItem key={step.name} step={step} opened={step.name === latest} moving={moving}>
            {view.status === 'open' && step.name === view.next && (
              <>
                <MailDecisions rehearsalId={view.id} groups={view.waiting} decide={actions.decide} />
                <div data-press>
                  <StepButton
                    {...pressOf(step, moving)}
                    pending={pressing}
                    lockedReason={lockOf(view, pressing)}
                    heir={heir}
                    onPress={() => press(step)}
                  />
                </div>
              </>
            )}
          </StepItem>
        ))}
      </ol>
      {view.status === 'ready' && (
        <div className="border-t border-line">
          <CardBody className="px-5 max-sm:px-4">
            <h2 className="text-base font-medium">Sign the record</h2>
            <p className="mb-3 max-w-prose text-sm text-pretty text-muted">
              All eight steps have passed. Your name under them opens the way to going live for 14 days, on this build.
            </p>
            <SignForm
              rehearsalId={view.id}
              signer={signer}
              sign={actions.sign}
              locked={view.isThisBuild ? null : OTHER_BUILD}
              heir={heir}
            />
          </CardBody>
        </div>
      )}
    </Card>
  )
}

/** Why the step that is next cannot be pressed at this moment. */
function lockOf({ locked, lease, inFlight }: RehearsalView, pressing: boolean): string | null {
  if (pressing) return null
  return locked ?? lease ?? (inFlight ? UNDER_WAY : null)
}
