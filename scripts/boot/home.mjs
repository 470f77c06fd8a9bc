// The folder a running Daybook keeps its own things in: secrets, the embedded database, who uses it.
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, self } from './process.mjs'

/** @returns {string} absolute path of `DAYBOOK_HOME` */
export const homeOf = (env = process.env) => resolve(env.DAYBOOK_HOME || '.daybook')

/** Makes the folder. Others may pass through it, since PostgreSQL may run as a user of its own. @param {string} home @param {number} mode */
export function openHome(home, mode = 0o755) {
  mkdirSync(join(home, 'users'), { recursive: true })
  chmodSync(home, mode)
}

/** @param {string} home @returns {Record<string, string>} what the last start kept; empty before the first */
export function readEnv(home) {
  try {
    const lines = readFileSync(join(home, 'env'), 'utf8').split('\n').filter(Boolean)
    return Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    )
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return {}
    throw error
  }
}

/** Adds to what is kept, readable by the owner alone. @param {string} home @param {Record<string, string>} values */
export function keepEnv(home, values) {
  const kept = { ...readEnv(home), ...values }
  const draft = join(home, `env.${process.pid}`)
  const lines = Object.entries(kept).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(draft, lines.join(''), { mode: 0o600 })
  renameSync(draft, join(home, 'env'))
  return kept
}

/** @param {string} file @returns {(import('./process.mjs').Identity & { note?: string }) | null} */
function readIdentity(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Runs `work` while no other process does so in this home. The lock of a dead process is taken over.
 * @template T @param {string} home @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function alone(home, work) {
  const lock = join(home, 'lock')
  for (let waited = 0; ; waited += 100) {
    try {
      writeFileSync(lock, JSON.stringify(self()), { flag: 'wx' })
      break
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    }
    const holder = readIdentity(lock)
    // An empty file is one being written, or one whose writer died between opening and writing.
    if (holder ? !isAlive(holder) : waited > 2_000) rmSync(lock, { force: true })
    else if (waited > 120_000)
      throw new Error(`Another start holds ${lock}: wait for it or end process ${holder?.pid}.`)
    else await sleep(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

const mine = (/** @type {string} */ home) => join(home, 'users', `${process.pid}.json`)

/** Records this process among those that use the folder. @param {string} home @param {string} [note] what it uses there */
export const enter = (home, note) => writeFileSync(mine(home), JSON.stringify({ ...self(), note }))

/** Takes this process off the record. @param {string} home @returns {boolean} whether it was the last one alive */
export function leave(home) {
  rmSync(mine(home), { force: true })
  return usersOf(home).length === 0
}

/** @param {string} home @returns {number[]} process ids; records of dead ones are removed on the way */
export const usersOf = (home) => liveRecords(home).map((record) => record.pid)

/** @param {string} home @returns {string[]} */
export const notesOf = (home) => liveRecords(home).flatMap((record) => record.note ?? [])

/** @param {string} home */
const liveRecords = (home) =>
  readdirSync(join(home, 'users')).flatMap((name) => {
    const record = readIdentity(join(home, 'users', name))
    if (record && isAlive(record)) return [record]
    rmSync(join(home, 'users', name), { force: true })
    return []
  })
