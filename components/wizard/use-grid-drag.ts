'use client'

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { At } from '@/components/wizard/grid-keys'

/** So far a pointer moves before a press is a drag: less is a hand that trembles. */
const SLACK_PX = 6
/** This near to its edge the frame scrolls by itself, so that a drag reaches what is out of sight. */
const EDGE_PX = 40

export type Drag = { from: At; over: At | null }

const cellAt = (element: Element | null): At | null => {
  const cell = element?.closest<HTMLElement>('[data-row][data-col]')
  return cell ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : null
}

/**
 * Drags a seat with mouse, pen or finger. Pointers and not the browser's own drag, which knows no finger and draws
 * what it likes. Without a pointer the same is done by keys, and without dragging by the cell's menu.
 *
 * @param ghost what follows the pointer · @param drop called with both cells once one is let go over another
 */
export function useGridDrag(
  frame: RefObject<HTMLElement | null>,
  ghost: RefObject<HTMLElement | null>,
  isAllowed: boolean,
  drop: (from: At, to: At) => void,
): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef(drop)
  useEffect(() => {
    latest.current = drop
  })
  useEffect(() => {
    const element = frame.current
    if (!element || !isAllowed) return
    let start: { at: At; id: number; x: number; y: number } | null = null
    let now: Drag | null = null
    let scroll = 0

    const show = (next: Drag | null) => {
      const isSame = next?.over?.row === now?.over?.row && next?.over?.col === now?.over?.col && !next === !now
      now = next
      if (!isSame) setDrag(next)
    }
    const end = () => {
      start = null
      cancelAnimationFrame(scroll)
      scroll = 0
      show(null)
    }
    const creep = (x: number, y: number) => {
      cancelAnimationFrame(scroll)
      const box = element.getBoundingClientRect()
      const by = (at: number, from: number, to: number) => (at < from + EDGE_PX ? -8 : at > to - EDGE_PX ? 8 : 0)
      const [dx, dy] = [by(x, box.left, box.right), by(y, box.top, box.bottom)]
      if (dx === 0 && dy === 0) return
      scroll = requestAnimationFrame(() => {
        element.scrollBy(dx, dy)
        creep(x, y)
      })
    }
    const onDown = (event: PointerEvent) => {
      const seat = event.target instanceof Element ? event.target.closest('[data-seat]') : null
      const at = cellAt(seat)
      if (!at || event.button !== 0) return
      start = { at, id: event.pointerId, x: event.clientX, y: event.clientY }
    }
    const onMove = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return
      const { clientX: x, clientY: y } = event
      if (!now && Math.hypot(x - start.x, y - start.y) < SLACK_PX) return
      event.preventDefault()
      ghost.current?.style.setProperty('translate', `${x + 12}px ${y + 12}px`)
      const over = cellAt(document.elementFromPoint(x, y))
      const isCell = over !== null && over.row >= 0 && over.col >= 0
      show({ from: start.at, over: isCell ? over : null })
      creep(x, y)
    }
    const onUp = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.id) return
      const done = now
      end()
      if (!done) return
      // The press that ends a drag is no click on what lies under it.
      window.addEventListener('click', swallow, { capture: true, once: true })
      requestAnimationFrame(() => window.removeEventListener('click', swallow, { capture: true }))
      if (done.over) latest.current(done.from, done.over)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && now && end()
    element.addEventListener('pointerdown', onDown)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', end)
    window.addEventListener('keydown', onKey)
    return () => {
      end()
      element.removeEventListener('pointerdown', onDown)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', end)
      window.removeEventListener('keydown', onKey)
    }
  }, [frame, ghost, isAllowed])
  return drag
}

const swallow = (event: Event) => {
  event.stopPropagation()
  event.preventDefault()
}
