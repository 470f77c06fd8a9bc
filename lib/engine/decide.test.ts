import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { allowedEdges, decide, isLive, type Seen } from './decide'
import { defineMachine } from './machine'

const data = z.strictObject({})
const door = defineMachine<'SHUT' | 'OPEN', 'open' | 'shut' | 'oil' | 'paint', { locked: boolean; since: Date }>({
  name: 'door',
  table: 'door',
  column: 'state',
  states: { SHUT: '', OPEN: '' },
  birth: { states: ['SHUT'], event: 'door.hung', data },
  terminal: [],
  edges: {
    open: {
      from: ['SHUT'],
      to: 'OPEN',
      kind: 'pure',
      event: 'door.opened',
      data,
      refuses: [
        { reason: 'locked', when: (it) => it.locked },
        { reason: 'too_new', when: (it, now) => it.since > now },
      ],
    },
    shut: { from: ['OPEN'], to: 'SHUT', kind: 'pure', event: 'door.shut', data },
    oil: { from: ['SHUT', 'OPEN'], to: 'same', kind: 'leased', lease: 'oil', event: 'door.oiled', data },
    paint: { from: ['SHUT'], to: 'same', kind: 'leased', lease: 'paint', event: 'door.painted', data },
  },
  leases: { oil: { seconds: 1 }, paint: { seconds: 1 } },
  columns: {},
})

const NOON = new Date('2026-03-01T12:00:00Z')
const seen = (over: Partial<Seen> = {}): Seen => ({ state: 'SHUT', version: 3, lease: null, ...over })
const lease = (kind: string, ms: number) => ({ kind, until: new Date(NOON.getTime() + ms) })

describe('decide', () => {
  test.each<[string, string, Seen, number | undefined, unknown]>([
    ['a legal move', 'open', seen(), undefined, { ok: true, to: ['OPEN'] }],
    ['a self-edge', 'oil', seen({ state: 'OPEN' }), undefined, { ok: true, to: ['OPEN'] }],
    ['the wrong state', 'shut', seen(), undefined, { kind: 'illegal', reason: 'not_from_SHUT' }],
    ['NULL', 'open', seen({ state: null }), undefined, { kind: 'illegal', reason: 'not_from_nothing' }],
    ['no such edge', 'fly', seen(), undefined, { kind: 'illegal', reason: 'no_such_edge' }],
    ['another version', 'open', seen(), 2, { kind: 'lost', reason: 'changed_since' }],
    ['the version before the state', 'shut', seen(), 2, { kind: 'lost' }],
    ['a live lease', 'open', seen({ lease: lease('oil', 1) }), undefined, { kind: 'lease', reason: 'lease_oil' }],
    ['a live lease of its own kind', 'oil', seen({ lease: lease('oil', 1) }), undefined, { kind: 'lease' }],
    ['the lease before the version', 'open', seen({ lease: lease('oil', 1) }), 2, { kind: 'lease' }],
    ['an expired lease, by a pure edge', 'open', seen({ lease: lease('oil', 0) }), undefined, { ok: true }],
    ['an expired lease, by its own kind', 'oil', seen({ lease: lease('oil', -1) }), undefined, { ok: true }],
    ['an expired lease, by another kind', 'paint', seen({ lease: lease('oil', -1) }), undefined, { kind: 'lease' }],
  ])('%s', (_, edge, what, at, expected) => {
    expect(decide(door, edge, what, NOON, at)).toMatchObject(expected as object)
  })

  test('a lease ends at its instant, not after it', () => {
    expect([isLive(lease('oil', 1), NOON), isLive(lease('oil', 0), NOON), isLive(null, NOON)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('allowedEdges', () => {
  const ask = (what: Seen, locked = false, since = NOON) => allowedEdges(door, what, { locked, since }, NOON)

  test('names every edge, with the reason of each that is refused', () => {
    expect(ask(seen())).toEqual({
      open: { edge: 'open', allowed: true, kind: null, reason: null },
      shut: { edge: 'shut', allowed: false, kind: 'illegal', reason: 'not_from_SHUT' },
      oil: { edge: 'oil', allowed: true, kind: null, reason: null },
      paint: { edge: 'paint', allowed: true, kind: null, reason: null },
    })
  })

  test('the first rule that refuses gives the reason; rules are not asked where the state already refuses', () => {
    const soon = new Date(NOON.getTime() + 1)
    expect(ask(seen(), true, soon).open).toMatchObject({ kind: 'guard', reason: 'locked' })
    expect(ask(seen(), false, soon).open).toMatchObject({ kind: 'guard', reason: 'too_new' })
    expect(ask(seen({ state: 'OPEN' }), true).open).toMatchObject({ kind: 'illegal' })
  })

  test('a live lease locks every button', () => {
    const reasons = Object.values(ask(seen({ lease: lease('oil', 5) }))).map((edge) => edge.reason)
    expect(new Set(reasons)).toEqual(new Set(['lease_oil']))
  })
})
