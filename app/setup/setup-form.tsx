'use client'

import { useState } from 'react'
import { Said } from '@/app/(auth)/said'
import { Button } from '@/components/ui/button'
import type { Result } from '@/components/ui/result'
import { TextField } from '@/components/ui/text-field'

type Account = { name: string; email: string; password: string }
type Props = { make: (input: Account) => Promise<Result<unknown>>; minLength: number }

export function SetupForm({ make, minLength }: Props) {
  const [account, setAccount] = useState<Account>({ name: '', email: '', password: '' })
  const [refused, setRefused] = useState<{ message: string; fields: Record<string, string> } | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (field: keyof Account) => (value: string) => setAccount((before) => ({ ...before, [field]: value }))
  const send = async () => {
    if (busy) return
    setBusy(true)
    const answer = await make(account).catch(() => null)
    if (answer?.ok) return window.location.assign('/sign-in?made=1')
    setBusy(false)
    setRefused({
      message: answer?.message ?? 'No answer came back. Try again in a minute.',
      fields: answer?.fields ?? {},
    })
  }
  return (
    <form
      method="post"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label="Name"
        value={account.name}
        onChange={set('name')}
        error={refused?.fields.name}
        autoComplete="name"
        autoFocus
      />
      <TextField
        label="E-mail address"
        type="email"
        value={account.email}
        onChange={set('email')}
        error={refused?.fields.email}
        autoComplete="username"
      />
      <TextField
        label="Password"
        type="password"
        hint={`At least ${minLength} characters; a sentence of four words is better.`}
        value={account.password}
        onChange={set('password')}
        error={refused?.fields.password}
        autoComplete="new-password"
      />
      {refused && Object.keys(refused.fields).length === 0 && <Said tone="bad" text={refused.message} />}
      <Button type="submit" variant="primary" size="lg" wide pending={busy}>
        Make the account
      </Button>
    </form>
  )
}
