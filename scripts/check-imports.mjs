// Runs the import rules, and fails when the tool read fewer files than are there: with a TypeScript it does
// not know, it reads nothing and passes.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

const roots = ['app', 'components', 'lib', 'scripts', 'e2e']
const isSource = (file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith('lib/platform/prisma/')
const there = roots
  .flatMap((root) => readdirSync(root, { recursive: true }).map((file) => `${root}/${file}`))
  .filter(isSource)

const cruise = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'json',
    ...roots,
  ],
  { encoding: 'utf8', maxBuffer: 256 << 20 },
)
if (!cruise.stdout.startsWith('{')) {
  console.error(`The import check did not run: ${cruise.stderr}${cruise.stdout}`)
  process.exit(1)
}
const { modules, summary } = JSON.parse(cruise.stdout)
for (const { rule, from, to, cycle } of summary.violations)
  console.error(`${rule.name}: ${from} → ${cycle ? cycle.map((step) => step.name).join(' → ') : to}`)

const read = new Set(modules.map((module) => module.source))
const unread = there.filter((file) => !read.has(file))
if (unread.length > 0)
  console.error(`${unread.length} files were not read, among them ${unread.slice(0, 5).join(', ')}`)

console.log(`${there.length - unread.length} of ${there.length} files read, ${summary.violations.length} bad imports`)
process.exit(summary.violations.length > 0 || unread.length > 0 ? 1 : 0)
