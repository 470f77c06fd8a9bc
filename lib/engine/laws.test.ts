import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { machines } from '@/lib/registry'
import { staleDiagrams } from '@/scripts/machines'
import { engineFacts } from './audit'
import { decide } from './decide'
import { machineEdges, targets } from './machine'

const lib = join(import.meta.dirname, '..')
const tables = readdirSync(lib, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|\/)machine\.test\.ts$/.test(name))
  .map((name) => readFileSync(join(lib, name), 'utf8'))

const FAR = new Date('2100-01-01T00:00:00Z')

test('each machine has a table and a name of its own', () => {
  for (const of of [machines.map((m) => m.name), machines.map((m) => m.table)]) expect(new Set(of).size).toBe(of.length)
})

describe.each(machines.map((machine) => [machine.name, machine] as const))('the machine %s', (_, machine) => {
  const edges = Object.entries(machine.edges)
  const states = Object.keys(machine.states)

  test('can leave every state that is not final, and no final one', () => {
    for (const state of states)
      expect(
        edges.some(([, edge]) => edge.from.includes(state)),
        state,
      ).toBe(!machine.terminal.includes(state))
  })

  test('reaches every state from a birth', () => {
    const reached = new Set(machine.birth.states)
    for (const _ of states)
      for (const [, edge] of edges)
        for (const from of edge.from) if (reached.has(from)) for (const to of targets(edge, from)) reached.add(to)
    expect([...reached].sort()).toEqual([...states].sort())
  })

  test('says of each state how it is entered and left', () => {
    for (const [state, line] of Object.entries(machine.states)) expect(line.length, state).toBeGreaterThan(20)
  })

  test('has for each event a type under its own name and a schema that refuses unknown keys', () => {
    for (const { event, data } of [machine.birth, ...edges.map(([, edge]) => edge)]) {
      expect(event).toMatch(new RegExp(`^${machine.name}\\.[a-z_]+$`))
      expect(data.safeParse({ no_such_key_anywhere: 1 }).success, event).toBe(false)
      expect(engineFacts).not.toHaveProperty([event])
    }
  })

  test('writes no column that the door owns', () => {
    const owned = [machine.column, 'id', 'version', 'acting_kind', 'acting_at', 'acting_until', 'acting_token']
    for (const column of owned) expect(machine.columns).not.toHaveProperty([column])
  })

  test('decides every pair of state and edge as its definition says', () => {
    for (const state of states)
      for (const [name, edge] of edges) {
        const decision = decide(machine, name, { state, version: 0, lease: null }, FAR)
        expect(decision.ok, `${state} ${name}`).toBe(edge.from.includes(state))
        if (decision.ok) expect(decision.to).toEqual(targets(edge, state))
      }
  })

  test('has a table of every state and edge in the machine.test.ts beside it', () => {
    // Literal, so that a change of the machine is a change of the table.
    expect(tables.filter((text) => text.includes(`describe('every cell of ${machine.name}'`))).toHaveLength(1)
  })

  test('has no two ways to write the same row of machine_edge', () => {
    const keys = machineEdges(machine).map((row) => [row.from_state, row.edge, row.to_state].join('/'))
    expect(new Set(keys).size).toBe(keys.length)
  })
})

test('the diagrams in the READMEs are those of the machines: run `npm run machines:draw`', () => {
  expect(staleDiagrams()).toEqual([])
})
