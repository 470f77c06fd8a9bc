import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { answerLost } from '@/lib/platform/sqlstate'
import { run } from '@/lib/roster/machine'
import {
  type EngineWorld,
  engineWorld,
  later,
  makeRoster,
  makeRun,
  must,
  opening,
  probe,
  probes,
  readProbe,
} from '@/lib/testing/engine'
import { order } from './request'
import type { Guard } from './sql'
import { claimStatement, moveStatement, renewStatement } from './store'
import { transition } from './transition'

/** Published counts with FULL=1; without it counts that fit. Each test's name prints what it ran. */
const full = (published: number, fits: number) => (process.env.FULL ? published : fits)
const SEEDS = full(20, 4)
const CLAIMS = full(200, 30)
const EXPIRIES = full(100, 40)
const FORMS = full(200, 50)
const SENDS = full(200, 50)

let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(16)
})
afterAll(() => world.end())

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const eventsOf = (subjectId: string) => world.db.auditEvent.count({ where: { subjectId, version: { gt: 0 } } })

const claim = (id: string, version: number, token = newId(), edge = 'work', ctx = world.ctx) =>
  claimStatement(ctx, probe, {
    edge,
    lease: edge === 'pack' ? 'pack' : 'work',
    token,
    guards: [],
    order: order({ parse: () => ({}) }, id, { version }),
  })

describe('clicks', () => {
  test(`200 identical clicks × ${SEEDS}: one move, 199 told the same`, async () => {
    for (const id of await probes(world.ctx, SEEDS)) {
      const press = { version: 0, commandId: newId() }
      const outcomes = await times(200, () => transition(world.ctx, probe, id, 'start', press))
      const kinds = outcomes.map((o) => o.kind)
      expect([kinds.filter((k) => k === 'moved').length, kinds.filter((k) => k === 'repeat').length]).toEqual([1, 199])
      expect(new Set(outcomes.map((o) => o.ok && o.eventId)).size).toBe(1)
      expect(await eventsOf(id)).toBe(1)
    }
  }, 120_000)

  test(`200 clicks of 200 people × ${SEEDS}: one move, 199 typed refusals, no error`, async () => {
    for (const id of await probes(world.ctx, SEEDS)) {
      const outcomes = await times(200, () => transition(world.ctx, probe, id, 'start', { version: 0 }))
      expect(outcomes.filter((o) => o.ok)).toHaveLength(1)
      expect(new Set(outcomes.filter((o) => !o.ok).map((o) => o.kind))).toEqual(new Set(['lost']))
      expect(await eventsOf(id)).toBe(1)
    }
  }, 120_000)

  test(`200 identical clicks on a leased edge × ${SEEDS}: act runs once`, async () => {
    for (const id of await probes(world.ctx, SEEDS, 'BUSY')) {
      let acted = 0
      const commandId = newId()
      const outcomes = await times(200, () =>
        transition(world.ctx, probe, id, 'work', {
          version: 1,
          commandId,
          act: async () => {
            acted += 1
            return { value: undefined }
          },
        }),
      )
      expect(acted).toBe(1)
      expect(outcomes.filter((o) => o.kind === 'moved')).toHaveLength(1)
      expect(outcomes.every((o) => ['moved', 'repeat', 'in_progress'].includes(o.kind))).toBe(true)
    }
  }, 120_000)
})

describe('leases', () => {
  test(`16 claims × ${CLAIMS}: one holder; ${CLAIMS * 2} zombie finalizes: none passes`, async () => {
    const hence = later(world.ctx, 120_000)
    for (const id of await probes(world.ctx, CLAIMS, 'BUSY')) {
      const tokens = Array.from({ length: 16 }, newId)
      const rows = await Promise.all(tokens.map((token) => claim(id, 1, token)))
      const held = tokens.filter((_, n) => rows[n]?.new_version === 1)
      expect(held).toHaveLength(1)
      const heir = newId()
      expect((await claim(id, 1, heir, 'work', hence))?.new_version).toBe(1)
      const end = (token: string) =>
        moveStatement(world.ctx, probe, {
          edge: 'finish',
          orders: [order(probe.edges.finish.data, id, { version: 1 })],
          guards: [],
          also: [],
          token,
        })
      const ends = await Promise.all([end(held[0] ?? ''), end(heir), end(held[0] ?? '')])
      expect(ends.map(([row]) => row?.event_id !== null)).toEqual([false, true, false])
    }
  }, 120_000)

  test(`renew against reclaim at the moment of expiry × ${EXPIRIES}: exactly one holds it`, async () => {
    const ids = await probes(world.ctx, EXPIRIES)
    const won = { renewed: 0, reclaimed: 0 }
    await Promise.all(
      ids.map(async (id, n) => {
        const [token, heir] = [newId(), newId()]
        await claim(id, 0, token, 'pack')
        const until = (await readProbe(world.db, id)).acting_until?.getTime() ?? 0
        await new Promise((resume) => setTimeout(resume, until - world.ctx.now().getTime() + (n % 9) - 6))
        const [renewed, reclaimed] = await Promise.all([
          renewStatement(world.ctx, probe, id, token, 'pack'),
          claim(id, 0, heir, 'pack'),
        ])
        const taken = reclaimed?.new_version === 0
        expect(renewed, 'either it was renewed, or it was taken over').toBe(!taken)
        expect((await readProbe(world.db, id)).acting_token).toBe(taken ? heir : token)
        won[taken ? 'reclaimed' : 'renewed'] += 1
        const open = await world.db.lease.findMany({ where: { subjectId: id, endedAt: null } })
        expect(open.map((row) => row.token)).toEqual([taken ? heir : token])
      }),
    )
    expect(won.renewed + won.reclaimed).toBe(EXPIRIES)
  }, 60_000)
})

