'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Scrolls sideways inside itself so that the page never does; reachable by keyboard only while there is more to see. */
export function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  // Until it is measured it counts as scrolling: a frame that is reachable for nothing is better than one that is not.
  const [scrolls, setScrolls] = useState(true)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={frame}
      className="relative overflow-x-auto focus-visible:-outline-offset-2"
      {...(scrolls ? { role: 'region', 'aria-label': `${label}, scrolls sideways`, tabIndex: 0 } : {})}
    >
      {children}
    </div>
  )
}
