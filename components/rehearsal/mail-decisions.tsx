'use client'

import type { WizardActions } from '@/components/rehearsal/wizard-actions'
import { Notice } from '@/components/ui/notice'
import { TransitionButton } from '@/components/ui/transition-button'
import { DECISION_WORDS, STATE_WORDS, waitingMeans } from '@/lib/messages/labels'
import type { DecisionName } from '@/lib/messages/machine'
import type { WaitingGroup } from '@/lib/messages/outbox/schema'

const ICONS = { retry: 'rotate-ccw', sendAgain: 'send', itArrived: 'mail-check', letGo: 'minus' } as const

type Props = { rehearsalId: string; groups: readonly WaitingGroup[]; decide: WizardActions['decide'] }

/** Mails of the rehearsal that failed, or whose fate nobody knows: as with real ones, a person decides. */
export function MailDecisions({ rehearsalId, groups, decide }: Props) {
  return groups.map((group) => (
    <div key={group.key} className="w-full rounded-md border border-line">
      <Notice
        bare
        tone={STATE_WORDS[group.state].tone}
        icon={STATE_WORDS[group.state].icon}
        title={group.title}
        text={`${group.why.slice(0, 2).join(' ')} ${waitingMeans(group.state)}`}
        actions={group.decisions.map((decision) => (
          <Decision key={decision} rehearsalId={rehearsalId} group={group} decision={decision} decide={decide} />
        ))}
      />
    </div>
  ))
}

type DecisionProps = Omit<Props, 'groups'> & { group: WaitingGroup; decision: DecisionName }

function Decision({ rehearsalId, group: { key, title, rows }, decision, decide }: DecisionProps) {
  const { button, many, hint } = DECISION_WORDS[decision]
  const label = rows.length === 1 ? button : many(rows.length)
  const asks = decision === 'sendAgain' || decision === 'letGo'
  return (
    <TransitionButton
      edge={{ name: `${decision}:${key}`, label, of: title, icon: ICONS[decision], allowed: true }}
      action={decide}
      input={{ rehearsalId, decision, rows: rows.map(({ id, seen }) => ({ id, seen })) }}
      variant={decision === 'letGo' ? 'ghost' : 'plain'}
      invalidates={[['rehearsal', rehearsalId]]}
      {...(asks
        ? { confirm: { title: `${label}?`, text: hint, confirmLabel: label, danger: decision === 'letGo' } }
        : {})}
    />
  )
}
