import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { outputOf, startNode } from './children.mjs'

/**
 * Asks on the terminal for the first admin, until one is made there or at /setup.
 * @param {NodeJS.ProcessEnv} env @param {AbortSignal} signal
 */
export async function askFirstAdmin(env, signal) {
  let isHidden = false
  const output = new Writable({
    write: (chunk, _, done) => {
      if (!isHidden) process.stdout.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // The terminal is in raw mode now, and hands us the key instead of the signal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    for (;;) {
      const name = await terminal.question('Name of the first admin: ', { signal })
      const email = await terminal.question('E-mail address: ', { signal })
      process.stdout.write('Password (not shown): ')
      isHidden = true
      const password = await terminal.question('', { signal })
      isHidden = false
      process.stdout.write('\n')
      const child = startNode(['--import', 'tsx', 'scripts/boot/add-admin.ts'], {
        env,
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      child.stdin?.end(JSON.stringify({ name, email, password }))
      const { fault } = JSON.parse((await outputOf(child, 'The set-up')).trim().split('\n').at(-1) ?? '{}')
      console.log(fault ?? `${email} may sign in.`)
      if (!fault || fault.startsWith('There is an account')) return
    }
  } finally {
    terminal.close()
  }
}
