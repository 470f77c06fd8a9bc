'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Result } from '@/components/ui/result'
import { STOP_WORDS } from '@/lib/roster/people/reach/labels'

type View = { name: string; email: string | null; stopped: boolean }
type Press = { token: string; stops: boolean }
type Props = {
  token: string
  view: View
  save: (input: Press) => Promise<Result<{ stopped: boolean }>>
}

const UNANSWERED = 'No answer came back, so nothing may have changed yet. Press again.'

/** How a tender's mails stand, and the one button that changes it. */
export function TenderStop({ token, view, save }: Props) {
  const [stopped, setStopped] = useState(view.stopped)
  const [said, setSaid] = useState<{ ok: boolean; text: string } | null>(null)
  const [busy, setBusy] = useState(false)
  const words = STOP_WORDS[stopped ? 'stopped' : 'comes']
  const press = async () => {
    if (busy) return
    setBusy(true)
    const answer = await save({ token, stops: !stopped }).catch(() => null)
    setBusy(false)
    if (!answer?.ok) return setSaid({ ok: false, text: answer?.message ?? UNANSWERED })
    setStopped(answer.value.stopped)
    setSaid({ ok: true, text: answer.said ?? '' })
  }
  return (
    <>
      <h1 tabIndex={-1} className="mt-3 font-serif text-xl font-semibold tracking-tight text-balance outline-none">
        {words.title}
      </h1>
      <p className="mt-1 text-sm text-pretty text-muted">
        {view.name}
        {view.email ? `, ${view.email}` : ''}
      </p>
      <p className="mt-4 text-pretty">{words.text}</p>
      {said && (
        <div className="mt-4">
          <Notice
            tone={said.ok ? 'good' : 'bad'}
            icon={said.ok ? 'check' : 'circle-alert'}
            title={said.ok ? 'Done' : 'Nothing is changed'}
            text={said.text}
            live
          />
        </div>
      )}
      <div className="mt-5">
        <Button variant={stopped ? 'plain' : 'primary'} size="lg" wide pending={busy} onPress={press}>
          {words.button}
        </Button>
      </div>
    </>
  )
}
