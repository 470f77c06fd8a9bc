import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on the terminal, where what is typed is not shown. @returns null without one, as in a job that nobody watches */
export async function askPassword(email: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  process.stderr.write(`Password of ${email} (not shown): `)
  // readline echoes what is typed to its output: this one shows nothing.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  // The terminal is in raw mode now, and hands us the key instead of the signal.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
