'use client'

import { useEffect, useState } from 'react'
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

/** What is chosen and not saved yet. It survives a reload; `kept` forgets it once the server has it. */
export function useDraft(token: string, initial: Draft) {
  const [draft, setDraft] = useState(initial)
  useEffect(() => {
    const left = read(token)
    if (left) setDraft(left)
  }, [token])
  const set = (next: Partial<Draft>) => {
    setDraft((before) => {
      const after = { ...before, ...next }
      write(token, after)
      return after
    })
  }
  return { draft, set, kept: () => write(token, null) }
}
