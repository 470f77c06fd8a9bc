import Papa from 'papaparse'
import { expect, test } from 'vitest'
import type { TimelineRow } from '../rules'
import { csvOf, exportOf, fileNameOf } from './rules'

const NOW = new Date('2026-11-30T23:30:00Z')
const row = (id: number, key: string, over: Partial<TimelineRow> = {}): TimelineRow =>
  ({
    kind: 'event',
    id,
    key: `e${id}`,
    at: { iso: new Date(Date.UTC(2026, 9, 24, 22, id)).toISOString(), label: '', dated: '' },
    subject: { key, name: `Week ${key}`, kind: 'roster', href: `/roster/${key}` },
    from: null,
    mark: { label: 'Draft', tone: 'quiet', icon: 'file-pen' },
    note: '',
    who: 'Rosa Lind',
    sealed: id < 3,
    ...over,
  }) as TimelineRow

const whole = (rows: TimelineRow[], total = rows.length, zone = 'Europe/London') => ({ zone, now: NOW, rows, total })
const cells = (csv: string) => Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), { skipEmptyLines: true }).data

test('each subject’s events stand together, the oldest first, subjects by their first event', () => {
  const rows = [row(5, 'run:b'), row(4, 'run:a'), row(3, 'run:b'), row(2, 'run:a')]
  const { subjects } = exportOf(whole(rows), {}, 100)
  expect(subjects.map(({ subject, events }) => [subject, events.map(({ number }) => number)])).toEqual([
    ['run:a', [2, 4]],
    ['run:b', [3, 5]],
  ])
})

test('a lease stands above the event that ended it, as it came before', () => {
  const lease = {
    kind: 'lease',
    key: 'l1',
    endedBy: 4,
    at: { iso: '2026-10-24T22:03:00.000Z', label: '', dated: '' },
  } as const
  const [subject] = exportOf(whole([row(4, 'run:a'), { ...row(9, 'run:a'), ...lease } as TimelineRow]), {}, 9).subjects
  expect(subject?.events.map(({ kind, number, sealed }) => [kind, number, sealed])).toEqual([
    ['lease', null, null],
    ['event', 4, false],
  ])
})

test('cells that a spreadsheet would compute are text, and a comma or a quote ends no cell', () => {
  const name = '=HYPERLINK("http://x.test","click")'
  const evil = row(1, 'run:a', { subject: { key: 'run:a', name, kind: '+roster', href: null }, note: '@a, "b"\n-c' })
  const csv = csvOf(exportOf(whole([evil]), {}, 9))
  expect(csv.startsWith('\uFEFFSubject,Kind,')).toBe(true)
  expect(cells(csv)[1]?.slice(0, 7)).toEqual([
    `'${name}`,
    "'+roster",
    '2026-10-24T22:01:00.000Z',
    '2026-10-24 23:01:00 BST',
    '',
    'draft',
    '\'@a, "b"\n-c',
  ])
})

test('what is left out is said in the file: in the first line of a table, and in figures', () => {
  const exported = exportOf(whole([row(2, 'run:a')], 12_345), { desk: 'roster' }, 1)
  expect(exported).toMatchObject({ total: 12_345, leftOut: 12_344, filters: { desk: 'roster' } })
  expect(exported.note).toContain('the newest 1 of 12,345 events')
  expect(cells(csvOf(exported))[1]?.[0]).toContain('12,344 older ones are left out')
  expect(exportOf(whole([row(2, 'run:a')], 1), {}, 1).note).toBeNull()
})

test('the file is called by its days: those asked for, else those of its events in the company’s time', () => {
  const rows = [row(1, 'run:a'), row(70, 'run:a')]
  const named = (over: Record<string, string> = {}, some = rows) => fileNameOf(exportOf(whole(some), over, 9), 'csv')
  expect(named()).toBe('timeline-2026-10-24-to-2026-10-25.csv')
  expect(named({ range: 'dates', from: '2026-10-01' })).toBe('timeline-2026-10-01-to-2026-10-25.csv')
  expect(named({}, [])).toBe('timeline-2026-11-30.csv')
})
