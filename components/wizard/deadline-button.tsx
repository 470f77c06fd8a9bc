'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-style'
import { DateTimeField } from '@/components/ui/date-time-field'
import { FormDialog } from '@/components/ui/form-dialog'
import type { IconName } from '@/components/ui/icon'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { type CommandAction, useCommand } from '@/components/ui/use-command'
import type { Move } from '@/components/wizard/week-actions'
import type { EdgeView } from '@/lib/roster/week/schema'

type Props = {
  label: string
  icon: IconName
  variant?: ButtonVariant
  edge: EdgeView
  title: string
  text: string
  move: Move
  action: CommandAction<Move & { local: string }>
  zone: string
  suggested: string
}

/** A move that opens the form until a time: asks for it in the roster's zone, and keeps what was typed when refused. */
export function DeadlineButton(props: Props) {
  const { label, icon, variant = 'plain', edge } = props
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        icon={icon}
        lockedReason={edge.allowed ? null : (edge.reason ?? 'Not possible now.')}
        onPress={() => setAsking(true)}
      >
        {label}
      </Button>
      {asking && <DeadlineDialog {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function DeadlineDialog({
  label,
  title,
  text,
  move,
  action,
  zone,
  suggested,
  onClose,
}: Props & { onClose: () => void }) {
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
