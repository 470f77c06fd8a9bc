'use client'

import { useState } from 'react'
import { Said } from '@/app/(auth)/said'
import { sendSignIn } from '@/app/(auth)/sign-in/send-sign-in'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'

export function LinkForm({ from }: { from: string | null }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy) return
    setBusy(true)
    const answer = await sendSignIn('link', { token: window.location.hash.slice(1) }, from)
    if ('to' in answer) return window.location.replace(answer.to)
    setBusy(false)
    setRefused(answer.refused)
  }
  return (
    <div className="flex flex-col gap-4">
      {refused && <Said tone="bad" text={refused} />}
      {refused ? (
        <LinkButton href="/sign-in" size="lg" wide>
          Go to the sign-in page
        </LinkButton>
      ) : (
        <Button variant="primary" size="lg" wide pending={busy} onPress={() => void enter()}>
          Sign in
        </Button>
      )}
    </div>
  )
}
