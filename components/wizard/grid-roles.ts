/**
 * The parts of a grid by role. They are boxes, not elements of a table, because rows lie where they are scrolled to and
 * only those in sight are drawn; so each says where it stands.
 */
export const gridParts = (size: { label: string; rows: number; cols: number; isLocked: boolean }) => ({
  role: 'grid',
  'aria-label': size.label,
  'aria-rowcount': size.rows + 1,
  'aria-colcount': size.cols + 2,
  'aria-readonly': size.isLocked,
})

export const ROWGROUP = { role: 'rowgroup' } as const

export const rowPart = (row: number) => ({ role: 'row', 'aria-rowindex': row + 2 })

/** @param label what is read out, whole · @param isStop Tab leads here, and from here out of the grid */
export const cellPart = (
  role: 'gridcell' | 'rowheader' | 'columnheader',
  row: number,
  col: number,
  label: string,
  isStop: boolean,
) => ({
  role,
  'data-row': row,
  'data-col': col,
  'aria-colindex': col + 2,
  'aria-label': label,
  tabIndex: isStop ? 0 : -1,
})
