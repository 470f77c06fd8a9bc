import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { sqlState } from '@/lib/platform/sqlstate'
import { run } from '@/lib/roster/machine'
import { type EngineWorld, engineWorld, later, makeRun, must, probe, probes, readProbe } from '@/lib/testing/engine'
import { record } from './audit'
import type { AnyMachine } from './machine'
import { AT, type Guard } from './sql'
import { bear, transition, transitionAll } from './transition'

let world: EngineWorld
let id: string
beforeAll(async () => {
  world = await engineWorld()
})
afterAll(() => world.end())

const one = async (state: '' | 'OPEN' | 'BUSY' = 'OPEN') => {
  ;[id = ''] = await probes(world.ctx, 1, state)
  return id
}
const events = (subject: string) =>
  world.db.auditEvent.findMany({ where: { subjectId: subject, version: { not: null } }, orderBy: { version: 'asc' } })
const childless: Guard = {
  reason: 'has_children',
  sql: Prisma.sql`NOT EXISTS (SELECT FROM probe_child c WHERE c.probe_id = r.id)`,
}

describe('a pure edge', () => {
  test('sets the state, steps the version and writes its event in one statement', async () => {
    await one()
    const outcome = await transition(world.ctx, probe, id, 'start', { version: 0, reason: 'because', attempt: 2 })
    expect(outcome).toMatchObject({ ok: true, kind: 'moved', from: 'OPEN', to: 'BUSY', version: 1 })
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'BUSY', version: 1 })
    expect((await events(id))[1]).toMatchObject({
      ...{ type: 'probe.started', edge: 'start', fromState: 'OPEN', toState: 'BUSY', version: 1 },
      ...{ actorKind: 'system', reason: 'because', attempt: 2, requestId: world.ctx.requestId, data: {} },
    })
  })

  test('writes the columns that it lists, the instant of the move, JSON and NULL among them', async () => {
    await one()
    const set = { text: 'x', noted_at: AT, extra: { a: [1, null], b: "it's" } }
    await must(transition(world.ctx, probe, id, 'note', { version: 0, set }))
    const [row] = await world.db.$queryRaw<{ noted_at: Date; extra: unknown }[]>`
      SELECT noted_at, extra FROM probe WHERE id = ${id}::uuid`
    expect(row?.extra).toEqual(set.extra)
    expect(row?.noted_at).toEqual((await events(id))[1]?.at)
    await must(transition(world.ctx, probe, id, 'note', { version: 1, set: { text: null, extra: null } }))
    expect((await readProbe(world.db, id)).text).toBeNull()
  })

  test('refuses a column that the machine does not list, and data that the event does not know', async () => {
    await one()
    await expect(transition(world.ctx, probe, id, 'note', { version: 0, set: { state: 'DONE' } })).rejects.toThrow(
      'may not write state',
    )
    await expect(transition(world.ctx, probe, id, 'note', { version: 0, data: { txet: 'x' } })).rejects.toThrow('txet')
    expect(await readProbe(world.db, id)).toMatchObject({ version: 0 })
  })

  test.each([
    ['illegal', 'not_from_OPEN', () => transition(world.ctx, probe, id, 'back', { version: 0 })],
    ['illegal', 'no_such_edge', () => transition(world.ctx, probe as AnyMachine, id, 'fly', { version: 0 })],
    ['lost', 'changed_since', () => transition(world.ctx, probe, id, 'start', { version: 7 })],
    ['unknown', 'not_found', () => transition(world.ctx, probe, newId(), 'start', { version: 0 })],
    ['unknown', 'not_found', () => transition(world.ctx, probe, 'no uuid', 'start', { version: 0 })],
    [
      'guard',
      'never',
      () =>
        transition(world.ctx, probe, id, 'start', {
          version: 0,
          guards: [
            { reason: 'fine', sql: Prisma.sql`r.version = 0 AND r.door_at > '2020-01-01'::timestamptz` },
            { reason: 'never', sql: Prisma.sql`NULL::boolean` },
          ],
        }),
    ],
    [
      'gate',
      'gate_closed',
      () =>
        transition(world.ctx, probe, id, 'start', { version: 0, gate: Prisma.sql`SELECT 1 FROM company FOR SHARE` }),
    ],
  ])('that is refused as %s (%s) changes nothing', async (kind, reason, move) => {
    await one()
    expect(await move()).toMatchObject({ ok: false, kind, reason })
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'OPEN', version: 0 })
    expect(await events(id)).toHaveLength(1)
  })

  test('finds its subject whatever the case of its id', async () => {
    await one()
    expect(await transition(world.ctx, probe, id.toUpperCase(), 'start', { version: 0 })).toMatchObject({ ok: true })
  })

  test('carries further writes along, and a move that is refused carries none', async () => {
    await one()
    const also = [Prisma.sql`INSERT INTO probe_child SELECT upd.id, n FROM upd, generate_series(1, 500) n`]
    await transition(world.ctx, probe, id, 'start', { version: 9, also })
    expect(await world.db.$queryRaw`SELECT FROM probe_child WHERE probe_id = ${id}::uuid`).toHaveLength(0)
    await must(transition(world.ctx, probe, id, 'start', { version: 0, also }))
    expect(await world.db.$queryRaw`SELECT FROM probe_child WHERE probe_id = ${id}::uuid`).toHaveLength(500)
  })

  test('of a command that comes again answers what the first did, carries nothing again, and a refusal is not remembered', async () => {
    await one()
    const press = { version: 0, commandId: newId() }
    const also = [Prisma.sql`INSERT INTO probe_child SELECT upd.id, 1 FROM upd`]
    const first = await must(transition(world.ctx, probe, id, 'start', { ...press, also }))
    expect(await transition(world.ctx, probe, id, 'start', { ...press, also })).toEqual({ ...first, kind: 'repeat' })
    await must(transition(world.ctx, probe, id, 'back', { version: 1 }))
    expect(await transition(world.ctx, probe, id, 'start', { ...press, also })).toEqual({ ...first, kind: 'repeat' })
    expect(await world.db.$queryRaw`SELECT FROM probe_child WHERE probe_id = ${id}::uuid`).toHaveLength(1)
    const refused = { version: 2, commandId: newId() }
    expect(await transition(world.ctx, probe, id, 'back', refused)).toMatchObject({ kind: 'illegal' })
    await must(transition(world.ctx, probe, id, 'start', { version: 2 }))
    expect(await transition(world.ctx, probe, id, 'back', { ...refused, version: 3 })).toMatchObject({ kind: 'moved' })
  })

  test('a broken rule index is a refusal with the rule as its reason', async () => {
    const births = () => [{ id: newId(), values: { rule: 'taken' }, data: {} }]
    expect(await bear(world.ctx, probe, 'OPEN', births())).toMatchObject({ ok: true })
    expect(await bear(world.ctx, probe, 'OPEN', births())).toMatchObject({ kind: 'guard', reason: 'rule_taken' })
  })
})

