import { describe, expect, test } from 'vitest'
import { append, arrange, newRows, refresh, shownFrom, type TimelineRow, takeIn } from '@/lib/timeline/rules'

const at = (second: number) => ({
  iso: `2026-12-10T10:12:${String(second).padStart(2, '0')}.000Z`,
  label: `${second}`,
  dated: `${second}`,
})
const rest = {
  subject: { key: 'run:1', name: 'Week of 14 December', kind: 'roster', href: null },
  from: null,
  mark: { label: 'closed', tone: 'quiet', icon: 'lock' },
  note: '',
  who: 'Operator',
} as const

const event = (id: number, second = id, sealed = false): TimelineRow => ({
  kind: 'event',
  key: `e${id}`,
  id,
  at: at(second),
  sealed,
  ...rest,
})
const lease = (name: string, second: number, endedBy: number | null): TimelineRow => ({
  kind: 'lease',
  key: `l${name}`,
  endedBy,
  at: at(second),
  ...rest,
})
const keys = (rows: readonly TimelineRow[]) => rows.map((row) => row.key).join(' ')

describe('arrange', () => {
  test('orders events by their number, whatever their clocks say', () => {
    expect(keys(arrange([event(1, 9), event(3, 2), event(2, 5)]))).toBe('e3 e2 e1')
  })
  test('puts a lease below the event that ended it and what came in between', () => {
    expect(keys(arrange([event(5, 20), event(4, 19), event(3, 18), event(2, 10), lease('a', 15, 4)]))).toBe(
      'e5 e4 e3 la e2',
    )
  })
  test('puts it at the end of what is loaded while its beginning is not', () => {
    expect(keys(arrange([event(5, 20), lease('a', 1, 5), event(4, 19)]))).toBe('e5 e4 la')
  })
  test('shows what is open now on top, and leases alone by their beginning', () => {
    expect(keys(arrange([event(5, 20), lease('old', 2, null), lease('new', 9, null)]))).toBe('lnew lold e5')
  })
  test('keeps each row once, as it was listed first', () => {
    const rows = arrange([event(2, 2, true), event(1), event(2, 2, false)])
    expect(keys(rows)).toBe('e2 e1')
    expect(rows[0]).toMatchObject({ sealed: true })
  })
})

describe('a newer first page', () => {
  const first = { rows: [event(3), event(2), lease('a', 1, null)], older: '2' }
  const newer = { rows: [event(4), event(3, 3, true), event(2, 2, true), lease('a', 1, 4)], older: '2' }

  test('says what is new in it', () => {
    expect(keys(newRows(shownFrom(first), newer))).toBe('e4')
    expect(newRows(shownFrom(first), first)).toEqual([])
  })
  test('replaces the list while nothing older was loaded', () => {
    const shown = takeIn(shownFrom(first), newer)
    expect(keys(shown.rows)).toBe('e4 e3 e2 la')
    expect(shown.fresh).toEqual(['e4'])
  })
  test('stands above the older pages that were loaded', () => {
    const deep = append(shownFrom(first), { rows: [event(1)], older: null })
    expect(keys(deep.rows)).toBe('la e3 e2 e1')
    const shown = takeIn(deep, newer)
    expect(keys(shown.rows)).toBe('e4 e3 e2 la e1')
    expect(shown.older).toBeNull()
  })
  test('begins the list again when the two no longer meet', () => {
    const deep = append(shownFrom(first), { rows: [event(1)], older: null })
    const far = { rows: [event(90), event(89)], older: '89' }
    expect(takeIn(deep, far)).toMatchObject({ older: '89', deep: false })
    expect(keys(takeIn(deep, far).rows)).toBe('e90 e89')
  })
  test('brings marks up to date without moving a row', () => {
    const shown = refresh(shownFrom(first), newer)
    expect(keys(shown.rows)).toBe('la e3 e2')
    expect(shown.rows[1]).toMatchObject({ sealed: true })
  })
})
