'use client'

import { useRef, useState } from 'react'
import { Said } from '@/app/(auth)/said'
import { type SampleAccount, SampleAccounts } from '@/app/(auth)/sign-in/sample-accounts'
import { beginSingleSignOn, type SignInAnswer, sendSignIn } from '@/app/(auth)/sign-in/send-sign-in'
import { Button } from '@/components/ui/button'
import type { Result } from '@/components/ui/result'
import { TextField } from '@/components/ui/text-field'

type Props = {
  from: string | null
  /** Why the last try, made on another page, did not work. */
  refusal: string | null
  /** Host of the single sign-on service. */
  oidc: string | null
  /** Only where mail can be sent. */
  askLink?: (input: { email: string; from?: string }) => Promise<Result<unknown>>
  sample: SampleAccount[]
}

type Saying = { tone: 'bad' | 'good'; text: string }

export function SignInForm({ from, refusal, oidc, askLink, sample }: Props) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [said, setSaid] = useState<Saying | null>(refusal ? { tone: 'bad', text: refusal } : null)
  const [busy, setBusy] = useState<'password' | 'link' | 'oidc' | null>(null)
  const submit = useRef<HTMLButtonElement>(null)

  const go = async (kind: 'password' | 'oidc', work: () => Promise<SignInAnswer>) => {
    if (busy) return
    setBusy(kind)
    const answer = await work()
    // A full load: nothing that was fetched for the person before stays in memory.
    if ('to' in answer) return window.location.assign(answer.to)
    setBusy(null)
    setSaid({ tone: 'bad', text: answer.refused })
  }
  const mailLink = async () => {
    if (!askLink || busy) return
    if (!email.trim()) return setSaid({ tone: 'bad', text: 'Type your e-mail address first; the link is sent there.' })
    setBusy('link')
    const answer = await askLink({ email, ...(from ? { from } : {}) }).catch(() => null)
    setBusy(null)
    if (!answer) setSaid({ tone: 'bad', text: 'No answer came back. Try again in a minute.' })
    else setSaid(answer.ok ? { tone: 'good', text: answer.said ?? '' } : { tone: 'bad', text: answer.message })
  }
  const pick = (account: string) => {
    setEmail(account)
    setPassword('daybook')
    setSaid(null)
    submit.current?.focus()
    submit.current?.scrollIntoView({ block: 'center' })
  }

  return (
    <>
      <form
        // Before the page answers, the browser would send the form itself: never with the password in the address.
        method="post"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!email.trim() || !password)
            return setSaid({ tone: 'bad', text: 'Type your e-mail address and your password.' })
          void go('password', () => sendSignIn('credentials', { email, password }, from))
        }}
      >
        <TextField
          label="E-mail address"
          type="email"
          name="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          autoFocus
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        {said && <Said {...said} />}
        <Button ref={submit} type="submit" variant="primary" size="lg" wide pending={busy === 'password'}>
          Sign in
        </Button>
      </form>
      {(askLink || oidc) && (
        <div className="mt-3 flex flex-col gap-2">
          {askLink && (
            <Button icon="mail" size="lg" wide pending={busy === 'link'} onPress={() => void mailLink()}>
              Mail me a link instead
            </Button>
          )}
          {oidc && (
            <Button
              icon="key-round"
              size="lg"
              wide
              pending={busy === 'oidc'}
              onPress={() => void go('oidc', () => beginSingleSignOn(from))}
            >
              {`Sign in with ${oidc}`}
            </Button>
          )}
        </div>
      )}
      {sample.length > 0 && <SampleAccounts accounts={sample} onPick={pick} />}
    </>
  )
}
