// npm run rehearse: a week rehearsed on a running Daybook through its own wizard, by a browser without a window.
// Until the packages are known to be there it imports `node:` alone.
import { arePackagesThere } from './boot/packages.mjs'

if (!arePackagesThere()) {
  console.error('The packages are not here yet: run npm start once, or npm ci.')
  process.exit(2)
}
const { register } = await import('tsx/esm/api')
register()
const { rehearse } = await import('./rehearse/run.ts')
process.exitCode = await rehearse(process.argv.slice(2))
