/**
 * `npm run bench [name…] [-- --json FILE]`: runs the named benches, or all, and prints a table for each.
 * Exits 1 when a goal was missed and 2 when a bench does not exist or failed.
 */
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { generateClient } from '../boot/client.mjs'
import { type Bench, printReport, type Report, writeReports } from './report'

const FOLDER = new URL('.', import.meta.url)
const OURS = new Set(['run.ts', 'report.ts'])

const { values, positionals } = parseArgs({ options: { json: { type: 'string' } }, allowPositionals: true })

const present = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts') && !OURS.has(file))
  .map((file) => file.slice(0, -3))
  .sort()

const unknown = positionals.filter((name) => !present.includes(name))
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${present.join(', ')}.`)
  process.exit(2)
}

await generateClient()
const reports: Report[] = []
let failed = false
for (const name of positionals.length > 0 ? positionals : present) {
  try {
    const module: { default: Bench } = await import(new URL(`${name}.ts`, FOLDER).href)
    const report = { bench: module.default.name, rows: await module.default.run() }
    reports.push(report)
    printReport(report)
  } catch (error) {
    failed = true
    console.error(`\n${name} failed:`, error)
  }
}
if (values.json !== undefined) writeReports(values.json, reports)
const missed = reports.some(({ rows }) => rows.some((row) => !row.met))
process.exit(failed ? 2 : missed ? 1 : 0)
