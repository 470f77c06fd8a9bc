'use client'

import { type ComponentType, lazy, Suspense } from 'react'

/** Signs that somebody is at the page, and may open something next. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
const wanted = new Set<() => void>()

/** A file that failed once is not asked for again before the page is loaded anew: without a network nothing is asked for. */
const online = (): Promise<void> =>
  navigator.onLine
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true }))

function fetchAll() {
  if (!navigator.onLine) return
  for (const sign of SIGNS) window.removeEventListener(sign, fetchAll, true)
  for (const load of wanted) load()
  wanted.clear()
}

/** Calls `load` at the first sign of somebody, so that what is opened then is there already. */
function atFirstSign(load: () => void) {
  if (typeof window === 'undefined') return
  wanted.add(load)
  for (const sign of SIGNS) window.addEventListener(sign, fetchAll, { capture: true, passive: true })
}

/**
 * A part of a page that nobody sees before they press something: its code is not loaded with the page. It is never
 * drawn by the server. Without a network it comes once there is one again; the shell says that there is none.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ahead: Promise<ComponentType<P> | null> = Promise.resolve(null)
  const Part = lazy(async () => {
    const there = await ahead
    if (there) return { default: there }
    await online()
    return { default: await load() }
  })
  // What could not be fetched ahead is fetched, or fails, when it is drawn.
  atFirstSign(() => {
    ahead = load().catch(() => null)
  })
  return function Later(props: P) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
