'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { RadioList } from '@/components/ui/radio-list'
import { useButtonItem } from '@/components/ui/use-button-item'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { counted } from '@/lib/roster/labels'
import type { RosterChoice } from '@/lib/roster/rehearsal/schema'

type Props = {
  rosters: RosterChoice[]
  begin: CommandAction<{ rosterId: string }>
  /** What the eight steps are, in their order. */
  steps: readonly { title: string; text: string }[]
}

/** Which roster is rehearsed, and what will happen. */
export function BeginCard({ rosters, begin, steps }: Props) {
  const router = useRouter()
  const fit = rosters.filter(({ reason }) => reason === null)
  const [chosen, choose] = useState<string | null>(fit[0]?.id ?? null)
  const { run, pending } = useCommand<{ rosterId: string }>({
    action: begin,
    onDone: (value) => router.push(`/roster/cutover/rehearsal/${(value as { id: string }).id}`),
  })
  const press = () => chosen !== null && run({ rosterId: chosen })
  useButtonItem({ id: 'rehearsal:begin', label: 'Begin the rehearsal', icon: 'play', press, allowed: chosen !== null })
  if (rosters.length === 0)
    return (
      <Card>
        <EmptyState
          icon="calendar-days"
          title="There is no roster to rehearse yet"
          text="A rehearsal plays one week on a copy of a roster: its tenders, its weekly pattern, its last answers."
          action={
            <LinkButton href="/roster/settings?roster=new" variant="primary" icon="plus">
              Make the first roster
            </LinkButton>
          }
        />
      </Card>
    )
  return (
    <Card title="A week on a copy of the roster">
      <CardBody className="flex flex-col items-start gap-4">
        <Choice fit={fit} chosen={chosen} onChoose={choose} />
        {rosters.some(({ reason }) => reason !== null) && (
          <ul aria-label="Rosters that cannot be rehearsed" className="text-sm text-muted">
            {rosters.map(({ id, name, reason }) => reason && <li key={id}>{`${name}: ${reason}`}</li>)}
          </ul>
        )}
        <Button
          variant="primary"
          icon="play"
          pending={pending}
          lockedReason={chosen || pending ? null : 'None of the rosters can be rehearsed as they are.'}
          onPress={press}
        >
          Begin the rehearsal
        </Button>
      </CardBody>
      <div className="border-t border-line">
        <ol aria-label="The eight steps" className="px-4 py-3.5 text-sm">
          {steps.map(({ title, text }, at) => (
            <li key={title} className="flex gap-3 py-1">
              <span aria-hidden className="num w-4 shrink-0 text-right text-faint">
                {at + 1}
              </span>
              <span className="min-w-0">
                {title}. <span className="text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
      <CardFoot>You press each step, and what it must find is checked before the next one opens.</CardFoot>
    </Card>
  )
}

type ChoiceProps = { fit: RosterChoice[]; chosen: string | null; onChoose: (id: string) => void }

function Choice({ fit, chosen, onChoose }: ChoiceProps) {
  const noteOf = ({ tenders, shifts }: RosterChoice) =>
    `${counted(tenders, 'tender')}, ${counted(shifts, 'shift')} a week`
  const [only] = fit
  if (fit.length > 1)
    return (
      <RadioList
        label="Roster to rehearse"
        options={fit.map((roster) => ({ value: roster.id, label: roster.name, note: noteOf(roster) }))}
        value={chosen}
        onChange={onChoose}
      />
    )
  return (
    only && (
      <p>
        <span className="font-medium">{only.name}</span> <span className="text-sm text-muted">{noteOf(only)}</span>
      </p>
    )
  )
}
