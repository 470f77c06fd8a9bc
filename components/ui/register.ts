'use client'

import { useEffect, useSyncExternalStore } from 'react'

type Entry = { id: string }

/** A list that components add to for as long as they are on the page; the last of an id wins. */
export function createRegister<T extends Entry>() {
  const none: readonly T[] = []
  let entries: readonly T[] = none
  const listeners = new Set<() => void>()

  const set = (next: readonly T[]) => {
    entries = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  return {
    useEntries: () =>
      useSyncExternalStore(
        subscribe,
        () => entries,
        () => none,
      ),
    /** Null for not now. The entry must keep its identity between renders. */
    useEntry: (entry: T | null) =>
      useEffect(() => {
        if (!entry) return
        set([...entries.filter((other) => other.id !== entry.id), entry])
        return () => set(entries.filter((other) => other !== entry))
      }, [entry]),
  }
}
