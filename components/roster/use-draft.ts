'use client'

import { useEffect, useRef, useState } from 'react'
import type { Choice } from '@/lib/roster/schema'

export type Draft = { choices: Record<string, Choice>; most: number | null; note: string }
/** `over`: which saved answer it was begun on. `unsure`: a save of it got no answer, so a newer one may be its own. */
type Left = { over: string | null; draft: Draft; unsure?: boolean }

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

const isSame = (a: Draft, b: Draft): boolean =>
  a.most === b.most &&
  a.note.trim() === b.note.trim() &&
  [...new Set([...Object.keys(a.choices), ...Object.keys(b.choices)])].every((id) => a.choices[id] === b.choices[id])

/**
 * What is chosen and not saved yet. It survives a reload and a closed tab, and is `unsaved` then too; `kept` forgets it
 * once the server has it. One that was begun on an older answer than the server has is forgotten: another phone or
 * another tab has saved since. After a save whose answer was lost it stays, as far as it says something else.
 *
 * @param over which saved answer the form shows; null for none
 */
export function useDraft(token: string, initial: Draft, over: string | null) {
  const [draft, setDraft] = useState(initial)
  const [unsaved, setUnsaved] = useState(false)
  const latest = useRef(draft)
  const begun = useRef(over)
  const unsure = useRef(false)
  const brought = useRef(initial)
  useEffect(() => {
    latest.current = draft
  })
  useEffect(() => {
    const left = read(token)
    if (!left) return
    const isOld = left.over !== over
    if (isOld && (!left.unsure || isSame(left.draft, brought.current))) return write(token, null)
    unsure.current = !isOld && left.unsure === true
    setDraft(left.draft)
    setUnsaved(true)
  }, [token, over])
  const set = (next: Partial<Draft>): Draft => {
    const after = { ...latest.current, ...next }
    latest.current = after
    setUnsaved(true)
    setDraft(after)
    write(token, { over: begun.current, draft: after, unsure: unsure.current })
    return after
  }
  /** A save of it got no answer. */
  const lost = () => {
    unsure.current = true
    write(token, { over: begun.current, draft: latest.current, unsure: true })
  }
  /** @param id of the answer that the server has now */
  const kept = (sent: Draft, id: string) => {
    begun.current = id
    unsure.current = false
    // What was chosen while the answer was on its way is not saved by it.
    if (latest.current !== sent) return write(token, { over: id, draft: latest.current })
    write(token, null)
    setUnsaved(false)
  }
  return { draft, set, kept, lost, unsaved }
}
