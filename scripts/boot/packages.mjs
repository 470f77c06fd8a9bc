import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { outputOf, track } from './children.mjs'

/** @typedef {{ version?: string, optional?: boolean }} Entry */

/** @param {string} file @returns {Record<string, Entry>} */
const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

/** Whether `node_modules` holds what the lockfile names; optional packages depend on the machine. */
export function arePackagesThere() {
  try {
    const there = packagesOf('node_modules/.package-lock.json')
    return Object.entries(packagesOf('package-lock.json')).every(
      ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
    )
  } catch {
    return false
  }
}

/** Installs exactly what the lockfile names. */
export async function installPackages() {
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const stdio = /** @type {const} */ (['ignore', 'pipe', 'pipe'])
  const child = npm
    ? spawn(process.execPath, [npm, ...args], { stdio: [...stdio] })
    : spawn('npm', args, { stdio: [...stdio], shell: process.platform === 'win32' })
  await outputOf(track(child), 'npm ci').catch((error) => {
    throw new Error(
      `${error.message}\nThe packages were not installed: check the network and the space on the disk, then start again.`,
    )
  })
}
