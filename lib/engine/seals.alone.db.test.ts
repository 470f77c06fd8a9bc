import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { EMPTY_RECORD, type EngineWorld, engineWorld, later, must, probe, probes } from '@/lib/testing/engine'
import { record } from './audit'
import { seal, sealState, verify } from './seal'
import { transition } from './transition'

const FACTS = { 'probe.seen': probe.edges.start.data }
const TOP = '9223372036854775807'

let world: EngineWorld
/** A superuser: nothing stops one, so what one did has to be found. */
let root: pg.Client
beforeEach(async () => {
  world = await engineWorld()
  root = new pg.Client(Object.assign(new URL(inject('testServer').adminUrl), { pathname: world.database.name }).href)
  await root.connect()
  await root.query(EMPTY_RECORD)
})
afterEach(async () => {
  await root.end()
  await world.end()
})

const fact = (subjectId = newId()) => record(world.ctx, FACTS, [{ machine: 'probe', subjectId, type: 'probe.seen' }])
/** Seals until nothing waits. Other databases of the server hold the horizon for as long as they write. */
const sealAll = () =>
  expect
    .poll(
      async () => {
        await seal(world.ctx)
        const { events } = await sealState(world.ctx)
        return events - (await world.db.auditEvent.count())
      },
      { timeout: 25_000 },
    )
    .toBe(0)
const faults = async () => (await verify(world.ctx, [probe])).faults

/** Events that lie in no seal, or in two. */
const misplaced = async () => {
  const { rows } = await root.query(`
    WITH s AS (SELECT *, coalesce((SELECT min(n.id_after) FROM seal n WHERE n.epoch > s.epoch), ${TOP}) AS up_to FROM seal s)
    SELECT e.id, e.xid, count(s.number) FROM audit_event e
      LEFT JOIN s ON e.xid >= s.xid_from AND e.xid < s.xid_to AND e.id > s.id_after AND e.id <= s.up_to
     GROUP BY e.id HAVING count(s.number) <> 1`)
  return rows
}

test('16 writers with rollbacks and savepoints, three sealers at once: every event in exactly one seal', async () => {
  const rounds = process.env.FULL ? 400 : 60
  let writing = true
  const insert = `INSERT INTO audit_event (at, machine, subject_id, type, actor_kind, actor_name, data, request_id)
    VALUES (clock_timestamp(), 'probe', gen_random_uuid(), 'probe.seen', 'system', 'x', '{}', 'x')`
  const writer = async (_: unknown, n: number) => {
    const app = await world.app()
    for (let round = 0; round < rounds; round++) {
      await app.query('BEGIN')
      await app.query(insert)
      await app.query('SAVEPOINT s')
      await app.query(insert)
      if ((round + n) % 3 === 0) await app.query('ROLLBACK TO s')
      await app.query(insert)
      await app.query((round + n) % 5 === 0 ? 'ROLLBACK' : 'COMMIT')
    }
    await app.end()
  }
  const sealer = async () => {
    while (writing) await seal(world.ctx)
  }
  const sealers = Array.from({ length: 3 }, sealer)
  await Promise.all(Array.from({ length: 16 }, writer))
  writing = false
  await Promise.all(sealers)
  await sealAll()
  expect(await misplaced()).toEqual([])
  expect(await faults()).toEqual([])
  const { rows } = await root.query('SELECT max(epoch) AS epoch, count(*)::int AS seals FROM seal')
  expect(rows[0].epoch, 'no sealer took another for a restore').toBe(0)
  expect(rows[0].seals).toBeGreaterThan(1)
}, 120_000)

test('nothing to seal writes no seal', async () => {
  await fact()
  await sealAll()
  const { number, head } = await sealState(world.ctx)
  expect(await seal(world.ctx)).toBe(0)
  expect(await sealState(world.ctx)).toMatchObject({ number, head, lagSeconds: 0 })
})

test('an idle writing transaction shows as lag, before the first seal too, and only while it idles', async () => {
  const idle = await world.app()
  await idle.query('BEGIN')
  await idle.query('SELECT pg_current_xact_id()')
  await fact()
  expect(await seal(world.ctx)).toBe(0)
  expect((await sealState(later(world.ctx, 100_000))).lagSeconds).toBeGreaterThanOrEqual(100)
  await idle.query('COMMIT')
  await sealAll()
  expect((await sealState(later(world.ctx, 100_000))).lagSeconds).toBe(0)
})

