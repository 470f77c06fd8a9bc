import type { KeyGroup } from '@/components/ui/keyboard-help'

/** A place in the grid: row -1 is the head, column -1 the names, the column after the last shift the 26 weeks. */
export type At = { row: number; col: number }
type Size = { rows: number; cols: number /** Rows in sight. */; page: number }
type Key = { key: string; ctrlKey: boolean }

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Where a key leads from a place; null when it is none of the keys that move. */
export function nextAt({ row, col }: At, { key, ctrlKey }: Key, { rows, cols, page }: Size): At | null {
  const to = (r: number, c: number): At => ({ row: clamp(r, -1, rows - 1), col: clamp(c, -1, cols) })
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, col)
    case 'ArrowDown':
      return to(row + 1, col)
    case 'ArrowLeft':
      return to(row, col - 1)
    case 'ArrowRight':
      return to(row, col + 1)
    case 'Home':
      return ctrlKey ? to(0, 0) : to(row, -1)
    case 'End':
      return ctrlKey ? to(rows - 1, cols) : to(row, cols)
    case 'PageUp':
      return row < 0 ? to(row, col) : { ...to(row - page, col), row: Math.max(0, row - page) }
    case 'PageDown':
      return to(row + page, col)
    default:
      return null
  }
}

export const GRID_KEYS: KeyGroup = {
  id: 'grid',
  title: 'In the assignments',
  hints: [
    { id: 'arrows', keys: ['↑', '↓', '←', '→'], does: 'Go to another cell' },
    { id: 'ends', keys: ['Home', 'End'], does: 'Go to the first or last cell of the row' },
    { id: 'pages', keys: ['Page ↑', 'Page ↓'], does: 'Go a screen up or down' },
    { id: 'menu', keys: ['Enter'], does: 'Show what can be done with the cell' },
    { id: 'pin', keys: ['P'], does: 'Pin a person to the shift, or unpin them' },
    { id: 'ban', keys: ['B'], does: 'Ban a person from the shift, or lift the ban' },
    { id: 'off', keys: ['R'], does: 'Take a person off the shift' },
    { id: 'carry', keys: ['X'], does: 'Pick a seat up, then drop it: a move or an exchange' },
    { id: 'why', keys: ['W'], does: 'Say why' },
  ],
}
