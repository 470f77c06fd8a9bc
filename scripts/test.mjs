// One command: the same bootstrap as a start, then every gate and every test. The last line counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone, openHome } from './boot/home.mjs'
import { arePackagesThere, installPackages } from './boot/packages.mjs'
import { keepSecrets } from './boot/secrets.mjs'
import { step } from './boot/steps.mjs'

const count = { passed: 0, failed: 0 }
const reports = mkdtempSync(join(tmpdir(), 'daybook-report-'))

/** @param {string} file @returns {any} the report, or null where the program ended before it wrote one */
const reportOf = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Counts a run of tests; one that failed without a failed test, as when it did not start, counts as one. @param {boolean} isFine @param {number} passed @param {number} failed */
function add(isFine, passed, failed) {
  count.passed += passed
  count.failed += isFine ? failed : Math.max(failed, 1)
}

async function unitAndDatabaseTests() {
  const { gate, runAloud } = await import('./boot/gates.mjs')
  const file = join(reports, 'vitest.json')
  const isFine = await gate('unit and database tests', () =>
    runAloud([
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]),
  )
  const report = reportOf(file)
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report?.testResults ?? []
  const unread = files.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
  add(isFine, report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + unread.length)
}

async function browserTests() {
  const { gate, runAloud } = await import('./boot/gates.mjs')
  const { ensureChromium } = await import('./boot/chromium.mjs')
  const { freePort } = await import('./boot/postgres.mjs')
  const { build, buildFolder, isThere } = await import('./boot/build.mjs')
  const home = mkdtempSync(join(tmpdir(), 'daybook-e2e-'))
  const file = join(reports, 'playwright.json')
  const isBuilt = await gate('build', () =>
    alone('.builds', async () => {
      const env = { ...process.env, ...keepSecrets(home), NODE_ENV: /** @type {const} */ ('production') }
      if (!isThere(buildFolder())) await build(env, buildFolder())
    }),
  )
  if (!isBuilt) return add(false, 0, 0)
  const port = await freePort()
  const isFine = await gate('browser tests', async () => {
    const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json']
    await runAloud(args, {
      ...process.env,
      CHROMIUM_PATH: ensureChromium(),
      E2E_HOME: home,
      E2E_PORT: String(port),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    })
  })
  const stats = reportOf(file)?.stats
  add(isFine, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0))
  rmSync(home, { recursive: true, force: true })
}

async function main() {
  openHome('.builds')
  await alone('.builds', async () => {
    if (!arePackagesThere()) await step('install', 'packages, once', installPackages)
    const { generateClient } = await import('./boot/client.mjs')
    await generateClient()
  })
  const { ensureTemporal } = await import('./boot/temporal.mjs')
  if (!ensureTemporal())
    console.log(
      'no temporal command line: what needs its dev server is skipped (set TEMPORAL_CLI, or install Go, which builds it)',
    )
  const { runGates } = await import('./boot/gates.mjs')
  count.failed += await runGates()
  await unitAndDatabaseTests()
  await browserTests()
}

await main().catch((error) => {
  console.log(error.message)
  count.failed += 1
})
rmSync(reports, { recursive: true, force: true })
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed === 0 ? 0 : 1)