describe('what a superuser changes behind the triggers is found', () => {
  let id: string
  beforeEach(async () => {
    ;[id = ''] = await probes(world.ctx, 1)
    await must(transition(world.ctx, probe, id, 'start', { version: 0 }))
    await sealAll()
    await must(transition(world.ctx, probe, id, 'back', { version: 1 }))
    await sealAll()
    expect(await faults()).toEqual([])
    await root.query("SET session_replication_role = 'replica'")
  })

  test.each([
    ['an event reworded', "UPDATE audit_event SET reason = 'x' WHERE version = 1", ['digest']],
    ['an event dated back', "UPDATE audit_event SET at = at - interval '1 ms' WHERE version = 1", ['digest']],
    ['another actor', "UPDATE audit_event SET actor_name = 'y' WHERE version = 1", ['digest']],
    ['a fact taken out', 'DELETE FROM audit_event WHERE version = 2', ['digest', 'state']],
    [
      'an event slipped in',
      'INSERT INTO audit_event SELECT id + 1000, at, machine, gen_random_uuid(), type, NULL, NULL, from_state, to_state, actor_kind, actor_id, actor_name, attempt, reason, data, request_id, NULL, xid FROM audit_event WHERE version = 1',
      ['digest'],
    ],
    ['a seal rewritten', "UPDATE seal SET digest = '' WHERE number = 1", ['digest', 'head', 'head']],
    ['a seal dated back', "UPDATE seal SET at = at - interval '1 h' WHERE number = 1", ['head', 'head']],
    ['a seal taken out', 'DELETE FROM seal WHERE number = 1', ['head']],
    ['a state changed', "UPDATE probe SET state = 'DONE'", ['state']],
    ['a version changed', 'UPDATE probe SET version = 7', ['state']],
    ['a subject taken out', 'DELETE FROM probe', ['state']],
    ['a subject slipped in', "INSERT INTO probe (id, state) VALUES (gen_random_uuid(), 'OPEN')", ['state']],
  ])('%s', async (_, sql, kinds) => {
    await root.query(sql)
    const found = (await faults()).map((fault) => fault.kind)
    // A seal's own head is broken and the next no longer follows from it; how many follow depends on the horizon.
    expect(new Set(found)).toEqual(new Set(kinds))
  })

  test('seals are append-only for the owner as well', async () => {
    for (const sql of ['UPDATE seal SET events = 0', 'DELETE FROM seal'])
      await expect(world.owner.query(sql)).rejects.toMatchObject({ code: 'DB004' })
  })
})

describe('after a restore, where transaction ids begin again below those that were sealed', () => {
  /**
   * The state that a logical backup leaves: events and seals with ids of the old server, 20 sealed and 10 not.
   * @param gap how far the old server's transaction ids are ahead of this one's
   */
  async function restored(gap: number) {
    const { rows } = await root.query('SELECT pg_current_xact_id()::text::bigint AS now')
    const base = Number(rows[0].now) + gap
    await root.query("SET session_replication_role = 'replica'")
    await root.query(
      `INSERT INTO audit_event (id, at, machine, subject_id, type, actor_kind, actor_name, data, request_id, xid)
       SELECT n, now(), 'probe', gen_random_uuid(), 'probe.seen', 'system', 'old', '{}', 'old', $1::bigint + n FROM generate_series(1, 30) n`,
      [base],
    )
    await root.query(
      `SELECT write_seal(ROW(0, 0, 0, 0, 0, 0, 0, '', '', now())::seal, 0, 0, ${TOP}, 0, $1::bigint + 21, '0')`,
      [base],
    )
    await root.query("SELECT setval('audit_event_id_seq', 30)")
    await root.query('RESET session_replication_role')
    return base
  }
  const burn = async (count: number) => {
    for (let n = 0; n < count; n++) await root.query('SELECT pg_current_xact_id()')
  }
  async function whole() {
    await sealAll()
    expect(await misplaced()).toEqual([])
    expect((await faults()).filter((fault) => fault.kind !== 'state')).toEqual([])
    const { rows } = await root.query('SELECT max(epoch) AS epoch FROM seal')
    return rows[0].epoch
  }

  test('the tail that was never sealed is sealed, a new epoch opens, and nothing is lost', async () => {
    await restored(1_000_000)
    await seal(world.ctx)
    for (let n = 0; n < 5; n++) await fact()
    expect((await sealState(later(world.ctx, 100_000))).lagSeconds).toBeGreaterThanOrEqual(100)
    expect(await whole()).toBe(1)
    for (let n = 0; n < 5; n++) await fact()
    expect(await whole()).toBe(1)
  })

  test('so it is when events come before the first seal, from three sealers at once', async () => {
    await restored(1_000_000)
    for (let n = 0; n < 5; n++) await fact()
    await Promise.all([seal(world.ctx), seal(world.ctx), seal(world.ctx)])
    expect(await whole()).toBe(1)
  })

  test('so it is when the new ids have already passed the old mark before anybody seals', async () => {
    await restored(5)
    await fact()
    await burn(60)
    await fact()
    expect(await whole()).toBe(1)
  })

  test('so it is while a transaction from below the mark still runs and ids above it are given out', async () => {
    const straddler = await world.app()
    const base = await restored(20)
    await straddler.query('BEGIN')
    await straddler.query('SELECT pg_current_xact_id()')
    await straddler.query(`INSERT INTO audit_event (at, machine, subject_id, type, actor_kind, actor_name, data, request_id)
      VALUES (clock_timestamp(), 'probe', gen_random_uuid(), 'probe.seen', 'system', 'x', '{}', 'x')`)
    await burn(80)
    await fact()
    expect(base).toBeGreaterThan(0)
    await seal(world.ctx)
    await straddler.query('COMMIT')
    expect(await whole()).toBe(1)
  })
})