describe('the empty state', () => {
  test('compare with IS NOT DISTINCT FROM: NULL moves along its own edges and nothing else does', async () => {
    await one('')
    expect(await readProbe(world.db, id)).toMatchObject({ state: null })
    expect(await transition(world.ctx, probe, id, 'start', { version: 0 })).toMatchObject({
      kind: 'illegal',
      reason: 'not_from_nothing',
    })
    expect(await transition(world.ctx, probe, id, 'oldStep', { version: 0 })).toMatchObject({ from: null, to: '' })
    expect(await transition(world.ctx, probe, id, 'adopt', { version: 1 })).toMatchObject({ from: null, to: 'OPEN' })
    expect(await transition(world.ctx, probe, id, 'adopt', { version: 2 })).toMatchObject({ kind: 'illegal' })
    expect(await transition(world.ctx, probe, id, 'oldStep', { version: 2 })).toMatchObject({ kind: 'illegal' })
  })
})

describe('a set', () => {
  test('moves or refuses each member by itself, in one statement, one event each', async () => {
    const ids = await probes(world.ctx, 5)
    await must(transition(world.ctx, probe, ids[1] ?? '', 'start', { version: 0 }))
    const gone = newId()
    const outcomes = await transitionAll(
      world.ctx,
      probe,
      'note',
      [...ids, gone].map((member, n) => ({
        id: member,
        version: n === 3 ? 4 : n === 1 ? 1 : 0,
        set: { text: `n${n}` },
      })),
    )
    expect(outcomes.map((o) => (o.ok ? o.version : o.kind))).toEqual([1, 2, 1, 'lost', 1, 'unknown'])
    expect((await readProbe(world.db, ids[4] ?? '')).text).toBe('n4')
    expect(await events(ids[4] ?? '')).toHaveLength(2)
  })

  test('of nobody does nothing; members that write different columns, or come twice, are refused', async () => {
    expect(await transitionAll(world.ctx, probe, 'note', [])).toEqual([])
    const [a = '', b = ''] = await probes(world.ctx, 2)
    await expect(
      transitionAll(world.ctx, probe, 'note', [
        { id: a, version: 0, set: { text: 'x' } },
        { id: b, version: 0 },
      ]),
    ).rejects.toThrow('same columns')
    await expect(
      transitionAll(world.ctx, probe, 'note', [
        { id: a, version: 0 },
        { id: a, version: 0 },
      ]),
    ).rejects.toThrow('once')
  })

  test('locks several by id: sets in opposite orders never deadlock', async () => {
    const ids = await probes(world.ctx, 20)
    const versions = new Map(ids.map((member) => [member, 0]))
    const members = (list: string[]) => list.map((member) => ({ id: member, version: versions.get(member) ?? 0 }))
    for (let round = 0; round < 20; round++) {
      const [up, down] = await Promise.all([
        transitionAll(world.ctx, probe, 'note', members(ids)),
        transitionAll(world.ctx, probe, 'note', members([...ids].reverse())),
      ])
      expect(up.filter((o) => o.ok).length + down.filter((o) => o.ok).length).toBe(20)
      for (const member of ids) versions.set(member, (versions.get(member) ?? 0) + 1)
    }
  })
})

