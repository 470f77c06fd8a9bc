// Embedded PostgreSQL, shared by every process that uses the same home: the first starts it, the last one stops it.
// `pg_ctl` gives it a session of its own, so a Ctrl-C in the terminal reaches the app first, and a server left behind
// by a killed start is found by its postmaster.pid and used again.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { binaries, canEnter, dataElsewhere, serverUser } from './binaries.mjs'
import { alone, enter, keepEnv, leave, openHome, readEnv } from './home.mjs'

/** @param {number} [wanted] @returns {Promise<number>} `wanted` when nobody listens there, else a free port */
export const freePort = (wanted = 0) =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () => (wanted ? resolve(freePort()) : reject(new Error('No free port on 127.0.0.1.'))))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @param {string} home @param {import('./binaries.mjs').RunAs} ids @returns {string} */
function dataFolder(home, ids) {
  const pointer = join(home, 'postgres.path')
  if (existsSync(pointer)) return join(readFileSync(pointer, 'utf8').trim(), 'postgres')
  if (canEnter(home, ids)) return join(home, 'postgres')
  const elsewhere = dataElsewhere(ids)
  writeFileSync(pointer, elsewhere)
  return join(elsewhere, 'postgres')
}

/** @param {string} data @returns {number} port of the server that runs on this data, 0 when none does */
function runningPort(data) {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return 0
  const [pid, , , port] = readFileSync(file, 'utf8').split('\n')
  const program = existsSync('/proc/self/comm')
    ? tail(`/proc/${pid}/comm`)
    : spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  if (program?.includes('postgres')) return Number(port)
  rmSync(file, { force: true }) // left by a crash; the id may be another program's by now
  return 0
}

/** @param {string} file */
const tail = (file) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-600) : '')

/**
 * @typedef {{ port: number, password: string, urlOf: (database: string) => string, release: () => Promise<void> }} Server
 * `urlOf` speaks as the superuser; `release` stops the server when no other process uses it.
 */

/**
 * @param {string} home
 * @param {{ settings?: Record<string, string> }} [options] server settings beside the defaults
 * @returns {Promise<Server>}
 */
export async function acquirePostgres(home, { settings = {} } = {}) {
  openHome(home)
  const ids = serverUser()
  const bin = binaries(ids)
  const data = dataFolder(home, ids)
  const log = join(data, 'server.log')
  /** @param {string} program @param {string[]} args */
  const run = (program, args) =>
    spawnSync(join(bin, program), args, { ...ids, cwd: '/', encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })

  const initialise = () => {
    const password = randomBytes(24).toString('base64url')
    keepEnv(home, { POSTGRES_PASSWORD: password })
    rmSync(data, { recursive: true, force: true }) // an initdb that was cut short
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const passwordFile = join(data, '..', `password.${process.pid}`)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if ('uid' in ids) for (const path of [data, passwordFile]) chownSync(path, ids.uid, ids.gid)
    const made = run('initdb', [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ])
    rmSync(passwordFile, { force: true })
    if (made.status !== 0) {
      rmSync(data, { recursive: true, force: true })
      throw new Error(`PostgreSQL could not make its data folder ${data}: ${made.stderr ?? made.error?.message}`)
    }
  }

  const start = async () => {
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort(attempt === 1 ? Number(readEnv(home).POSTGRES_PORT ?? 0) : 0)
      const flags = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', ...settings }
      const spoken = Object.entries(flags).map(([name, value]) => `-c ${name}=${value}`)
      const started = run('pg_ctl', ['-D', data, '-w', '-l', log, '-o', `-p ${port} ${spoken.join(' ')}`, 'start'])
      if (started.status === 0) return port
      // Between finding a port and taking it, another start may have taken it.
      if (attempt === 3) throw new Error(`PostgreSQL did not start: ${started.stderr}${tail(log)}`)
    }
  }

  const port = await alone(home, async () => {
    if (!existsSync(join(data, 'PG_VERSION'))) initialise()
    const found = runningPort(data) || (await start())
    keepEnv(home, { POSTGRES_PORT: String(found) })
    enter(home)
    return found
  })
  const password = readEnv(home).POSTGRES_PASSWORD
  if (!password)
    throw new Error(
      `${home}/env has lost POSTGRES_PASSWORD of the database in ${data}: put it back, or move ${home} away.`,
    )
  const urlOf = (/** @type {string} */ database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`
  const release = () =>
    alone(home, async () => {
      if (leave(home)) run('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop'])
    })
  await answering(urlOf('postgres'), log).catch(async (error) => {
    await release()
    throw error
  })
  return { port, password, urlOf, release }
}

/** Waits out a recovery after a crash. @param {string} url @param {string} log */
async function answering(url, log) {
  for (let waited = 0; ; waited += 200) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return await client.end()
    } catch (error) {
      const { code, message } = /** @type {{ code?: string, message: string }} */ (error)
      const starting = code === '57P03' || code === 'ECONNREFUSED' || code === 'ECONNRESET'
      if (!starting || waited > 60_000) throw new Error(`PostgreSQL does not answer: ${message}\n${tail(log)}`)
      await sleep(200)
    }
  }
}
