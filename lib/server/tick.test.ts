import { describe, expect, test } from 'vitest'
import { type Context, TICK } from '@/lib/platform/context'
import { BETWEEN_PASSES_MS, type Plan, type TickPart, tick } from '@/lib/server/tick'

const ctx = { actor: TICK, requestId: 'tick-1', shift: 0 } as Context

/** A clock that only the parts move. */
function clockwork() {
  let at = 0
  const waits: number[] = []
  return {
    elapsed: () => at,
    pass: (ms: number) => {
      at += ms
    },
    wait: async (ms: number) => {
      waits.push(ms)
      at += ms
    },
    waits,
  }
}

type Behaviour = { share?: number; due?: number; run?: (left: () => number) => void }

function part(name: string, said: string[], { share = 1, due = 1, run = () => {} }: Behaviour = {}): TickPart {
  return {
    name,
    share,
    async plan() {
      said.push(`plan ${name}`)
      return { due }
    },
    async run(_ctx, plan: Plan, deadline) {
      said.push(`run ${name}`)
      run(deadline.left)
      return { due: plan.due, done: plan.due, failed: 0, left: 0 }
    },
  }
}

describe('tick', () => {
  test('runs the parts in order, each planned right before it runs, under its own id', async () => {
    const said: string[] = []
    const report = await tick(ctx, [part('a', said), part('b', said), part('c', said)])
    expect(said).toEqual(['plan a', 'run a', 'plan b', 'run b', 'plan c', 'run c'])
    expect(report).toMatchObject({ id: 'tick-1', good: true, passes: 1 })
    expect(report.parts.map(({ name, due, done }) => [name, due, done])).toEqual([
      ['a', 1, 1],
      ['b', 1, 1],
      ['c', 1, 1],
    ])
  })

  test('gives each part its share, and what was not used to the later ones', async () => {
    const { elapsed, pass, wait } = clockwork()
    const lefts: number[] = []
    const spend = (ms: number) => (left: () => number) => {
      lefts.push(left())
      pass(ms)
      lefts.push(left())
    }
    const parts = [
      part('quick', [], { share: 1, run: spend(1_000) }),
      part('slow', [], { share: 3, run: spend(25_000) }),
      part('last', [], { share: 1, run: spend(0) }),
    ]
    await tick(ctx, parts, { budgetMs: 20_000, elapsed, wait })
    // 4 s of its own; 12 s and the 3 s that were not used; nothing, since the slow one overran into it.
    expect(lefts).toEqual([4_000, 3_000, 15_000, -10_000, -6_000, -6_000])
  })

  test.each(['plan', 'run'] as const)('goes on when a part breaks in its %s, and is not good', async (where) => {
    const said: string[] = []
    const broken = part('broken', said, { due: 3 })
    broken[where] = async () => {
      throw new Error('postgresql://daybook:secret@host')
    }
    const report = await tick(ctx, [part('before', said), broken, part('after', said)])
    expect(report.good).toBe(false)
    expect(report.parts.map(({ error }) => error !== undefined)).toEqual([false, true, false])
    expect(report.parts[1]).toMatchObject({ due: where === 'run' ? 3 : 0, done: 0, left: where === 'run' ? 3 : 0 })
    expect(JSON.stringify(report)).not.toContain('secret')
    expect(said.at(-1)).toBe('run after')
  })

  test('leaves a part behind that does not stop', async () => {
    const said: string[] = []
    const stuck = part('stuck', said)
    stuck.run = () => new Promise(() => {})
    const { elapsed, pass, wait } = clockwork()
    const spent = part('spent', said, { run: () => pass(30_000) })
    const report = await tick(ctx, [spent, stuck, part('after', said)], { elapsed, wait, graceMs: 20 })
    expect(report.parts[1]?.error).toMatch(/did not stop/)
    expect(said.at(-1)).toBe('run after')
  })

  test('makes two passes well apart, and adds them up', async () => {
    const { elapsed, pass, wait, waits } = clockwork()
    const said: string[] = []
    const parts = [part('a', said, { due: 2, run: () => pass(500) })]
    const report = await tick(ctx, parts, { passes: 2, elapsed, wait })
    expect(BETWEEN_PASSES_MS).toBeGreaterThanOrEqual(6_000)
    expect(waits).toEqual([BETWEEN_PASSES_MS])
    expect(said).toEqual(['plan a', 'run a', 'plan a', 'run a'])
    expect(report).toMatchObject({ passes: 2, ms: 7_000, parts: [{ due: 4, done: 4, left: 0, ms: 1_000 }] })
  })
})
