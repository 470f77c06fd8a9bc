// npm run db -- …: the packages and the client first, as a start does, so that it works on a fresh clone.
import { spawnSync } from 'node:child_process'
import { arePackagesThere, installPackages } from './boot/packages.mjs'

try {
  if (!arePackagesThere()) {
    console.error('installing packages, once')
    await installPackages()
  }
  const { generateClient } = await import('./boot/client.mjs')
  await generateClient()
  const args = ['--import', 'tsx', 'scripts/db.ts', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
