'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ComboBox } from '@/components/ui/combo-box'
import { RadioList } from '@/components/ui/radio-list'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import { ruleWords } from '@/lib/roster/pairs/labels'
import type { RuleKind } from '@/lib/roster/pairs/schema'

export type NewRule = { rosterId: string; kind: RuleKind; tenderId: string; otherId: string }
type Person = { id: string; name: string }
type Props = { rosterId: string; people: Person[]; add: CommandAction<NewRule> }

const LABELS: Record<RuleKind, [string, string]> = {
  apart: ['Who', 'Never with'],
  mentor: ['Trainee', 'Works only beside'],
}
const MISSING = 'Choose a tender from the list.'

/** Adds a rule between two people. The first person stays chosen: a trainee may have several mentors. */
export function RulesForm({ rosterId, people, add }: Props) {
  const [kind, setKind] = useState<RuleKind>('apart')
  const [first, setFirst] = useState<string | null>(null)
  const [second, setSecond] = useState<string | null>(null)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<NewRule>({
    action: add,
    onRefused: setFields,
    onDone: () => {
      setSecond(null)
      if (kind === 'apart') setFirst(null)
    },
  })
  const options = people.map(({ id, name }) => ({ value: id, label: name }))
  const nameOf = (id: string | null) => people.find((person) => person.id === id)?.name
  const [one, other] = [nameOf(first), nameOf(second)]
  const submit = () => {
    if (first && second) return run({ rosterId, kind, tenderId: first, otherId: second })
    setFields({ ...(first ? {} : { tenderId: MISSING }), ...(second ? {} : { otherId: MISSING }) })
  }
  const [firstLabel, secondLabel] = LABELS[kind]
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <RadioList
        label="What it does"
        options={[
          { value: 'apart', label: 'Two people never share a shift' },
          { value: 'mentor', label: 'A trainee works only beside a mentor' },
        ]}
        value={kind}
        onChange={(value) => {
          setKind(value === 'mentor' ? 'mentor' : 'apart')
          setFields({})
        }}
      />
      <ComboBox
        label={firstLabel}
        options={options}
        value={first}
        onChange={(id) => {
          setFirst(id)
          setFields(({ tenderId: _, ...rest }) => rest)
        }}
        error={fields.tenderId}
        empty="No active tender is called that."
      />
      <ComboBox
        label={secondLabel}
        options={options}
        value={second}
        onChange={(id) => {
          setSecond(id)
          setFields(({ otherId: _, ...rest }) => rest)
        }}
        error={fields.otherId}
        hint={kind === 'mentor' ? 'Of several mentors, one on the shift is enough. Add them one by one.' : undefined}
        empty="No active tender is called that."
      />
      <p className="min-h-5 text-sm text-muted" aria-live="polite">
        {one && other ? `${ruleWords(kind, one, [other])}.` : ''}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" icon="plus" pending={pending}>
          Add the rule
        </Button>
      </div>
    </form>
  )
}
