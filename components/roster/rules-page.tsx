'use client'

import { useState } from 'react'
import { type NewRule, RulesForm } from '@/components/roster/rules-form'
import { type RulePart, RulesList } from '@/components/roster/rules-list'
import { Card, CardBody, CardFoot } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { say } from '@/components/ui/toast'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { counted } from '@/lib/roster/labels'
import { REMOVED, type RuleLine } from '@/lib/roster/pairs/labels'

type RemovedRule = { rosterId: string; id: string }
type RuleActions = { add: CommandAction<NewRule>; remove: CommandAction<RemovedRule> }
type Props = {
  rosterId: string
  restHours: number
  rules: { lines: RuleLine[]; people: { id: string; name: string }[] }
  actions: RuleActions
}

/** The rules between people of a roster, and how one is added. */
export function RulesPage({ rosterId, restHours, rules, actions }: Props) {
  const [removed, setRemoved] = useState<{ line: RuleLine; part: RulePart } | null>(null)
  const back = useCommand<NewRule>({ action: actions.add })
  const remove = useCommand<RemovedRule>({
    action: actions.remove,
    onDone: () => {
      if (!removed) return
      const { line, part } = removed
      const rule = { rosterId, kind: line.kind, tenderId: part.tenderId, otherId: part.otherId }
      // The same sentence as the server's, in its place, with the way back.
      say({ tone: 'good', text: REMOVED, action: { label: 'Undo', onPress: () => back.run(rule) } })
    },
  })
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card title="Between people">
        {rules.lines.length > 0 ? (
          <RulesList
            lines={rules.lines}
            removing={remove.pending ? (removed?.part.id ?? null) : null}
            onRemove={(line, part) => {
              setRemoved({ line, part })
              remove.run({ rosterId, id: part.id })
            }}
          />
        ) : (
          <EmptyState
            icon="users"
            title="No rules yet"
            text="Two people can be kept off the same shift, and a trainee can be held to shifts with one of their mentors. The picker never breaks a rule: a seat stays empty first, and says why."
          />
        )}
      </Card>
      <div className="flex min-w-0 flex-col gap-5 max-lg:order-first">
        <Card title="Add a rule">
          <CardBody>
            <RulesForm rosterId={rosterId} people={rules.people} add={actions.add} />
          </CardBody>
        </Card>
        <Card title="Rest">
          <CardBody className="text-sm">
            {restHours > 0
              ? `Between two shifts of one person on different days of a week lie at least ${counted(restHours, 'hour')}.`
              : 'No rest is asked for: somebody who closes on Friday may open on Saturday.'}
          </CardBody>
          <CardFoot>
            <LinkButton href={`/roster/settings?roster=${rosterId}`} variant="ghost" icon="sliders">
              Change it in Settings
            </LinkButton>
          </CardFoot>
        </Card>
      </div>
    </div>
  )
}
