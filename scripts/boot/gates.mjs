// What a change has to pass beside the tests.
import { createInterface } from 'node:readline'
import { ended, runNode, startNode } from './children.mjs'

const bin = (/** @type {string} */ path) => `node_modules/${path}`

/** @type {Record<string, string[][]>} commands that run one after the other */
const gates = {
  lint: [[bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=50', '.']],
  types: [
    [bin('next/dist/bin/next'), 'typegen'],
    [bin('typescript/bin/tsc'), '--noEmit', '-p', '.'],
  ],
  imports: [['scripts/check-imports.mjs']],
  unused: [[bin('knip/bin/knip.js'), '--include', 'files,exports', '--no-config-hints']],
  shape: [['scripts/check-shape.mjs']],
  scenarios: [['scripts/check-scenarios.mjs']],
}

/** @param {string} name @param {() => Promise<unknown>} work @returns {Promise<boolean>} whether it passed; what it said when not is printed */
export async function gate(name, work) {
  const started = performance.now()
  const fault = await work().then(
    () => null,
    (error) => error.message,
  )
  console.log(`${fault === null ? 'ok  ' : 'FAIL'} ${name} ${((performance.now() - started) / 1000).toFixed(1)} s`)
  if (fault !== null) console.log(fault)
  return fault === null
}

/** Runs all gates, two at a time. @returns {Promise<number>} how many failed */
export async function runGates() {
  const queue = Object.entries(gates)
  let failed = 0
  const lane = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, commands] = next
      const isFine = await gate(name, async () => {
        for (const command of commands) await runNode(command, command.join(' '))
      })
      if (!isFine) failed += 1
    }
  }
  await Promise.all([lane(), lane()])
  return failed
}

/**
 * A program whose output goes to the terminal as it comes. The product's own log lines are left out: the refusals that
 * tests provoke would bury the one that matters.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export function runAloud(args, env = process.env) {
  const child = startNode(args, { env })
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue
    createInterface({ input: stream }).on('line', (line) => {
      if (!line.startsWith('{"level":')) console.log(line)
    })
  }
  return ended(child, args.slice(0, 2).join(' '))
}
