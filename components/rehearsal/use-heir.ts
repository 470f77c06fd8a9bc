'use client'

import { type RefObject, useLayoutEffect } from 'react'

/** Whether what took itself away had the focus: whoever comes in its place takes it. */
export type Heir = RefObject<boolean>

/** Hands the focus from the button of one step to that of the next: the wizard is worked through by the keyboard alone. */
export function useHeir(heir: Heir, control: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = control.current
    if (heir.current) {
      heir.current = false
      element?.focus()
    }
    return () => {
      // React runs this before it removes the element: afterwards nobody could say where the focus was.
      if (element && element === document.activeElement) heir.current = true
    }
  }, [heir, control])
}