describe('the app’s role cannot stop sealing', () => {
  const forged = (over: Record<string, string>) => {
    const row = {
      ...{ at: 'now()', machine: "'probe'", subject_id: 'gen_random_uuid()', type: "'x'", actor_kind: "'system'" },
      ...{ actor_name: "'x'", reason: 'NULL', data: "'{}'", request_id: "'x'" },
      ...over,
    }
    return `INSERT INTO audit_event (${Object.keys(row)}) VALUES (${Object.values(row)})`
  }
  test.each([
    ['longer than a JSON text can be', { reason: "repeat('x', 300000000)" }, '23514'],
    ['long in a name', { request_id: "repeat('x', 70000)" }, '23514'],
    ['short, with numbers of 131,072 digits', { data: '\'{"a":[1e131071,1e131071,1e131071]}\'' }, '23514'],
    ['whose data are no object', { data: "'null'" }, '23514'],
    ['at no time', { at: "'-infinity'" }, '23514'],
    ['at a time that no calendar shows', { at: "'12000-01-01'" }, '23514'],
  ])('by an event %s', async (_, over, code) => {
    const app = await world.app()
    await expect(app.query(forged(over))).rejects.toMatchObject({ code })
  })

  test('by a backlog that outgrew a statement’s time: it is sealed in portions, each whole transactions', async () => {
    const app = await world.app()
    for (let n = 0; n < 3; n++)
      await app.query(`${forged({}).split(' VALUES ')[0]}
        SELECT now(), 'probe', gen_random_uuid(), 'x', 'system', 'x', NULL, '{}', 'x' FROM generate_series(1, 15000)`)
    await sealAll()
    const { rows } = await root.query('SELECT events FROM seal ORDER BY number')
    expect(rows.map(({ events }) => events)).toEqual([30_000, 15_000])
    expect(await misplaced()).toEqual([])
    expect(await faults()).toEqual([])
  })

  test('nor date a seal beyond the calendar, by the shift of its clock', async () => {
    await fact()
    const app = await world.app()
    const refusal = () =>
      app.query("SELECT seal_events('9000 years')").then(
        () => null,
        ({ code }: { code: string }) => code,
      )
    await expect.poll(refusal, { timeout: 25_000 }).toBe('23514')
    await sealAll()
  })
})

test('verification reads each seal once: ten thousand in a second or two', async () => {
  await fact()
  await sealAll()
  await root.query(`
    INSERT INTO seal SELECT s.number + n, s.epoch, s.id_after, s.max_id, s.xid_to, s.xid_to, 0, sha256(''), '', s.at
      FROM seal s, generate_series(1, 10000) n`)
  const started = performance.now()
  await root.query('SELECT count(*) FROM check_seals()')
  expect(performance.now() - started).toBeLessThan(10_000)
})
