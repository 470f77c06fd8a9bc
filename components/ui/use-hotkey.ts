'use client'

import { useEffect, useRef } from 'react'

type Hotkey = { key: string; ctrl?: boolean }

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role="spinbutton"]') !== null
  )
}

/** Calls `run` on a key, anywhere on the page. Plain letters are left alone while somebody types or a dialog is open. */
export function useHotkey({ key, ctrl = false }: Hotkey, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key.toLowerCase() || event.altKey) return
      if (ctrl !== (event.ctrlKey || event.metaKey)) return
      if (!ctrl && (isTyping(event.target) || document.querySelector('[role="dialog"]'))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [key, ctrl])
}
