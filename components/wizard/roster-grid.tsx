'use client'

import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useKeyGroup } from '@/components/ui/keyboard-help'
import { later } from '@/components/ui/later'
import { actionsOf, type CellKey, changeOfDrop, changeOfKey } from '@/components/wizard/grid-changes'
import { GridHead } from '@/components/wizard/grid-head'
import { type At, GRID_KEYS, nextAt } from '@/components/wizard/grid-keys'
import { gridParts, ROWGROUP } from '@/components/wizard/grid-roles'
import { GridRow } from '@/components/wizard/grid-row'
import { useGridDrag } from '@/components/wizard/use-grid-drag'
import { drawn, useGridWindow } from '@/components/wizard/use-grid-window'
import { cellOf, type GridPerson } from '@/lib/roster/grid/rules'
import type { Change } from '@/lib/roster/schema'
import { carriedWords } from '@/lib/roster/seats/labels'
import type { ShiftView } from '@/lib/roster/week/schema'

const CellMenu = later(() => import('@/components/wizard/cell-menu').then((loaded) => loaded.CellMenu))

/** What somebody looks at: a cell, or a shift as a whole. `aloud` when they asked for its reason. */
export type Looked = { tenderId: string | null; shiftId: string; aloud: boolean }

type Props = {
  label: string
  people: GridPerson[]
  shifts: ShiftView[]
  isAssigned: boolean
  isAsked: boolean
  /** Why the roster cannot be changed now, as a sentence; null where it can. */
  lock: string | null
  onChange: (change: Change) => void
  /** A key was pressed that the lock forbids. */
  onLocked: (sentence: string) => void
  onLook: (at: Looked) => void
}

const KEYS = new Set<string>(['p', 'b', 'r', 'x', 'w'])

