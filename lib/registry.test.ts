import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KIND_WORDS } from './messages/labels'
import { context, SYSTEM } from './platform/context'
import { connect } from './platform/database'
import { machines, messageKinds, subjects, tickParts } from './registry'

/** Texts of lib, tests and what tests stand on aside: what a desk writes down is held against what is registered. */
const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^testing\/|^platform\/prisma\//.test(name))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))

/** What the sources name by a pattern's first group, each once. */
const named = (pattern: RegExp): string[] =>
  [...new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].sort()

const sorted = (names: readonly string[]) => [...names].sort()

// Whatever a desk forgets here stands still without a word: no rows of machine_edge, no delivery, no tick.
describe('lib/registry.ts names all there is', () => {
  test('machines', () => {
    expect(sorted(machines.map(({ name }) => name))).toEqual(named(/= defineMachine\b[\s\S]*?\bname: '(\w+)'/g))
  })

  test('kinds of message: one that is written and not registered would never leave', () => {
    const ctx = context({ actor: SYSTEM, db: connect('postgresql://nobody@localhost/nothing', 1), shift: 0 })
    const kinds = messageKinds(ctx).map(({ kind }) => kind)
    expect(sorted(kinds)).toEqual(named(/\bkind: '(\w+)',\s+effectKey:/g))
    for (const kind of kinds) expect(KIND_WORDS[kind], `KIND_WORDS in lib/messages/labels.ts: ${kind}`).toBeTruthy()
  })

  test('parts of the tick', () => {
    expect(tickParts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(named(/: TickPart\S* = \{\s+name: '(\w+)'/g)),
    )
    expect(new Set(tickParts.map(({ name }) => name)).size).toBe(tickParts.length)
  })

  test('subjects: the words of each machine and ledger that an event names', () => {
    const worded = sorted(subjects.map(({ machine }) => machine))
    expect(new Set(worded).size).toBe(worded.length)
    expect(worded).toEqual(expect.arrayContaining(named(/\b(?:machine|subjectMachine): '(\w+)'/g)))
  })
})

describe.each(machines.map((machine) => [machine.name, machine] as const))('the words of %s', (name, machine) => {
  const words = subjects.find((subject) => subject.machine === name)

  test('are registered, under a desk that the timeline can be narrowed to', () => {
    expect(words?.desk).toMatch(/^[a-z][a-z -]{0,39}$/)
  })

  test('name each state', () => {
    for (const state of Object.keys(machine.states).filter(Boolean)) expect(words?.state(state), state).toBeTruthy()
  })

  test('name each move that stays in its state', () => {
    for (const { to, event } of Object.values(machine.edges))
      if (to === 'same') expect(words?.fact?.(event), event).toBeTruthy()
  })
})