describe("inside a caller's transaction", () => {
  test('move and caller commit together or not at all', async () => {
    await one()
    await expect(
      inTransaction(world.ctx, async (tx) => {
        await must(transition(tx, probe, id, 'start', { version: 0 }))
        throw new Error('and back')
      }),
    ).rejects.toThrow('and back')
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'OPEN', version: 0 })
    expect(await events(id)).toHaveLength(1)
    await inTransaction(world.ctx, async (tx) => {
      await must(transition(tx, probe, id, 'start', { version: 0 }))
      await must(inTransaction(tx, (inner) => transition(inner, probe, id, 'back', { version: 1 })))
      expect(await transition(tx, probe, id, 'back', { version: 2 })).toMatchObject({ kind: 'illegal' })
    })
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'OPEN', version: 2 })
  })

  test('a leased edge is refused there: its claim would hold nothing', async () => {
    await one()
    const act = async () => ({ value: undefined })
    await expect(
      inTransaction(world.ctx, (tx) => transition(tx, probe, id, 'pack', { version: 0, act })),
    ).rejects.toThrow('inside a transaction')
  })

  test('a version without its event fails at COMMIT with a code that is recognised', async () => {
    await one()
    const unaudited = inTransaction(
      world.ctx,
      (tx) => tx.db.$executeRaw`UPDATE probe SET state = 'BUSY', version = 1 WHERE id = ${id}::uuid`,
    )
    expect(sqlState(await unaudited.catch((error: unknown) => error))).toBe('DB003')
    const statement = world.db.$executeRaw`UPDATE probe SET state = 'BUSY', version = 1 WHERE id = ${id}::uuid`
    expect(sqlState(await statement.catch((error: unknown) => error))).toBe('DB003')
  })

  test('fact then move: the subject row first, so that two callers wait instead of deadlocking', async () => {
    const [a = ''] = await probes(world.ctx, 1)
    const facts = { 'probe.seen': probe.edges.start.data }
    const work = () =>
      inTransaction(world.ctx, async (tx) => {
        const [row] = await tx.db.$queryRaw<{ version: number }[]>`
          SELECT version FROM probe WHERE id = ${a}::uuid FOR NO KEY UPDATE`
        await record(tx, facts, [{ machine: 'probe', subjectId: a, type: 'probe.seen' }])
        return transition(tx, probe, a, 'note', { version: row?.version ?? -1 })
      })
    const outcomes = await Promise.all(Array.from({ length: 12 }, work))
    expect(outcomes.every((o) => o.ok)).toBe(true)
    expect(await readProbe(world.db, a)).toMatchObject({ version: 12 })
  })
})

