import { describe, expect, test } from 'vitest'
import { decide } from '@/lib/engine/decide'
import { cutover } from './machine'

const NOON = new Date('2026-03-02T12:00:00Z')

/** What each edge does in each state: the state it leads to, or `-` for a refusal. */
const TABLE = `
          DORMANT  LIVE
goLive    LIVE     -
rollBack  -        DORMANT
`

const [states = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([edge = '', ...to]) => states.map((state, n) => [edge, state, to[n] ?? ''] as const))

describe('every cell of cutover', () => {
  test('the table has every edge and every state', () => {
    expect(rows.map(([edge]) => edge).sort()).toEqual(Object.keys(cutover.edges).sort())
    expect(states).toEqual(Object.keys(cutover.states))
  })

  test.each(cells)('%s in %s: %s', (edge, state, to) => {
    const decision = decide(cutover, edge, { state, version: 1, lease: null }, NOON)
    if (to === '-') expect(decision).toEqual({ ok: false, kind: 'illegal', reason: `not_from_${state}` })
    else expect(decision).toEqual({ ok: true, to: [to] })
  })
})
