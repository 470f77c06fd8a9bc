import type { ReactNode } from 'react'
import { ScrollFrame } from '@/components/ui/scroll-frame'

export type Column = {
  key: string
  /** The heading; empty for a column of buttons or badges, which then needs `says`. */
  head: string
  /** Read out when the heading is empty. */
  says?: string
  align?: 'left' | 'right'
  nowrap?: boolean
  muted?: boolean
}

export type Row = {
  key: string
  cells: Record<string, ReactNode>
  marked?: boolean
}

export type TableProps = {
  /** What the table lists; read out. */
  label: string
  columns: Column[]
  rows: Row[]
  /** On the phone each row becomes a card with its headings; otherwise the table scrolls in its own frame. */
  cards?: boolean
}

const alignment = { left: 'text-left', right: 'text-right' }

/** A plain table for at most a few hundred rows. Sits in a `Card`; the first column names its row. */
export function Table({ label, columns, rows, cards = false }: TableProps) {
  return (
    <ScrollFrame label={label}>
      <table className={`w-full text-sm ${cards ? 'cards' : ''}`}>
        <caption className="sr-only">{label}</caption>
        <thead className="border-b border-line">
          <tr className="text-xs text-muted">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`px-2 py-2 font-normal whitespace-nowrap first:pl-4 last:pr-4 ${alignment[column.align ?? 'left']}`}
              >
                {column.head || <span className="sr-only">{column.says}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={row.key} row={row} columns={columns} stays={!cards} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** `stays`: the first cell keeps its place while the rest scrolls sideways. */
function TableRow({ row, columns, stays }: { row: Row; columns: Column[]; stays: boolean }) {
  const still = `sticky left-0 ${row.marked ? 'bg-accent-soft' : 'bg-surface'}`
  return (
    <tr className={`border-b border-line last:border-0 ${row.marked ? 'bg-accent-soft' : ''}`}>
      {columns.map((column, index) => {
        const className = `h-9 px-2 py-1.5 first:pl-4 last:pr-4 ${alignment[column.align ?? 'left']} ${column.nowrap ? 'whitespace-nowrap' : ''} ${column.muted ? 'text-muted' : ''}`
        const inner = row.cells[column.key]
        return index === 0 ? (
          <th
            key={column.key}
            scope="row"
            data-head={column.head}
            className={`${className} font-normal ${stays ? still : ''}`}
          >
            {inner}
          </th>
        ) : (
          <td key={column.key} data-head={column.head} className={className}>
            {inner}
          </td>
        )
      })}
    </tr>
  )
}
