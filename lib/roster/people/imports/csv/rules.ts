import Papa from 'papaparse'
import { FORMULA } from '@/lib/platform/csv'

/** A column as it is called here, and the other names that it is known by. */
export type Column<K extends string = string> = { key: K; label: string; also: readonly string[]; required?: true }

export type SheetRow<K extends string = string> = {
  /** The line of the file that it begins on; the first line is 1. */
  line: number
  /** As they stand in the file. */
  cells: string[]
  /** Trimmed, by column; null where the file has no such column. */
  at: Record<K, string | null>
  /** Why nothing can be read from it. */
  fault: string | null
}

export type Sheet<K extends string = string> = {
  head: string[]
  delimiter: string
  rows: SheetRow<K>[]
  /** Columns that nothing is done with. */
  unknown: string[]
}

export type ReadSheet<K extends string> = { ok: true; sheet: Sheet<K> } | { ok: false; reason: string }

export const MOST_ROWS = 5_000
/** With more broken quotes a file is refused: each is searched for to the end of the file. */
const MOST_BROKEN = 200

/** The column that the list of refused rows has before those of its file; read again, it is passed over. */
export const REASON = 'Reason'

const QUOTE =
  'A quotation mark on this line is not closed, or stands in the middle of a cell. Write "" for one in a cell.'

type Raw = { line: number; cells: string[]; fault: string | null }

/**
 * The records of a text of `\n` lines, from `offset` on. A broken quote costs its own line and no more; null where there
 * are too many of them.
 */
function recordsOf(text: string, delimiter: string, offset: number): Raw[] | null {
  const found: Raw[] = []
  let start = offset
  let line = text.slice(0, offset).split('\n').length
  for (let broken = 0; start < text.length; broken++) {
    const base = start
    let isBroken = false
    Papa.parse<string[]>(text.slice(base), {
      delimiter,
      newline: '\n',
      step: ({ data, errors, meta }, parser) => {
        if (errors.some(({ type }) => type === 'Quotes')) {
          isBroken = true
          parser.abort()
          return
        }
        const end = base + meta.cursor
        if (data.some((cell) => cell.trim() !== '')) found.push({ line, cells: data, fault: null })
        line += text.slice(start, end).split('\n').length - 1
        start = end
      },
    })
    if (!isBroken) break
    if (broken >= MOST_BROKEN) return null
    const end = text.indexOf('\n', start)
    found.push({ line, cells: [text.slice(start, end < 0 ? text.length : end)], fault: QUOTE })
    if (end < 0) break
    start = end + 1
    line += 1
  }
  return found
}

/** Excel writes semicolons where the comma is the decimal sign; the heading says which it is. */
function delimiterOf(heading: string): string {
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, heading.split(sign).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

/** A heading as it is compared: 'E-mail (yes/no)' → 'email'. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/yesno$/, '')

const listed = (labels: readonly string[]) => labels.join(', ')

/** Where each column stands, or why that cannot be said. */
function placesOf<K extends string>(head: readonly string[], columns: readonly Column<K>[]) {
  const places = new Map<K, number>()
  const unknown: string[] = []
  for (const [index, heading] of head.entries()) {
    const name = plain(heading)
    const column = columns.find(({ label, also }) => [plain(label), ...also].includes(name))
    const first = column && places.get(column.key)
    if (column && first !== undefined)
      return `The columns “${head[first]}” and “${heading}” both say the same. Leave one of them out.`
    if (column) places.set(column.key, index)
    else if (name !== '' && name !== plain(REASON)) unknown.push(heading)
  }
  const missing = columns.filter(({ key, required }) => required && !places.has(key)).map(({ label }) => label)
  if (missing.length > 0)
    return `The first line has to name the columns, and ${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} not among them. Known are ${listed(columns.map(({ label }) => label))}.`
  return { places, unknown }
}

function faultOf(cells: readonly string[], wanted: number): string | null {
  if (cells.some((cell) => cell.includes('\ufffd')))
    return 'A character on this line could not be read (�). Save the file as UTF-8, or type the cell anew.'
  if (cells.length < wanted)
    return `This line has ${cells.length === 1 ? '1 cell' : `${cells.length} cells`} where the first line names ${wanted} columns.`
  if (cells.slice(wanted).some((cell) => cell.trim() !== ''))
    return `This line has ${cells.length} cells, more than the ${wanted} columns of the first line. Put quotation marks around a cell that holds the separator.`
  return null
}

/** A text as rows by column, or why it is none. Line ends of any kind, separators of any country. */
export function readSheet<K extends string>(text: string, columns: readonly Column<K>[]): ReadSheet<K> {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  if (lines.trim() === '')
    return { ok: false, reason: 'There is nothing in it. Choose a file with a line for each row.' }
  const told = /^sep=(.)\n/i.exec(lines)
  const heading =
    lines
      .slice(told?.[0].length ?? 0)
      .trimStart()
      .split('\n')[0] ?? ''
  const delimiter = told?.[1] ?? delimiterOf(heading)
  const records = recordsOf(lines, delimiter, told?.[0].length ?? 0)
  if (!records)
    return {
      ok: false,
      reason: `More than ${MOST_BROKEN} lines have a quotation mark that is not closed. Look how the list was exported, and write "" for one in a cell.`,
    }
  const [first, ...raw] = records
  const head = (first?.cells ?? []).map((cell) => cell.trim())
  const placed = placesOf(head, columns)
  if (typeof placed === 'string') return { ok: false, reason: placed }
  if (raw.length === 0)
    return { ok: false, reason: 'There is only the line that names the columns. Add a line for each row.' }
  if (raw.length > MOST_ROWS)
    return {
      ok: false,
      reason: `There are ${raw.length.toLocaleString('en-GB')} rows, and at most 5,000 go at once. Make two files of it.`,
    }
  const rows = raw.map(({ line, cells, fault }): SheetRow<K> => {
    const at = Object.fromEntries(
      columns.map(({ key }) => {
        const place = placed.places.get(key)
        return [key, place === undefined ? null : (cells[place] ?? '').trim()]
      }),
    ) as Record<K, string | null>
    return { line, cells, at, fault: fault ?? faultOf(cells, head.length) }
  })
  return { ok: true, sheet: { head, delimiter, rows, unknown: placed.unknown } }
}

/** Without the apostrophe that keeps a sign of formulas a text. */
export const unescaped = (cell: string): string => (FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell)

/** A text that people typed: an apostrophe before a sign of formulas is how a spreadsheet keeps it a text. */
export function textOf(cell: string): { ok: true; text: string } | { ok: false; reason: string } {
  if (/^[=+\-@]/.test(cell)) {
    const short = cell.length > 30 ? `${cell.slice(0, 30)}…` : cell
    const reason = `“${short}” begins with ${cell.charAt(0)}, as a formula does. If it is meant so, put an apostrophe before it.`
    return { ok: false, reason }
  }
  return { ok: true, text: unescaped(cell).normalize('NFC') }
}

const YES = ['yes', 'y', 'true', '1', 'x', 'on', 'active', '✓']
const NO = ['no', 'n', 'false', '0', 'off', 'not active', 'inactive']

/** Yes or no; null for an empty cell, undefined for what is neither. */
export function yesOrNo(cell: string | null): boolean | null | undefined {
  const word = (cell ?? '').toLowerCase()
  if (word === '') return null
  return YES.includes(word) ? true : NO.includes(word) ? false : undefined
}
