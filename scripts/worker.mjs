// npm run worker: claims what a Temporal server wakes schedules for, until Ctrl-C.
// Until the packages are known to be there it imports `node:` alone.
import { arePackagesThere } from './boot/packages.mjs'

if (!arePackagesThere()) {
  console.error('The packages are not here yet: run npm start once, or npm ci.')
  process.exit(2)
}
const { register } = await import('tsx/esm/api')
register()
const { runWorkerScript } = await import('./worker/run.ts')
process.exit(await runWorkerScript())
