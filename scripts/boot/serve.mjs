import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNode } from './children.mjs'

/** Bytes after which a log is set aside at the next start; one older log is kept. */
const LOG_LIMIT = 10_000_000

/** @param {string} port @param {string} host */
const canListen = (port, host) =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen({ port: Number(port), host }, () => probe.close(() => resolve(true)))
  })

/** Refuses a port that is taken or not allowed, before anything else is started. @param {string} port @param {string | undefined} host */
export async function assertPort(port, host) {
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    throw new Error('PORT is not a port: write a whole number from 1 to 65535, or leave it out for 3000.')
  // A browser that is told "localhost" asks ::1 first.
  for (const address of new Set([host ?? '127.0.0.1', '::1'])) {
    await canListen(port, address).catch(({ code, message }) => {
      if (code === 'EADDRINUSE')
        throw new Error(`Port ${port} is in use: set PORT to another one, as in PORT=${Number(port) + 1} npm start.`)
      if (code === 'EACCES') throw new Error(`Port ${port} is not allowed to this user: set PORT to one above 1023.`)
      if (address === host)
        throw new Error(
          `HOST=${host} is not an address of this machine (${message}): leave it out, or write 0.0.0.0 for all.`,
        )
    })
  }
}

/** @param {string} file */
function openLog(file) {
  if (existsSync(file) && statSync(file).size > LOG_LIMIT) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

/**
 * Serves a build and waits until its pages answer.
 * @param {{ env: NodeJS.ProcessEnv, folder: string, home: string, port: string, host: string, url: string }} options
 */
export async function serve({ env, folder, home, port, host, url }) {
  const file = join(home, 'server.log')
  const log = openLog(file)
  const from = statSync(file).size
  const child = startNode(['node_modules/next/dist/bin/next', 'start', '-p', port, '-H', host], {
    env: { ...env, DAYBOOK_BUILD: folder },
    stdio: ['ignore', log, log],
    detached: true, // a Ctrl-C in the terminal reaches us alone, and we end it in order
  })
  closeSync(log)
  const said = () => readFileSync(file, 'utf8').slice(from).slice(-2000)
  /** @type {number | null} */
  let ended = null
  child.once('exit', (code) => (ended = code ?? 1))
  for (let waited = 0; ; waited += 100) {
    if (ended !== null) throw new Error(`${said()}\nThe server ended with ${ended}: its log is ${file}.`)
    const status = await fetch(`${url}/sign-in`, { redirect: 'manual', signal: AbortSignal.timeout(30_000) }).then(
      (response) => response.status,
      () => 0,
    )
    if (status >= 500) throw new Error(`${said()}\nThe first page answered ${status}: its log is ${file}.`)
    if (status > 0) return child
    if (waited > 60_000) throw new Error(`${said()}\nThe server did not answer within a minute: its log is ${file}.`)
    await sleep(100)
  }
}
