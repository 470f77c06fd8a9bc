// npm run machines:draw [-- --check]: the machines' state diagrams, between the markers in the READMEs.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type AnyMachine, targets } from '@/lib/engine/machine'
import { machines } from '@/lib/registry'

const root = join(import.meta.dirname, '..')
const show = (state: string) => (state === '' ? 'NULL' : state)

/** One arrow for all the edges that lead from one state to another; a leased one names its lease. */
export function diagram(machine: AnyMachine): string {
  const arrows = new Map<string, string[]>()
  for (const [name, edge] of Object.entries(machine.edges))
    for (const from of edge.from)
      for (const to of targets(edge, from)) {
        const arrow = `${show(from)} --> ${show(to)}`
        arrows.set(arrow, [...(arrows.get(arrow) ?? []), edge.kind === 'leased' ? `${name} [${edge.lease}]` : name])
      }
  const lines = [
    ...machine.birth.states.map((state) => `[*] --> ${show(state)}`),
    ...[...arrows].map(([arrow, names]) => `${arrow}: ${names.join(', ')}`),
    ...machine.terminal.map((state) => `${show(state)} --> [*]`),
  ]
  return ['```mermaid', 'stateDiagram-v2', ...lines.map((line) => `  ${line}`), '```'].join('\n')
}

const readmes = () =>
  readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('README.md'))
    .map((name) => join(root, 'lib', name))
    .sort()

/** Markers stand on lines of their own: a text may speak of them. */
const between = (machine: AnyMachine) =>
  new RegExp(`^(<!-- machine ${machine.name} -->)$[\\s\\S]*?^(<!-- /machine -->)$`, 'gm')

const redraw = (text: string) =>
  machines.reduce(
    (drawn, machine) =>
      drawn.replace(between(machine), (_, before, after) => [before, diagram(machine), after].join('\n')),
    text,
  )

/** @returns READMEs whose diagrams are not those of the machines, and machines that no README draws */
export function staleDiagrams(): string[] {
  const texts = readmes().map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const stale = texts.filter(({ text }) => redraw(text) !== text).map(({ file }) => file.slice(root.length + 1))
  const undrawn = machines.filter((machine) => !texts.some(({ text }) => between(machine).test(text)))
  return [...stale, ...undrawn.map((machine) => `no README draws ${machine.name}`)]
}

function main() {
  if (process.argv.includes('--check')) {
    const stale = staleDiagrams()
    for (const line of stale) console.error(line)
    process.exit(stale.length > 0 ? 1 : 0)
  }
  for (const file of readmes()) {
    const text = readFileSync(file, 'utf8')
    if (redraw(text) !== text) {
      writeFileSync(file, redraw(text))
      console.log(`drew ${file.slice(root.length + 1)}`)
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