describe('the run', () => {
  const noOther: Guard = {
    reason: 'other_open',
    sql: Prisma.sql`NOT EXISTS (SELECT FROM roster_run x WHERE x.roster_id = r.roster_id AND x.id <> r.id AND x.v2_state = 'COLLECTING')`,
  }

  test.each([
    ['by guard and index', [noOther]],
    ['by the index alone', []],
  ])(
    `8 weeks of one roster opened at once × ${FORMS}: one form opens, %s, and the others are told why`,
    async (_, guards) => {
      for (let round = 0; round < FORMS; round++) {
        const rosterId = await makeRoster(world.ctx)
        const weeks = await times(8, (week) => makeRun(world.ctx, 'DRAFT', { rosterId, week }))
        const outcomes = await Promise.all(
          weeks.map(({ id }) =>
            transition(world.ctx, run, id, 'open', { version: 0, guards, ...opening(world.ctx, 'opened_at') }),
          ),
        )
        expect(outcomes.filter((o) => o.ok)).toHaveLength(1)
        for (const o of outcomes) if (!o.ok) expect(o).toMatchObject({ kind: 'guard', reason: 'other_open' })
        expect(await world.db.rosterRun.count({ where: { rosterId, v2State: 'COLLECTING' } })).toBe(1)
      }
    },
    240_000,
  )

  test(`un-approve against a send × ${SENDS}: one of them, and never under a live send`, async () => {
    for (let round = 0; round < SENDS; round++) {
      const { id, version } = await makeRun(world.ctx, 'APPROVED')
      const back = {
        version,
        set: { status: 'pending', approved_at: null, approved_hash: null },
        data: { because: 'button', takenBack: 0 },
      }
      let during: unknown
      const [sent, unapproved] = await Promise.all([
        transition(world.ctx, run, id, 'send', {
          version,
          act: async () => {
            during = await transition(world.ctx, run, id, 'unapprove', back)
            return { set: { status: 'sent' }, data: { sent: 0, letGo: 0 }, value: undefined }
          },
        }),
        transition(world.ctx, run, id, 'unapprove', back),
      ])
      expect([sent.ok, unapproved.ok].filter(Boolean)).toHaveLength(1)
      if (sent.ok) {
        expect(during).toMatchObject({ kind: 'lease', reason: 'lease_send' })
        expect(['lease', 'lost', 'illegal']).toContain(unapproved.kind)
      } else expect(sent).toMatchObject({ kind: expect.stringMatching(/lost|illegal/), ok: false })
    }
  }, 240_000)
})

describe('deadlocks', () => {
  test('two subjects in opposite orders within transactions: the loser is told to repeat, and repeating is right', async () => {
    const [a = '', b = ''] = await probes(world.ctx, 2)
    const both = (first: string, second: string, version: number) =>
      inTransaction(world.ctx, async (tx) => {
        await must(transition(tx, probe, first, 'note', { version }))
        await new Promise((resume) => setTimeout(resume, 100))
        await must(transition(tx, probe, second, 'note', { version }))
      })
    const ends = await Promise.allSettled([both(a, b, 0), both(b, a, 0)])
    const lost = ends.filter((end) => end.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(answerLost(lost[0]?.reason)).toBe(true)
    await both(a, b, 1)
    expect(await readProbe(world.db, b)).toMatchObject({ version: 2 })
  })

  test('claims, moves, sets, releases by expiry and facts, all at once on the same rows: none', async () => {
    const ids = await probes(world.ctx, 4, 'BUSY')
    const before = await deadlocks()
    await times(160, async (n) => {
      const id = ids[n % 4] ?? ''
      const { version } = await readProbe(world.db, id)
      if (n % 4 === 0) return transition(world.ctx, probe, id, 'work', { version, act: async () => ({ value: 0 }) })
      if (n % 4 === 1) return claim(id, version, newId(), 'work', later(world.ctx, 61_000))
      return transition(later(world.ctx, 200_000), probe, ids[(n * 7) % 4] ?? '', 'note', { version })
    })
    expect(await deadlocks()).toBe(before)
  }, 60_000)

  async function deadlocks() {
    const [row] = await world.db.$queryRaw<{ deadlocks: bigint }[]>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
    return Number(row?.deadlocks)
  }
})