describe('a guard that reads other rows', () => {
  /** Runs `change` in a transaction that holds the row while `move` waits for it, then commits. */
  async function whileWaiting<T>(change: string, move: () => Promise<T>): Promise<T> {
    const other = await world.app()
    await other.query('BEGIN')
    await other.query(`SELECT FROM probe WHERE id = $1 FOR NO KEY UPDATE`, [id])
    const waiting = move()
    await expect
      .poll(
        async () =>
          (
            await other.query(`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'
                                              AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`)
          ).rowCount,
      )
      .toBeGreaterThan(0)
    await other.query(change, [id])
    await other.query('COMMIT')
    await other.end()
    return waiting
  }

  test('is stale in its own statement: a child that commits while the move waits is not seen', async () => {
    await one()
    const outcome = await whileWaiting('INSERT INTO probe_child VALUES ($1, 1)', () =>
      transition(world.ctx, probe, id, 'start', { version: 0, guards: [childless] }),
    )
    expect(outcome, 'if this is refused, PostgreSQL reads children anew and the rule below can go').toMatchObject({
      ok: true,
    })
  })

  test('so the child write moves the parent: the waiting move then loses by the version', async () => {
    await one()
    const also = [Prisma.sql`INSERT INTO probe_child SELECT upd.id, 1 FROM upd`]
    const [noted, started] = await Promise.all([
      transition(world.ctx, probe, id, 'note', { version: 0, also }),
      transition(world.ctx, probe, id, 'start', { version: 0, guards: [childless] }),
    ])
    expect([noted, started].filter((o) => o.ok)).toHaveLength(1)
    if (noted.ok) expect(started).toMatchObject({ ok: false })
  })

  test('a late answer reads its parent FOR SHARE, so no move passes between its judgement and its commit', async () => {
    await one()
    const answer = await world.app()
    await answer.query('BEGIN')
    const seen = await answer.query('SELECT state FROM probe WHERE id = $1 FOR SHARE', [id])
    let closed = false
    const closing = transition(world.ctx, probe, id, 'start', { version: 0 }).then((outcome) => {
      closed = true
      return outcome
    })
    await new Promise((resume) => setTimeout(resume, 200))
    expect([seen.rows[0]?.state, closed]).toEqual(['OPEN', false])
    await answer.query('INSERT INTO probe_child VALUES ($1, 1)', [id])
    await answer.query('COMMIT')
    expect(await closing).toMatchObject({ ok: true })
    expect(await world.db.$queryRaw`SELECT FROM probe_child WHERE probe_id = ${id}::uuid`).toHaveLength(1)
  })

  test('FOR NO KEY UPDATE: a move does not hold up the insert of a child', async () => {
    await one()
    const child = await world.app()
    await inTransaction(world.ctx, async (tx) => {
      await must(transition(tx, probe, id, 'start', { version: 0 }))
      await child.query("SET lock_timeout = '2s'")
      await child.query('INSERT INTO probe_child VALUES ($1, 1)', [id])
    })
    await child.end()
  })
})

describe('facts', () => {
  test('320 concurrent facts on one subject are all kept', async () => {
    await one()
    const facts = { 'probe.seen': probe.edges.start.data }
    await Promise.all(
      Array.from({ length: 320 }, () =>
        record(world.ctx, facts, [{ machine: 'probe', subjectId: id, type: 'probe.seen' }]),
      ),
    )
    expect(await world.db.auditEvent.count({ where: { subjectId: id, type: 'probe.seen' } })).toBe(320)
  })

  test('of an unknown type, or with unknown data, stop before the database', async () => {
    const facts = { 'probe.seen': probe.edges.start.data }
    const fact = { machine: 'probe', subjectId: newId(), type: 'probe.seen' as const }
    await expect(record(world.ctx, facts, [{ ...fact, data: { x: 1 } }])).rejects.toThrow()
    await expect(record(world.ctx, facts, [{ ...fact, type: 'probe.sene' as 'probe.seen' }])).rejects.toThrow('no fact')
  })
})

test('the database decides the time: an expired lease and a live one look different to the same code an hour on', async () => {
  const run1 = await makeRun(world.ctx, 'CLOSED')
  expect(
    await transition(later(world.ctx, 3_600_000), run, run1.id, 'takeLate', { ...run1, data: { answers: 1 } }),
  ).toMatchObject({ ok: true })
  const [event] = await world.db.auditEvent.findMany({ where: { subjectId: run1.id, edge: 'takeLate' } })
  expect((event?.at.getTime() ?? 0) - world.ctx.now().getTime()).toBeGreaterThan(3_500_000)
})
