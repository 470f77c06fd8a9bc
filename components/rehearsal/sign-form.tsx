'use client'

import { useRef, useState } from 'react'
import { type Heir, useHeir } from '@/components/rehearsal/use-heir'
import type { WizardActions } from '@/components/rehearsal/wizard-actions'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { useCommand } from '@/components/ui/use-command'

type Props = {
  rehearsalId: string
  signer: string
  sign: WizardActions['sign']
  /** Why it cannot be signed, whatever is typed. */
  locked: string | null
  heir: Heir
}

/** All eight steps have passed: a person puts their name under it. */
export function SignForm({ rehearsalId, signer, sign, locked, heir }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { run, pending } = useCommand<{ rehearsalId: string; name: string }>({
    action: sign,
    invalidates: [['rehearsal', rehearsalId]],
    onRefused: (fields) => {
      setError(fields.name)
      if (fields.name) form.current?.querySelector('input')?.focus()
    },
  })
  const send = useRef<HTMLButtonElement>(null)
  useHeir(heir, send)
  return (
    <form
      ref={form}
      method="post"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setError(undefined)
        run({ rehearsalId, name })
      }}
    >
      <div className="w-full max-w-sm">
        <TextField
          label="Your own name"
          hint={`As your account has it: ${signer}.`}
          value={name}
          onChange={setName}
          error={error}
          autoComplete="off"
          maxLength={200}
        />
      </div>
      <div>
        <Button
          ref={send}
          type="submit"
          variant="primary"
          icon="pencil"
          pending={pending}
          lockedReason={pending ? null : (locked ?? (name.trim() ? null : 'Type your name first.'))}
        >
          Sign the record
        </Button>
      </div>
    </form>
  )
}
