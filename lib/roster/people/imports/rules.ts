import { createHash } from 'node:crypto'
import { writeCsv } from '@/lib/platform/csv'
import { changeWords } from '../labels'
import { changesOf } from '../rules'
import { REASON, type Sheet, unescaped } from './csv/rules'
import type { Report, Verdict } from './schema'

type Plain = string | number | boolean | null
export type Values = Record<string, Plain>

/** What becomes of one row of a file. `note` is what to know beside it, `reads` what was read of a new one. */
export type Planned<V extends Values> = { line: number; name: string; cells: string[]; note: string | null } & (
  | { verdict: 'refused'; why: string }
  | { verdict: 'added'; value: V; reads: string }
  | { verdict: 'changed'; id: string; was: V; value: V }
  | { verdict: 'unchanged'; id: string }
)
export type Plan<V extends Values> = { rows: Planned<V>[]; sheet: Sheet }

type Row = { line: number; name: string; cells: string[] }

export const isSame = <V extends Values>(was: V, value: V): boolean =>
  Object.keys(changesOf(was, value).after).length === 0

/** A text as it is there, where the file's differs by nothing that can be seen. */
export const keptText = (was: string, said: string): string => (was.normalize('NFC') === said ? was : said)

export const refusedRow = <V extends Values>({ line, name, cells }: Row, why: string): Planned<V> => ({
  ...{ line, name, cells, note: null },
  verdict: 'refused',
  why,
})

/** Changed or as it was, by what the row says of somebody who is there. */
export function settledRow<V extends Values>(
  { line, name, cells }: Row,
  { id, was, value, note = null }: { id: string; was: V; value: V; note?: string | null },
): Planned<V> {
  const row = { line, name, cells, note, id }
  return isSame(was, value) ? { ...row, verdict: 'unchanged' } : { ...row, verdict: 'changed', was, value }
}

/** What stands or falls with a plan: what each row will do. Whoever says yes to it says yes to exactly this. */
export function digestOf<V extends Values>({ rows }: Plan<V>): string {
  const said = rows.map(({ cells: _, name: __, ...row }) => row)
  return createHash('sha256').update(JSON.stringify(said)).digest('hex')
}

/** How many rows come to each end. */
export function countsOf<V extends Values>({ rows }: Plan<V>): Record<Verdict, number> {
  const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { verdict } of rows) counts[verdict]++
  return counts
}

function saysOf<V extends Values>(row: Planned<V>): string {
  if (row.verdict === 'refused') return row.why
  if (row.verdict === 'added') return [row.reads, row.note].filter(Boolean).join('. ')
  const says = row.verdict === 'changed' ? `${changeWords(changesOf(row.was, row.value))}.` : ''
  return [says, row.note].filter(Boolean).join(' ')
}

/**
 * The refused rows as a file of the same kind, to be mended and imported again. The reason stands before the cells, so
 * that a row with too few of them stays one until somebody adds what is missing.
 */
export function mendingCsv<V extends Values>({ rows, sheet }: Plan<V>): string | null {
  const refused = rows.flatMap((row) => (row.verdict === 'refused' ? [row] : []))
  if (refused.length === 0) return null
  const before = sheet.head.findIndex((heading) => heading.toLowerCase() === REASON.toLowerCase())
  const without = (cells: readonly string[]) => cells.filter((_, index) => index !== before)
  return writeCsv(
    [REASON, ...without(sheet.head)],
    refused.map(({ cells, why }) => [why, ...without(cells).map(unescaped)]),
    sheet.delimiter,
  )
}

/** A plan as the page shows it. */
export function reportOf<V extends Values>(plan: Plan<V>): Report {
  return {
    digest: digestOf(plan),
    counts: countsOf(plan),
    lines: plan.rows.map((row) => ({ line: row.line, verdict: row.verdict, name: row.name, says: saysOf(row) })),
    unknown: plan.sheet.unknown,
    mending: mendingCsv(plan),
  }
}
