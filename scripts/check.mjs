// The quick check, under a minute: lint, types, imports, unused code, shapes, scenarios, unit tests.
import { arePackagesThere, installPackages } from './boot/packages.mjs'
import { step } from './boot/steps.mjs'

if (!arePackagesThere()) await step('install', 'packages, once', installPackages)
const { generateClient } = await import('./boot/client.mjs')
const { gate, runAloud, runGates } = await import('./boot/gates.mjs')

await generateClient()
const failed = await runGates()
const isFine = await gate('unit tests', () => runAloud(['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit']))
process.exit(failed === 0 && isFine ? 0 : 1)
