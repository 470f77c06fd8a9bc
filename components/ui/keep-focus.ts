'use client'

import { type RefObject, useLayoutEffect } from 'react'

const reachable = 'button:not([disabled]), a[href], input:not([disabled]), [tabindex="0"]'

/** Where the focus goes when the button that had it is gone: its group's first button, else the page's title. */
function focusNear(group: Element | null) {
  const lost = document.activeElement === document.body || document.activeElement === null
  if (!lost) return
  const inGroup = group?.isConnected ? group.querySelector<HTMLElement>(reachable) : null
  const target = inGroup ?? document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}

/**
 * A button that takes itself away by being pressed (the state has moved on) must not drop the focus to the top of the
 * page. Mark the group of buttons with `data-actions`.
 */
export function useKeepFocus(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = button.current
    const group = element?.closest('[data-actions]') ?? null
    return () => {
      // React runs this before it removes the element: afterwards nobody could say where the focus was.
      if (element && element === document.activeElement) requestAnimationFrame(() => focusNear(group))
    }
  }, [button])
}
