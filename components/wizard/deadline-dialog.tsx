'use client'

import { useState } from 'react'
import { DateTimeField } from '@/components/ui/date-time-field'
import { FormDialog } from '@/components/ui/form-dialog'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import type { Move } from '@/components/wizard/week-actions'

export type DeadlineProps = {
  label: string
  title: string
  text: string
  move: Move
  action: CommandAction<Move & { local: string }>
  zone: string
  suggested: string
}

/** Asks until when the form is open, in the roster's zone. */
export function DeadlineDialog({
  label,
  title,
  text,
  move,
  action,
  zone,
  suggested,
  onClose,
}: DeadlineProps & { onClose: () => void }) {
  const [local, setLocal] = useState<string | null>(suggested)
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Move & { local: string }>({ action, onDone: onClose, onRefused: setFields })
  const submit = () => (local ? run({ ...move, local }) : setFields({ local: 'Choose a day and a time.' }))
  return (
    <FormDialog title={title} label={label} pending={pending} onClose={onClose} onSubmit={submit}>
      <p className="text-muted">{text}</p>
      <DateTimeField
        label="Answers count until"
        value={local}
        onChange={(value) => {
          setLocal(value)
          setFields({})
        }}
        zone={zone}
        error={fields.local}
      />
    </FormDialog>
  )
}
