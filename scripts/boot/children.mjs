// Child processes that end with us: on a signal because we end them, after a kill -9 because they watch their parent.
// (A closed channel would tell sooner, but a listener on it keeps a child alive that has done its work.)
import { spawn } from 'node:child_process'

const LEASH =
  'data:text/javascript,const parent=process.ppid;setInterval(()=>process.ppid===parent||process.exit(1),500).unref()'

/** @type {Set<import('node:child_process').ChildProcess>} */
const living = new Set()

/**
 * Starts a Node program on the leash.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions, detached?: boolean }} [options]
 */
export function startNode(args, { env = process.env, stdio = ['ignore', 'pipe', 'pipe'], detached = false } = {}) {
  const child = spawn(process.execPath, ['--import', LEASH, ...args], { env, stdio, detached })
  return track(child)
}

/** @param {import('node:child_process').ChildProcess} child */
export function track(child) {
  living.add(child)
  child.once('close', () => living.delete(child))
  return child
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} what named in the error
 * @returns {Promise<void>}
 */
export const ended = (child, what) =>
  new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`${what} did not start: ${error.message}`)))
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`${what} ended with ${signal ?? code}.`))
    })
  })

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} what named in the error
 * @returns {Promise<string>} what it printed; an error carries the end of it
 */
export async function outputOf(child, what) {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  await ended(child, what).catch((error) => {
    throw new Error(`${output.trim().slice(-20_000)}\n${error.message}`.trim())
  })
  return output
}

/** @param {string[]} args @param {string} what @param {NodeJS.ProcessEnv} [env] */
export const runNode = (args, what, env = process.env) => outputOf(startNode(args, { env }), what)

/** Asks every living child to end; those that do not within 8 s are killed. */
export async function endChildren() {
  const ended = [...living].map((child) => new Promise((resolve) => child.once('close', resolve)))
  for (const child of living) child.kill('SIGTERM')
  const late = setTimeout(() => {
    for (const child of living) child.kill('SIGKILL')
  }, 8_000)
  await Promise.all(ended)
  clearTimeout(late)
}