/** People by shifts. One cell has the focus, keys and pointers act on it; the rows out of sight are not drawn. */
export function RosterGrid(props: Props) {
  const { label, people, shifts, isAssigned, isAsked, lock, onChange, onLocked, onLook } = props
  useKeyGroup(GRID_KEYS)
  const frame = useRef<HTMLDivElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState<At>({ row: 0, col: 0 })
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const [carried, setCarried] = useState<At | null>(null)
  /** The focus is to follow once the cell is drawn. */
  const follows = useRef(false)
  const sight = useGridWindow(frame, people.length, shifts.length)
  const here = { row: Math.min(at.row, people.length - 1), col: Math.min(at.col, shifts.length) }

  const boxOf = useCallback(
    ({ row, col }: At) => frame.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-col="${col}"]`) ?? null,
    [],
  )
  useLayoutEffect(() => {
    if (!follows.current) return
    follows.current = false
    const box = boxOf(at)
    box?.focus({ preventScroll: true })
    box?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at, boxOf])

  const personAt = ({ row }: At) => people[row]
  const pairAt = ({ row, col }: At) => {
    const [person, shift] = [people[row], shifts[col]]
    return person && shift ? { tenderId: person.id, shiftId: shift.id } : null
  }
  const heldAt = (cell: At) => {
    const person = personAt(cell)
    const { seat } = person ? cellOf(person, cell.col) : { seat: 'none' }
    return seat === 'picked' || seat === 'pinned'
  }
  const look = (cell: At, aloud: boolean) => {
    const shift = shifts[cell.col]
    if (shift) onLook({ tenderId: people[cell.row]?.id ?? null, shiftId: shift.id, aloud })
  }
  const go = (to: At) => {
    follows.current = true
    setAt({ ...to })
  }
  const dropOn = (from: At, to: At) => {
    const [mine, theirs] = [pairAt(from), pairAt(to)]
    setCarried(null)
    if (!mine || !theirs || (mine.shiftId === theirs.shiftId && mine.tenderId === theirs.tenderId)) return
    if (lock) return onLocked(lock)
    onChange(changeOfDrop(mine, theirs, heldAt(to)))
    go(to)
  }
  const drag = useGridDrag(frame, ghost, lock === null, dropOn)

  const act = (key: CellKey, cell: At) => {
    const [person, pair] = [personAt(cell), pairAt(cell)]
    if (key === 'w') return look(cell, true)
    if (!person || !pair) return
    if (lock) return onLocked(lock)
    if (key === 'x') {
      if (carried) return dropOn(carried, cell)
      return heldAt(cell) ? setCarried(cell) : undefined
    }
    const change = changeOfKey(key, cellOf(person, cell.col), pair)
    if (change) onChange(change)
  }
  const press = (cell: At) => {
    if (carried) return dropOn(carried, cell)
    if (cell.row < 0 || !pairAt(cell)) return look(cell, true)
    setMenu(boxOf(cell))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return
    const size = { rows: people.length, cols: shifts.length, page: sight.page }
    const to = nextAt(here, event, size)
    const key = event.key.toLowerCase()
    if (to) go(to)
    else if (event.ctrlKey) return
    else if (event.key === 'Enter' || event.key === ' ') press(here)
    else if (event.key === 'Escape' && carried) setCarried(null)
    else if (KEYS.has(key)) act(key as CellKey, here)
    else return
    event.preventDefault()
  }
  const cellOfEvent = (event: { target: EventTarget }): At | null => {
    const box = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    return box ? { row: Number(box.dataset.row), col: Number(box.dataset.col) } : null
  }
  const onClick = (event: MouseEvent) => {
    const cell = cellOfEvent(event)
    if (!cell) return
    go(cell)
    press(cell)
  }
  const onFocus = (event: FocusEvent) => {
    const cell = cellOfEvent(event)
    if (!cell) return
    if (cell.row !== at.row || cell.col !== at.col) setAt(cell)
    look(cell, false)
  }
  const hands = { onKeyDown, onClick, onFocus }
  const rows = drawn(sight.rows, here.row, people.length)
  const [from, to] = sight.cols
  const also = here.col >= from && here.col < to ? null : here.col
  // The same list as long as the same columns are drawn, or each arrow key would draw every row again.
  const cols = useMemo(() => drawn([from, to], also, shifts.length), [from, to, also, shifts.length])
  const held = drag?.from ?? carried
  const moving = held && { person: personAt(held)?.name ?? '', shift: shifts[held.col]?.name ?? '' }
  const [menuRow, menuCol] = [Number(menu?.dataset.row), Number(menu?.dataset.col)]
  const menuPerson = menu && people[menuRow]
  return (
    <>
      <div
        ref={frame}
        {...gridParts({ label, rows: people.length, cols: shifts.length, isLocked: lock !== null })}
        {...hands}
        className={`relative max-h-[min(46rem,78dvh)] overflow-auto text-sm outline-none [--col:2.75rem] [--count:3.5rem] [--name:10.5rem] [--row:2.25rem] max-md:[--col:3rem] max-md:[--name:7.75rem] max-md:[--row:2.75rem] scroll-pt-16 scroll-pl-(--name) ${drag ? 'select-none cursor-grabbing' : ''}`}
        style={{ '--columns': `var(--name) repeat(${shifts.length}, minmax(var(--col), 1fr)) var(--count)` } as object}
      >
        <div style={{ minWidth: `calc(var(--name) + ${shifts.length} * var(--col) + var(--count))` }}>
          <GridHead
            shifts={shifts}
            cols={cols}
            stop={here.row < 0 ? here.col : null}
            isAssigned={isAssigned}
            isAsked={isAsked}
          />
          <div
            {...ROWGROUP}
            data-grid-body
            className="relative"
            style={{ height: `calc(var(--row) * ${people.length})` }}
          >
            {rows.map((row) => {
              const person = people[row]
              return (
                person && (
                  <GridRow
                    key={person.id}
                    person={person}
                    row={row}
                    cols={cols}
                    shifts={shifts}
                    stop={here.row === row ? here.col : null}
                    carried={held?.row === row ? held.col : null}
                    over={drag?.over?.row === row ? drag.over.col : null}
                    isAsked={isAsked}
                    canDrag={lock === null}
                  />
                )
              )
            })}
          </div>
        </div>
      </div>
      <p role="status" className={carried ? 'border-t border-line px-4 py-2 text-sm text-muted' : 'sr-only'}>
        {carried && moving ? carriedWords(moving.person, moving.shift) : ''}
      </p>
      <div
        ref={ghost}
        aria-hidden
        className={`pointer-events-none fixed top-0 left-0 z-50 rounded-md border border-line bg-surface px-2 py-1 text-xs shadow-raised ${drag ? '' : 'hidden'}`}
      >
        {drag && moving && `${moving.person}, ${moving.shift}`}
      </div>
      {menu && menuPerson && (
        <CellMenu
          label={`${menuPerson.name}, ${shifts[menuCol]?.name ?? ''}`}
          anchor={menu}
          actions={actionsOf(cellOf(menuPerson, menuCol))}
          lock={lock}
          onAction={(key) => act(key, { row: menuRow, col: menuCol })}
          onClose={() => {
            const cell = { row: menuRow, col: menuCol }
            setMenu(null)
            setAt(cell)
            // Only once the menu has gone can what it covered be focused again.
            requestAnimationFrame(() => boxOf(cell)?.focus({ preventScroll: true }))
          }}
        />
      )}
    </>
  )
}
