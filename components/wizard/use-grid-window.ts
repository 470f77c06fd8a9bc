'use client'

import { type RefObject, useEffect, useState } from 'react'

/** Rows and columns that are drawn: from, to (exclusive). */
export type GridWindow = { rows: readonly [number, number]; cols: readonly [number, number]; page: number }

/** What the server draws, and the browser until it has measured: a screen of the desk. */
const FIRST: GridWindow = { rows: [0, 24], cols: [0, 14], page: 10 }
/** Beyond the edge, so that a quick scroll or a held arrow key meets no blank. */
const MORE_ROWS = 8
const MORE_COLS = 4

/**
 * Which part of the grid is in sight. Rows are equally high and columns equally wide, so the part follows from where
 * the frame is scrolled to; no row is measured.
 */
export function useGridWindow(frame: RefObject<HTMLElement | null>, rows: number, cols: number): GridWindow {
  const [seen, setSeen] = useState(FIRST)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let asked = 0
    const look = () => {
      asked = 0
      const body = element.querySelector<HTMLElement>('[data-grid-body]')
      const name = element.querySelector<HTMLElement>('[data-grid-corner]')
      const count = element.querySelector<HTMLElement>('[data-grid-count]')
      if (!body || !name || !count) return
      const high = body.offsetHeight / Math.max(1, rows)
      const wide = (body.offsetWidth - name.offsetWidth - count.offsetWidth) / Math.max(1, cols)
      const page = Math.max(1, Math.floor((element.clientHeight - name.offsetHeight) / high) - 1)
      const [top, left] = [Math.floor(element.scrollTop / high), Math.floor(element.scrollLeft / wide)]
      const next: GridWindow = {
        rows: [Math.max(0, top - MORE_ROWS), Math.min(rows, top + page + 2 + MORE_ROWS)],
        cols: [Math.max(0, left - MORE_COLS), Math.min(cols, left + Math.ceil(element.clientWidth / wide) + MORE_COLS)],
        page,
      }
      setSeen((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next))
    }
    const ask = () => {
      asked ||= requestAnimationFrame(look)
    }
    look()
    const observer = new ResizeObserver(ask)
    observer.observe(element)
    element.addEventListener('scroll', ask, { passive: true })
    return () => {
      cancelAnimationFrame(asked)
      observer.disconnect()
      element.removeEventListener('scroll', ask)
    }
  }, [frame, rows, cols])
  return seen
}

/** The numbers of a window, and one beyond it that must be drawn because it has the focus. */
export function drawn([from, to]: readonly [number, number], also: number | null, size: number): number[] {
  const all = Array.from({ length: Math.max(0, Math.min(to, size) - from) }, (_, at) => from + at)
  if (also === null || also < 0 || also >= size || (also >= from && also < to)) return all
  return also < from ? [also, ...all] : [...all, also]
}
