'use client'

import { useRef, useState } from 'react'
import type { TodayActions } from '@/components/today/today-actions'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { FormDialog } from '@/components/ui/form-dialog'
import { useKeepFocus } from '@/components/ui/keep-focus'
import { TextField } from '@/components/ui/text-field'
import { useButtonItem } from '@/components/ui/use-button-item'
import { useCommand } from '@/components/ui/use-command'
import type { TodayButton, TodayEntry } from '@/lib/alerts/schema'

export type Move = Extract<TodayButton, { kind: 'move' }>
type Props = { entry: TodayEntry; move: Move; actions: TodayActions }

/** A move of Today: asks if it must, sends the versions that were seen, says what came of it. */
export function MoveButton({ entry, move, actions }: Props) {
  const [asking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const button = useRef<HTMLButtonElement>(null)
  useKeepFocus(button)
  const { label, confirm, primary = false } = move
  const field = confirm?.field
  const { run, pending } = useCommand<Record<string, unknown>>({
    action: actions[move.action],
    invalidates: [['today'], ['shell-status']],
    onDone: () => setAsking(false),
    onRefused: (fields) => {
      const refused = field && fields[field.name]
      setError(refused)
      if (!refused) setAsking(false)
    },
  })
  const press = () => {
    setError(undefined)
    if (confirm) setAsking(true)
    else run(move.input)
  }
  useButtonItem({ id: `${entry.key}:${label}`, label: `${label}: ${entry.title}`, icon: undefined, press })
  const close = () => setAsking(false)
  return (
    <>
      <Button ref={button} variant={primary ? 'primary' : 'plain'} pending={pending} onPress={press}>
        {label}
      </Button>
      {confirm && !field && (
        <ConfirmDialog
          title={confirm.title}
          confirmLabel={confirm.confirmLabel}
          danger={confirm.danger ?? false}
          isOpen={asking}
          onClose={close}
          onConfirm={() => run(move.input)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
      {confirm && field && asking && (
        <FormDialog
          title={confirm.title}
          label={confirm.confirmLabel}
          variant={confirm.danger ? 'danger' : 'primary'}
          pending={pending}
          onClose={close}
          onSubmit={() => run({ ...move.input, [field.name]: text })}
        >
          <p className="text-muted">{confirm.text}</p>
          <TextField
            label={field.label}
            hint={field.hint}
            value={text}
            onChange={setText}
            error={error}
            maxLength={300}
            autoComplete="off"
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
