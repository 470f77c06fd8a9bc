'use client'

import Link from 'next/link'
import { Card, CardBody } from '@/components/ui/card'
import { Icon, type IconName } from '@/components/ui/icon'
import { type Tone, toneText } from '@/components/ui/tone'
import { TransitionButton } from '@/components/ui/transition-button'
import type { CommandAction } from '@/components/ui/use-command'
import { CUTOVER_ASKS, CUTOVER_EDGES } from '@/lib/roster/cutover/labels'
import type { CutoverEdge } from '@/lib/roster/cutover/machine'
import type { GatesView, GateView } from '@/lib/roster/cutover/schema'

/** One action a flip, handed down by the page. */
export type FlipActions = Record<CutoverEdge, CommandAction<{ version: number }>>

const LOOK: Record<GateView['state'], { tone: Tone; icon: IconName; says: string }> = {
  open: { tone: 'good', icon: 'circle-check', says: 'open' },
  waits: { tone: 'quiet', icon: 'circle-dashed', says: 'not yet' },
  closed: { tone: 'act', icon: 'circle-alert', says: 'closed' },
}

const TITLES: Record<CutoverEdge, string> = { goLive: 'Before going live', rollBack: 'Before rolling back' }

type Props = {
  gates: GatesView
  actions: FlipActions
  /** The flip leads the page; where another button does, it stands beside it. */
  leads?: boolean
}

/** What a flip of the engines needs, each gate with its fact or its reason, and the button. */
export function GatesCard({ gates: { gates, flip }, actions, leads = true }: Props) {
  const { edge, allowed, reason, version } = flip
  return (
    <Card title={TITLES[edge]}>
      <ul aria-label={TITLES[edge]} className="flex flex-col gap-3 px-4 py-3.5">
        {gates.map((gate) => (
          <Gate key={gate.name} gate={gate} />
        ))}
      </ul>
      <div className="border-t border-line print:hidden">
        <CardBody>
          <TransitionButton
            edge={{
              name: `cutover.${edge}`,
              label: CUTOVER_EDGES[edge].button,
              icon: edge === 'goLive' ? 'play' : 'undo',
              allowed,
              reason,
            }}
            action={actions[edge]}
            input={{ version }}
            // The way back stands ready, and never leads.
            variant={leads && edge === 'goLive' ? 'primary' : 'plain'}
            wide
            invalidates={[['roster'], ['rehearsal'], ['shell-status']]}
            confirm={CUTOVER_ASKS[edge]}
          />
        </CardBody>
      </div>
    </Card>
  )
}

function Gate({ gate: { state, title, text, link } }: { gate: GateView }) {
  const { tone, icon, says } = LOOK[state]
  return (
    <li className="flex gap-2.5">
      <Icon name={icon} className={`mt-0.5 size-4 ${toneText[tone]}`} />
      <div className="min-w-0">
        <p>
          {title}
          <span className="sr-only">, {says}</span>
        </p>
        {text && <p className="text-sm text-pretty text-muted">{text}</p>}
        {link && (
          <Link href={link.href} className="rounded-sm text-sm text-accent underline underline-offset-2 print:hidden">
            {link.label}
          </Link>
        )}
      </div>
    </li>
  )
}
