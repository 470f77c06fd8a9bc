'use client'

import { Icon } from '@/components/ui/icon'
import { cellPart, ROWGROUP, rowPart } from '@/components/wizard/grid-roles'
import { headWords } from '@/lib/roster/seats/labels'
import type { ShiftView } from '@/lib/roster/week/schema'

type Props = {
  shifts: readonly ShiftView[]
  cols: readonly number[]
  /** The column that Tab leads to in the head, or null. */
  stop: number | null
  isAssigned: boolean
  isAsked: boolean
}

const headStyle = 'focus-visible:-outline-offset-2'

/** The shifts: day over time, what is done where several things are, and how far each is filled. */
export function GridHead({ shifts, cols, stop, isAssigned, isAsked }: Props) {
  const roles = new Set(shifts.map(({ role }) => role)).size > 1
  return (
    <div {...ROWGROUP} className="sticky top-0 z-20 border-b border-line bg-surface">
      <div
        {...rowPart(-1)}
        className="grid min-h-14 text-xs text-muted"
        style={{ gridTemplateColumns: 'var(--columns)' }}
      >
        <div
          {...cellPart('columnheader', -1, -1, 'Tender', stop === -1)}
          data-grid-corner
          className={`${headStyle} sticky left-0 z-10 flex items-center border-r border-line bg-surface pl-4 max-md:pl-3`}
        >
          Tender
        </div>
        {cols.map((col) => {
          const shift = shifts[col]
          if (!shift) return null
          const isShort = isAssigned && (shift.empty > 0 || shift.keyMissing)
          return (
            <div
              key={shift.id}
              {...cellPart('columnheader', -1, col, headWords(shift, isAssigned, isAsked), stop === col)}
              className={`${headStyle} flex cursor-default flex-col items-center justify-center overflow-hidden py-1 leading-tight whitespace-nowrap hover:bg-sunken`}
              style={{ gridColumn: col + 2 }}
            >
              <span className="text-ink">{shift.day}</span>
              <span className="num">{shift.time}</span>
              {roles && <span className="max-w-full truncate px-0.5 text-2xs">{shift.role}</span>}
              <span className={`num flex items-center gap-0.5 text-2xs ${isShort ? 'font-medium text-act' : ''}`}>
                {isAssigned ? shift.filled : isAsked ? `${shift.yes}+${shift.ifNeeded}` : ''}
                {(isAssigned || isAsked) && '/'}
                {shift.seats}
                {isAssigned && shift.empty > 0 && <Icon name="circle-alert" className="size-3" />}
                {shift.keyMissing && <Icon name="key-round" className="size-3" />}
              </span>
            </div>
          )
        })}
        <div
          {...cellPart('columnheader', -1, shifts.length, 'Shifts worked in 26 weeks', stop === shifts.length)}
          data-grid-count
          className={`${headStyle} flex items-center justify-end pr-4`}
          style={{ gridColumn: shifts.length + 2 }}
        >
          26 wk
        </div>
      </div>
    </div>
  )
}
