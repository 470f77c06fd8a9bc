'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { type CommandAction, useCommand } from '@/components/ui/use-command'

type Change = { current: string; next: string }
type Props = { change: CommandAction<Change>; minLength: number; email: string }

export function PasswordForm({ change, minLength, email }: Props) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [fields, setFields] = useState<Record<string, string>>({})
  const { run, pending } = useCommand<Change>({
    action: change,
    onDone: () => {
      setCurrent('')
      setNext('')
      setFields({})
    },
    onRefused: setFields,
  })
  const missing = !current || !next
  return (
    <form
      method="post"
      className="flex max-w-sm flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!missing) run({ current, next })
      }}
    >
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Present password"
        type="password"
        value={current}
        onChange={setCurrent}
        error={fields.current}
        autoComplete="current-password"
      />
      <TextField
        label="New password"
        type="password"
        hint={`At least ${minLength} characters; a sentence of four words is better. Your other sessions end.`}
        value={next}
        onChange={setNext}
        error={fields.next}
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" pending={pending} lockedReason={missing ? 'Type both passwords first.' : null}>
          Change my password
        </Button>
      </div>
    </form>
  )
}
