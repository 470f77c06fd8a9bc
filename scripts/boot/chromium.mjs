// A Chromium for the browser tests: the one named, Playwright's own, the system's, else one that is installed now.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A path may hold a stub that only says how to install it. @param {string | undefined} path */
const runs = (path) =>
  Boolean(path && existsSync(path)) &&
  spawnSync(/** @type {string} */ (path), ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

/** @returns {string | undefined} path of a Chromium that runs */
export const findChromium = () => [process.env.CHROMIUM_PATH, chromium.executablePath(), ...system].find(runs)

/** @returns {string} @throws a sentence when none is there and none could be installed */
export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  const isRoot = process.getuid?.() === 0
  const apt = { stdio: /** @type {const} */ ('inherit'), env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const attempts = [
    () =>
      spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', '--with-deps', 'chromium'], apt),
    () => spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], apt),
    () => isRoot && spawnSync('apt-get', ['update', '-qq'], apt),
    () => isRoot && spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], apt),
  ]
  for (const attempt of attempts) {
    attempt()
    const installed = findChromium()
    if (installed) return installed
  }
  throw new Error('No Chromium was found and none could be installed: install one and set CHROMIUM_PATH to it.')
}
