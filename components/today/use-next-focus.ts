'use client'

import { type RefObject, useLayoutEffect, useRef } from 'react'

const reachable = 'button:not([disabled]), a[href]'

/**
 * When the entry that has the focus goes, the focus goes to the one that stands in its place: the first of its buttons,
 * else its title; after the last entry to the page's title. So a list is worked off by the keyboard alone.
 *
 * @param keys of the entries, in their order
 */
export function useNextFocus(list: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const held = useRef<{ key: string; at: number } | null>(null)
  const order = useRef(keys)
  useLayoutEffect(() => {
    order.current = keys
    const was = held.current
    if (!was || keys.includes(was.key)) return
    held.current = null
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? []
    const next = rows[Math.min(was.at, rows.length - 1)]
    const target =
      next?.querySelector<HTMLElement>(`[data-actions] :is(${reachable})`) ??
      next?.querySelector<HTMLElement>(reachable) ??
      document.querySelector<HTMLElement>('main h1')
    // A dialog that asked first gives its focus back to a button that is gone: after that.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body || document.activeElement === null) target?.focus()
    })
    target?.focus()
  }, [keys, list])
  useLayoutEffect(() => {
    const element = document
    const note = ({ target }: FocusEvent) => {
      const row = (target as Element | null)?.closest?.('[data-entry]')
      // The dialog of an entry's button stands outside the list: the entry keeps being the one.
      if (!row && (target as Element | null)?.closest?.('[role="dialog"]')) return
      const key = row?.getAttribute('data-entry')
      held.current = key ? { key, at: order.current.indexOf(key) } : null
    }
    element.addEventListener('focusin', note)
    return () => element.removeEventListener('focusin', note)
  }, [])
}
