/** What a bench measured, printed as a table and, on request, written as JSON. */
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

export type Row = {
  measure: string
  ours: number
  unit: string
  against: { name: string; value: number }[]
  goal: string
  met: boolean
}

export type Bench = { name: string; run(): Promise<Row[]> }

export type Report = { bench: string; rows: Row[] }

const HEADS = ['measure', 'ours', 'beside it', 'goal', ''] as const

/** Three significant digits, plain notation. */
export function figure(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value)
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toLocaleString('en-GB', { maximumFractionDigits: digits })
}

function cells(row: Row): string[] {
  const beside = row.against.map(({ name, value }) => `${name} ${figure(value)}`).join(', ')
  return [row.measure, `${figure(row.ours)} ${row.unit}`, beside, row.goal, row.met ? 'met' : 'MISSED']
}

export function printReport({ bench, rows }: Report): void {
  const table = [[...HEADS], ...rows.map(cells)]
  const widths = HEADS.map((_, i) => Math.max(...table.map((line) => (line[i] ?? '').length)))
  console.log(`\n${bench}`)
  for (const line of table)
    console.log(
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** The reports with the machine they were taken on: figures of two machines do not compare. */
export function writeReports(file: string, reports: readonly Report[]): void {
  const machine = { node: process.version, cores: cpus().length, model: cpus()[0]?.model ?? 'unknown' }
  writeFileSync(file, `${JSON.stringify({ machine, reports }, null, 2)}\n`)
}

/** Milliseconds of each run, after `warm` runs that do not count. */
export async function time(runs: number, warm: number, work: (run: number) => unknown): Promise<number[]> {
  const taken: number[] = []
  for (let run = -warm; run < runs; run++) {
    const start = performance.now()
    await work(run)
    if (run >= 0) taken.push(performance.now() - start)
  }
  return taken
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The smallest value that `share` per cent of the values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}
