'use client'

import { useEffect, useRef, useState } from 'react'
import type { Choice } from '@/lib/roster/schema'

export type Draft = { choices: Record<string, Choice>; most: number | null; note: string }
/** `over`: which saved answer it was begun on. */
type Left = { over: string | null; draft: Draft }

const keyOf = (token: string) => `answer ${token.slice(-16)}`

function read(token: string): Left | null {
  try {
    const left = JSON.parse(localStorage.getItem(keyOf(token)) ?? 'null')
    return left && typeof left.draft?.choices === 'object' ? left : null
  } catch {
    // Storage is blocked or holds something else: the draft lives as long as the page.
    return null
  }
}

function write(token: string, left: Left | null): void {
  try {
    if (left) localStorage.setItem(keyOf(token), JSON.stringify(left))
    else localStorage.removeItem(keyOf(token))
  } catch {
    // As above.
  }
}

/**
 * What is chosen and not saved yet. It survives a reload and a closed tab, and is `unsaved` then too; `kept` forgets it
 * once the server has it. One that was begun on an older answer than the server has is forgotten: another phone or
 * another tab has saved since.
 *
 * @param over which saved answer the form shows; null for none
 */
export function useDraft(token: string, initial: Draft, over: string | null) {
  const [draft, setDraft] = useState(initial)
  const [unsaved, setUnsaved] = useState(false)
  const latest = useRef(draft)
  const begun = useRef(over)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    const left = read(token)
    if (!left) return
    if (left.over !== over) return write(token, null)
    setDraft(left.draft)
    setUnsaved(true)
  }, [token, over])
  const set = (next: Partial<Draft>): Draft => {
    const after = { ...latest.current, ...next }
    latest.current = after
    setUnsaved(true)
    setDraft(after)
    write(token, { over: begun.current, draft: after })
    return after
  }
  /** @param id of the answer that the server has now */
  const kept = (sent: Draft, id: string) => {
    begun.current = id
    // What was chosen while the answer was on its way is not saved by it.
    if (latest.current !== sent) return write(token, { over: id, draft: latest.current })
    write(token, null)
    setUnsaved(false)
  }
  return { draft, set, kept, unsaved }
}
