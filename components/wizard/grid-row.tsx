'use client'

import { memo } from 'react'
import { Icon } from '@/components/ui/icon'
import { CellMark } from '@/components/wizard/cell-mark'
import { cellPart, rowPart } from '@/components/wizard/grid-roles'
import { cellOf, type GridPerson } from '@/lib/roster/grid/rules'
import { cellWords, personWords } from '@/lib/roster/seats/labels'

type Props = {
  person: GridPerson
  row: number
  /** The columns that are drawn, and what their shifts are called. */
  cols: readonly number[]
  shifts: readonly { id: string; name: string }[]
  /** The column that Tab leads to in this row; null in every other row. */
  stop: number | null
  /** The column whose seat is picked up here, and the one that a drag is over. */
  carried: number | null
  over: number | null
  isAsked: boolean
  canDrag: boolean
}

const cellStyle = 'grid cursor-default place-items-center focus-visible:-outline-offset-2'

/** One person. Drawn again only when their own letters, the columns in sight or the focus in this row change. */
export const GridRow = memo(function GridRow(props: Props) {
  const { person, row, cols, shifts, stop, carried, over, isAsked, canDrag } = props
  return (
    <div
      {...rowPart(row)}
      className="absolute inset-x-0 grid h-(--row) grid-rows-1 border-b border-line"
      style={{ top: `calc(var(--row) * ${row})`, gridTemplateColumns: 'var(--columns)' }}
    >
      <NameCell person={person} row={row} isStop={stop === -1} isAsked={isAsked} />
      {cols.map((col) => {
        const cell = cellOf(person, col)
        const isSeat = cell.seat === 'picked' || cell.seat === 'pinned'
        return (
          <div
            key={col}
            {...cellPart(
              'gridcell',
              row,
              col,
              cellWords({ name: person.name, shift: shifts[col]?.name ?? '', ...cell }),
              stop === col,
            )}
            className={`${cellStyle} hover:bg-sunken ${cell.isNew ? 'bg-open-soft' : ''} ${over === col ? 'bg-accent-soft ring-2 ring-accent ring-inset' : ''} ${carried === col ? 'bg-accent-soft opacity-60 ring-2 ring-accent ring-inset' : ''}`}
            style={{ gridColumn: col + 2 }}
          >
            {isSeat && canDrag ? (
              <span data-seat className="grid size-8 cursor-grab touch-none place-items-center max-md:size-11">
                <CellMark cell={cell} />
              </span>
            ) : (
              <CellMark cell={cell} />
            )}
          </div>
        )
      })}
      <div
        {...cellPart(
          'gridcell',
          row,
          shifts.length,
          `${person.name}: ${person.worked} in 26 weeks`,
          stop === shifts.length,
        )}
        className={`${cellStyle} num justify-end pr-4 text-muted`}
        style={{ gridColumn: shifts.length + 2 }}
      >
        {person.worked}
      </div>
    </div>
  )
})

type NameProps = { person: GridPerson; row: number; isStop: boolean; isAsked: boolean }

function NameCell({ person, row, isStop, isAsked }: NameProps) {
  const isNew = person.seats !== person.seats.toLowerCase()
  return (
    <div
      {...cellPart('rowheader', row, -1, personWords(person, isAsked), isStop)}
      title={person.name}
      className="sticky left-0 z-10 flex min-w-0 items-center gap-1.5 border-r border-line bg-surface pl-4 pr-1.5 focus-visible:-outline-offset-2 max-md:pl-3"
    >
      <span className="truncate">{person.name}</span>
      {person.keyHolder && <Icon name="key-round" className="size-3.5 text-muted" />}
      {person.answer === 'late' && <Icon name="clock-alert" className="size-3.5 text-act" />}
      {isNew && <span className="text-xs text-open">new</span>}
      {isAsked && person.answer === 'silent' && !isNew && <span className="text-xs text-faint">silent</span>}
      {isAsked && person.answer === 'unasked' && !isNew && <span className="text-xs text-faint">not asked</span>}
    </div>
  )
}
