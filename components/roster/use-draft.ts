'use client'

import { useEffect, useRef, useState } from 'react'
import type { Choice } from '@/lib/roster/schema'

export type Draft = { choices: Record<string, Choice>; most: number | null; note: string }

const keyOf = (token: string) => `answer ${token.slice(-16)}`

function read(token: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(token)) ?? 'null')
  } catch {
    // Storage is blocked or holds something else: the draft lives as long as the page.
    return null
  }
}

function write(token: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(token), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(token))
  } catch {
    // As above.
  }
}

/**
 * What is chosen and not saved yet. It survives a reload, and is `unsaved` then too; `kept` forgets it once the server
 * has it.
 */
export function useDraft(token: string, initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const [unsaved, setUnsaved] = useState(false)
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    const left = read(token)
    if (!left) return
    setDraft(left)
    setUnsaved(true)
  }, [token])
  const set = (next: Partial<Draft>) => {
    setUnsaved(true)
    setDraft((before) => {
      const after = { ...before, ...next }
      write(token, after)
      return after
    })
  }
  const kept = (sent: Draft) => {
    // What was chosen while the answer was on its way is not saved by it.
    if (latest.current !== sent) return
    write(token, null)
    setUnsaved(false)
  }
  return { draft, set, kept, unsaved }
}
