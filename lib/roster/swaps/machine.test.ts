import { describe, expect, test } from 'vitest'
import { allowedEdges, decide } from '@/lib/engine/decide'
import { swap } from './machine'

const NOON = new Date('2026-03-02T12:00:00Z')

/** What each edge does in each state: the state it leads to, or `-` for a refusal. */
const TABLE = `
          asked      offered    confirmed  withdrawn  refused
offer     offered    -          -          -          -
retract   -          asked      -          -          -
confirm   -          confirmed  -          -          -
withdraw  withdrawn  withdrawn  -          -          -
refuse    refused    refused    -          -          -
`

const [states = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([edge = '', ...to]) => states.map((state, n) => [edge, state, to[n] ?? ''] as const))

describe('every cell of swap', () => {
  test('the table has every edge and every state', () => {
    expect(rows.map(([edge]) => edge).sort()).toEqual(Object.keys(swap.edges).sort())
    expect(states).toEqual(Object.keys(swap.states))
  })

  test.each(cells)('%s in %s: %s', (edge, state, to) => {
    const decision = decide(swap, edge, { state, version: 1, lease: null }, NOON)
    if (to === '-') expect(decision).toEqual({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
    else expect(decision).toEqual({ ok: true, to: [to] })
  })
})

test('from the minute its shift begins no button of a swap is free', () => {
  const at = (startsAt: Date) =>
    Object.values(allowedEdges(swap, { state: 'offered', version: 1, lease: null }, { startsAt }, NOON))
      .filter(({ edge }) => edge !== 'offer')
      .map(({ reason }) => reason)
  expect(new Set(at(new Date(NOON.getTime() + 1)))).toEqual(new Set([null]))
  expect(new Set(at(NOON))).toEqual(new Set(['shift_begun']))
})
