import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type AnyMachine, defineMachine, machineEdges, targets } from './machine'

const data = z.strictObject({})

const sound: AnyMachine = {
  name: 'lamp',
  table: 'lamp',
  column: 'state',
  states: { OFF: 'Dark.', ON: 'Lit.', BROKEN: 'Never left.' },
  birth: { states: ['OFF'], event: 'lamp.made', data },
  terminal: ['BROKEN'],
  edges: {
    turnOn: { from: ['OFF'], to: 'ON', kind: 'pure', event: 'lamp.lit', data, writes: ['watts'] },
    turnOff: { from: ['ON'], to: 'OFF', kind: 'pure', event: 'lamp.dimmed', data },
    polish: { from: ['OFF', 'ON'], to: 'same', kind: 'leased', lease: 'hands', event: 'lamp.polished', data },
    drop: { from: ['ON'], to: 'BROKEN', kind: 'pure', event: 'lamp.dropped', data },
  },
  leases: { hands: { seconds: 60, writes: ['watts'] } },
  columns: { watts: 'int' },
}

test('a sound definition is taken as it is', () => {
  expect(defineMachine(sound)).toBe(sound)
})

describe('a definition is refused', () => {
  const { turnOn, turnOff, polish, drop } = sound.edges as Record<string, AnyMachine['edges'][string]>
  test.each<[string, Partial<AnyMachine>]>([
    ['LOST is never reached', { states: { ...sound.states, LOST: 'No way here.' }, terminal: ['BROKEN', 'LOST'] }],
    ['BROKEN has no way out', { terminal: [] }],
    ['ON is terminal and has a way out', { terminal: ['BROKEN', 'ON'] }],
    ['BROKEN is never reached', { edges: { turnOn, turnOff, polish } as AnyMachine['edges'] }],
    ['turnOn names FLYING', { edges: { ...sound.edges, turnOn: { ...turnOn, to: 'FLYING' } } as AnyMachine['edges'] }],
    ['drop names FLYING', { edges: { ...sound.edges, drop: { ...drop, from: ['FLYING'] } } as AnyMachine['edges'] }],
    ['drop starts nowhere', { edges: { ...sound.edges, drop: { ...drop, from: [] } } as AnyMachine['edges'] }],
    ['GONE is no state', { birth: { ...sound.birth, states: ['OFF', 'GONE'] } }],
    ['GONE is no state', { terminal: ['BROKEN', 'GONE'] }],
    ['nothing can be born', { birth: { ...sound.birth, states: [] } }],
    ['birth is the name of the first event', { edges: { ...sound.edges, birth: drop } as AnyMachine['edges'] }],
    ['polish takes lease hands, which has no length', { leases: {} }],
    ['lease feet has no edge', { leases: { ...sound.leases, feet: { seconds: 1 } } }],
    ['lease hands has no length', { leases: { hands: { seconds: 0 } } }],
    ['turnOn writes watts, which has no type', { columns: {} }],
    ['lease hands writes volts', { leases: { hands: { seconds: 60, writes: ['volts'] } } }],
    ['state"; DROP TABLE lamp is not a column name', { column: 'state"; DROP TABLE lamp' }],
    ['last error is not a column name', { errorColumn: 'last error' }],
  ])('%s', (fault, change) => {
    expect(() => defineMachine({ ...sound, ...change })).toThrow(fault)
  })

  test('with all of its faults in one sentence', () => {
    expect(() => defineMachine({ ...sound, terminal: [], leases: {} })).toThrow(/BROKEN has no way out; .*hands/)
  })
})

test('the edges as rows: a birth from nothing, a row for each state that an edge leaves', () => {
  expect(machineEdges(sound)).toEqual([
    { machine: 'lamp', from_state: '', edge: 'birth', to_state: 'OFF', kind: 'birth', lease: null },
    { machine: 'lamp', from_state: 'OFF', edge: 'turnOn', to_state: 'ON', kind: 'pure', lease: null },
    { machine: 'lamp', from_state: 'ON', edge: 'turnOff', to_state: 'OFF', kind: 'pure', lease: null },
    { machine: 'lamp', from_state: 'OFF', edge: 'polish', to_state: 'OFF', kind: 'leased', lease: 'hands' },
    { machine: 'lamp', from_state: 'ON', edge: 'polish', to_state: 'ON', kind: 'leased', lease: 'hands' },
    { machine: 'lamp', from_state: 'ON', edge: 'drop', to_state: 'BROKEN', kind: 'pure', lease: null },
  ])
})

test('a self-edge leads back to where it came from', () => {
  expect([targets({ to: 'same' }, 'ON'), targets({ to: 'OFF' }, 'ON'), targets({ to: ['ON', 'OFF'] }, '')]).toEqual([
    ['ON'],
    ['OFF'],
    ['ON', 'OFF'],
  ])
})
