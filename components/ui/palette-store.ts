'use client'

import { useEffect, useSyncExternalStore } from 'react'
import type { IconName } from '@/components/ui/icon'

export type PaletteItem = {
  id: string
  label: string
  /** The heading it stands under: "Pages", "Weeks", "On this page". */
  group: string
  icon?: IconName
  note?: string
  /** Goes there; otherwise `run` is called. */
  href?: string
  run?: () => void
}

let items: readonly PaletteItem[] = []
const none: readonly PaletteItem[] = []
const listeners = new Set<() => void>()

function set(next: readonly PaletteItem[]) {
  items = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What the present page adds to the palette. */
export function usePageItems(): readonly PaletteItem[] {
  return useSyncExternalStore(
    subscribe,
    () => items,
    () => none,
  )
}

/** Puts one thing into the palette for as long as the caller is on the page; null for not now. */
export function usePaletteItem(item: PaletteItem | null): void {
  useEffect(() => {
    if (!item) return
    set([...items.filter((other) => other.id !== item.id), item])
    return () => set(items.filter((other) => other !== item))
  }, [item])
}
