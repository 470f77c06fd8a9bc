import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A mail server in a process of its own that takes everything, keeps nothing and counts. */
export async function startSink() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../sink.mjs', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const number = async () => Number((await lines.next()).value)
  const port = await number()
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Messages taken so far. */
    taken: () => {
      child.stdin.write('\n')
      return number()
    },
    stop: async () => {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
