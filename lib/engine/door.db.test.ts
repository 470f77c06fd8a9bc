import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type EngineWorld, engineWorld, later, makeRun, must, probe, probes, readProbe } from '@/lib/testing/engine'
import { withClient } from '@/scripts/boot/roles.mjs'
import { order } from './request'
import { claimStatement } from './store'
import { transition } from './transition'

// What somebody who holds the app's password can do with psql: everything here goes past the engine's own code.
let world: EngineWorld
let app: pg.Client
let id: string
beforeAll(async () => {
  world = await engineWorld()
  app = await world.app()
})
afterAll(() => world.end())

const event = (over: Record<string, unknown> = {}) => {
  const row = {
    ...{
      at: new Date(0),
      machine: 'probe',
      subject_id: id,
      type: 'x',
      edge: 'start',
      version: 1,
      from_state: 'OPEN',
      to_state: 'BUSY',
    },
    ...{ actor_kind: 'system', actor_name: 'x', data: {}, request_id: 'x', id: 1, xid: 1 },
    ...over,
  }
  const columns = Object.keys(row)
  const values = Object.values(row).map((value) =>
    value === null
      ? 'NULL'
      : `'${value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : value}'`,
  )
  return `INSERT INTO audit_event (${columns}) VALUES (${values})`
}
const move = (sql: string) => `UPDATE probe SET ${sql} WHERE id = '${id}'`
/** A transaction of these statements. @throws what the first of them, or the commit, fails with */
async function together(...statements: string[]) {
  try {
    await app.query('BEGIN')
    for (const statement of statements) await app.query(statement)
    await app.query('COMMIT')
  } catch (error) {
    await app.query('ROLLBACK')
    throw error
  }
}
const refused = (code: string, ...statements: string[]) =>
  expect(together(...statements)).rejects.toMatchObject({ code })
const claim = async (over: { edge?: string; lease?: string; ctx?: typeof world.ctx; version?: number } = {}) => {
  const token = newId()
  const row = await claimStatement(over.ctx ?? world.ctx, probe, {
    edge: over.edge ?? 'work',
    lease: over.lease ?? 'work',
    token,
    guards: [],
    order: order({ parse: () => ({}) }, id, { version: over.version ?? 1 }),
  })
  expect(row?.new_version).not.toBeNull()
  return token
}
const open = async (state: '' | 'OPEN' | 'BUSY' = 'OPEN') => {
  ;[id = ''] = await probes(world.ctx, 1, state)
}

describe('the state', () => {
  beforeEach(() => open())
  test.each([
    ['an illegal move', "state = 'DONE', version = version + 1"],
    ['a move without a step', "state = 'BUSY'"],
    ['a step of two', "state = 'BUSY', version = version + 2"],
    ['a step back', "state = 'BUSY', version = version - 1"],
    ['a state that does not exist', "state = 'FLYING', version = version + 1"],
    ['to NULL', 'state = NULL, version = version + 1'],
    ['a leased edge without its claim', "state = 'OPEN', version = version + 1, text = 'packed'"],
  ])('%s is refused, with its event or without', async (_, sql) => {
    const isLeasedOnly = sql.includes('packed')
    // OPEN → OPEN has a pure edge too, so there the event gives the leased one away.
    const to = /state = '?(\w+)/.exec(sql)?.[1] ?? ''
    const paired = event({ edge: isLeasedOnly ? 'pack' : 'start', to_state: to === 'NULL' ? null : to })
    await refused(isLeasedOnly ? 'DB003' : 'DB001', paired, move(sql))
    await expect(together(move(sql))).rejects.toMatchObject({ code: /DB00[13]/ })
  })

  test('a legal move without its event is refused at commit, whatever is done about constraints', async () => {
    const legal = move("state = 'BUSY', version = 1")
    await refused('DB003', legal)
    await refused('DB003', legal, 'SET CONSTRAINTS ALL IMMEDIATE')
    await refused('DB003', 'SET CONSTRAINTS ALL DEFERRED', legal)
    await refused('DB003', 'SET CONSTRAINTS pair_move IMMEDIATE', legal)
    await refused('DB003', 'SAVEPOINT s', legal, 'RELEASE s')
  })

  test('a check that was passed in a savepoint is made again when its event is rolled back', async () => {
    await refused(
      'DB003',
      move("state = 'BUSY', version = 1"),
      'SAVEPOINT s',
      event(),
      'SET CONSTRAINTS ALL IMMEDIATE',
      'ROLLBACK TO s',
    )
  })

  test('the event must tell this very move: edge, from, to, version and subject', async () => {
    const legal = move("state = 'BUSY', version = 1")
    const [other = ''] = await probes(world.ctx, 1)
    for (const wrong of [
      { edge: 'note' },
      { edge: 'finish' },
      { edge: 'birth' },
      { from_state: 'BUSY' },
      { to_state: 'DONE' },
      { version: 2 },
      { subject_id: other },
      { machine: 'run' },
    ])
      await refused('DB003', event(wrong), legal)
    await refused('23514', event({ edge: null }), legal)
  })

  test('two moves hidden behind one event: five there and five back need ten', async () => {
    const moves = Array.from({ length: 5 }, (_, n) =>
      move(`state = '${n % 2 ? 'OPEN' : 'BUSY'}', version = version + 1`),
    )
    await refused('DB003', ...moves, event({ version: 5 }), event({ version: 1 }))
  })

  test('a legal move with its event passes: the door knows moves, not who makes them', async () => {
    await together(event(), move("state = 'BUSY', version = 1"))
    expect(await readProbe(world.db, id)).toMatchObject({ state: 'BUSY' })
  })

  test('an invented event at the next version is refused, so it cannot block the honest move', async () => {
    await refused('DB003', event())
    await refused('DB003', event({ version: 7, edge: 'note', to_state: 'OPEN' }))
    await refused(
      'DB003',
      event({ subject_id: newId(), version: 0, edge: 'birth', from_state: null, to_state: 'OPEN' }),
    )
    await must(transition(world.ctx, probe, id, 'start', { version: 0 }))
  })

  test.each([
    [
      'ON CONFLICT',
      (x: string) =>
        `INSERT INTO probe (id, state) VALUES ('${x}', 'OPEN') ON CONFLICT (id) DO UPDATE SET state = 'DONE', version = probe.version + 1`,
    ],
    [
      'MERGE',
      (x: string) =>
        `MERGE INTO probe USING (SELECT '${x}'::uuid AS id) s ON probe.id = s.id WHEN MATCHED THEN UPDATE SET state = 'DONE', version = version + 1`,
    ],
    [
      'MERGE DELETE',
      (x: string) => `MERGE INTO probe USING (SELECT '${x}'::uuid AS id) s ON probe.id = s.id WHEN MATCHED THEN DELETE`,
    ],
    [
      'a data-modifying CTE',
      (x: string) =>
        `WITH m AS (UPDATE probe SET state = 'DONE', version = version + 1 WHERE id = '${x}' RETURNING 1) SELECT FROM m`,
    ],
    ['DELETE', (x: string) => `DELETE FROM probe WHERE id = '${x}'`],
    ['a new key', (x: string) => `UPDATE probe SET id = gen_random_uuid() WHERE id = '${x}'`],
    ['birth in the middle', () => `INSERT INTO probe (id, state) VALUES (gen_random_uuid(), 'BUSY')`],
    ['birth at a later version', () => `INSERT INTO probe (id, state, version) VALUES (gen_random_uuid(), 'OPEN', 3)`],
    [
      'birth with a lease',
      () =>
        `INSERT INTO probe (id, state, acting_kind, acting_at, acting_until, acting_token) VALUES (gen_random_uuid(), 'OPEN', 'pack', now(), now(), gen_random_uuid())`,
    ],
  ])('%s is no way round', async (_, sql) => refused('DB001', sql(id)))

  test('a birth needs its event, COPY too', async () => {
    await refused('DB003', `INSERT INTO probe (id, state) VALUES (gen_random_uuid(), 'OPEN')`)
    await refused('DB003', `INSERT INTO probe (id) VALUES (gen_random_uuid())`)
    if (!existsSync('/usr/bin/psql')) return
    const copy = (state: string) =>
      spawnSync('/usr/bin/psql', [world.database.url, '-qc', `COPY probe (id, state) FROM STDIN`], {
        input: `${newId()}\t${state}\n`,
        encoding: 'utf8',
      }).stderr
    expect(copy('DONE')).toContain('cannot be born in DONE')
    expect(copy('OPEN')).toContain('a birth needs its event')
  })
})

describe('the lease', () => {
  const LEASE = `acting_kind = 'work', acting_at = now(), acting_until = now() + interval '1 h', acting_token`
  beforeEach(() => open('BUSY'))

  test('cannot be taken without its ledger row, in halves, or for a kind that its state does not have', async () => {
    await refused('DB003', move(`${LEASE} = gen_random_uuid()`))
    await refused('DB001', move(`acting_token = gen_random_uuid()`))
    await refused('23514', move(`acting_at = now()`))
    await refused(
      'DB001',
      move(`${LEASE} = gen_random_uuid(), acting_kind = 'pack'`.replace("acting_kind = 'work', ", '')),
    )
  })

  test('a ledger row without its lease is refused, so it cannot block the honest claim', async () => {
    await refused(
      'DB003',
      `INSERT INTO lease VALUES (gen_random_uuid(), 'probe', '${id}', 'work', now(), now() + interval '1 h', 0, NULL, NULL, 'x')`,
    )
    await claim()
  })

  test.each([
    ['shortened', "acting_until = acting_until - interval '1 minute'", 'DB001'],
    ['lengthened past its ledger row', "acting_until = acting_until + interval '1 minute'", 'DB003'],
    ['turned into another kind', "acting_kind = 'pack'", 'DB001'],
    ['dated back', "acting_at = acting_at - interval '1 h'", 'DB001'],
    ['stolen while it lives', `${LEASE} = gen_random_uuid()`, 'DB001'],
    [
      'dropped without a word',
      'acting_kind = NULL, acting_at = NULL, acting_until = NULL, acting_token = NULL',
      'DB003',
    ],
    ['half dropped', 'acting_until = NULL', '23514'],
    ['kept by a move', "state = 'OPEN', version = version + 1", 'DB001'],
  ])('that lives cannot be %s', async (_, sql, code) => {
    await claim()
    await refused(code, move(sql))
  })

  test('that lives is not passed by a pure move, whatever the ledger is made to say', async () => {
    const token = await claim()
    const clear = 'acting_kind = NULL, acting_at = NULL, acting_until = NULL, acting_token = NULL'
    const back = move(`state = 'OPEN', version = version + 1, ${clear}`)
    const told = event({ edge: 'back', version: 2, from_state: 'BUSY', to_state: 'OPEN' })
    const end = (outcome: string, at = 'now()') =>
      `UPDATE lease SET ended_at = ${at}, outcome = '${outcome}' WHERE token = '${token}'`
    await refused('DB003', back, told)
    await refused('DB003', back, told, end('released'))
    await refused('DB003', back, told, end('finalized'))
    await refused('23514', back, told, end('superseded'))
    // Only a false time would do: the door has no clock of its own, because tests drive it. The seal keeps the lie.
    await together(back, told, end('superseded', 'expires_at'))
  })

  test('its ledger row cannot be ended, moved, taken over or deleted under it', async () => {
    const token = await claim()
    const row = (sql: string) => `UPDATE lease SET ${sql} WHERE token = '${token}'`
    await refused('DB003', row("ended_at = now(), outcome = 'released'"))
    await refused('DB003', row("expires_at = expires_at + interval '100 years'"))
    await refused('DB005', row("expires_at = expires_at - interval '1 s'"))
    await refused('DB005', row("holder = 'somebody else'"))
    await refused('DB005', row('token = gen_random_uuid()'))
    await refused('DB005', `DELETE FROM lease WHERE token = '${token}'`)
  })

  test('a ledger row of no machine, or without an end, is refused: nothing could ever close it', async () => {
    const opened = (machine: string, kind: string, from: string, to: string) =>
      `INSERT INTO lease VALUES (gen_random_uuid(), '${machine}', '${id}', '${kind}', ${from}, ${to}, 0, NULL, NULL, 'x')`
    await refused('DB005', opened('nothing', 'work', 'now()', "now() + interval '1 h'"))
    await refused('DB005', opened('probe', 'nothing', 'now()', "now() + interval '1 h'"))
    await refused('23514', opened('probe', 'work', 'now()', "'infinity'"))
    await refused('23514', opened('probe', 'work', "'-infinity'", 'now()'))
  })

  test('its ledger row, once ended, is never opened or used again', async () => {
    const token = await claim()
    await must(transition(later(world.ctx, 61_000), probe, id, 'back', { version: 1 }))
    await refused('DB005', `UPDATE lease SET ended_at = NULL, outcome = NULL WHERE token = '${token}'`)
    await must(transition(world.ctx, probe, id, 'start', { version: 2 }))
    await refused('DB003', move(`${LEASE} = '${token}'`))
  })
})

describe('the record', () => {
  beforeEach(() => open())
  test.each([
    ['UPDATE audit_event SET reason = NULL', '42501', 'DB004'],
    ['DELETE FROM audit_event', '42501', 'DB004'],
    ['TRUNCATE audit_event', '42501', 'DB004'],
    ['UPDATE seal SET events = 0', '42501', null],
    ['DELETE FROM seal', '42501', null],
    ['TRUNCATE seal', '42501', 'DB004'],
    ['TRUNCATE lease', '42501', 'DB004'],
    ['TRUNCATE probe CASCADE', '42501', 'DB004'],
    ['TRUNCATE roster CASCADE', '42501', 'DB004'],
    [
      "INSERT INTO audit_event SELECT * FROM audit_event LIMIT 1 ON CONFLICT (id) DO UPDATE SET reason = ''",
      '42501',
      null,
    ],
  ])('%s: as the app %s, as the owner %s', async (sql, asApp, asOwner) => {
    if (asApp) await refused(asApp, sql)
    if (asOwner) await expect(world.owner.query(sql)).rejects.toMatchObject({ code: asOwner })
  })

  test('the number and the transaction id of an event are never the client’s choice', async () => {
    await together(event({ version: null, edge: null, id: 5, xid: 5, type: 'probe.forged' }))
    const [row] = await world.db.auditEvent.findMany({ where: { subjectId: id, type: 'probe.forged' } })
    expect(row?.id).not.toBe(5n)
    expect(row?.xid).toBeGreaterThan(5n)
    await refused('42501', "SELECT setval('audit_event_id_seq', 1)")
  })
})

describe('the app’s role cannot', () => {
  test.each([
    ['switch triggers off for its session', "SET session_replication_role = 'replica'"],
    ['disable a trigger', 'ALTER TABLE probe DISABLE TRIGGER door'],
    ['drop a trigger', 'DROP TRIGGER door ON probe'],
    ['add a trigger', 'CREATE TRIGGER z BEFORE UPDATE ON probe FOR EACH ROW EXECUTE FUNCTION refuse_change()'],
    ['add a rule', 'CREATE RULE r AS ON UPDATE TO probe DO INSTEAD NOTHING'],
    ['drop a constraint', 'ALTER TABLE probe DROP CONSTRAINT probe_lease_whole'],
    [
      'replace a guard',
      "CREATE OR REPLACE FUNCTION door_probe() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ],
    ['write an edge', "INSERT INTO machine_edge VALUES ('probe', 'OPEN', 'fly', 'DONE', 'pure', NULL)"],
    ['install a door', "SELECT install_door('x', 'probe', 'state')"],
    ['write a seal', "SELECT write_seal(s, 0, 0::bigint, 0::bigint, 0::bigint, 0::bigint, interval '0') FROM seal s"],
    ['shadow a table', 'CREATE TEMP TABLE machine_edge (machine text)'],
    ['shadow a table by a view', 'CREATE TEMP VIEW machine_edge AS SELECT 1'],
    ['shadow a type', 'CREATE DOMAIN pg_temp.text AS varchar'],
    ['shadow an operator', 'CREATE OPERATOR public.= (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_ne)'],
    ['make a schema', 'CREATE SCHEMA mine'],
    ['make a function', "CREATE FUNCTION public.lower(text) RETURNS text LANGUAGE sql AS 'SELECT $1'"],
    ['copy to a program', "COPY probe TO PROGRAM 'true'"],
    ['become the owner', 'SET ROLE daybook_owner'],
    ['become a superuser', 'ALTER ROLE CURRENT_USER SUPERUSER'],
  ])('%s', async (_, sql) => {
    await expect(together(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('point the guards elsewhere by its search path', async () => {
    await open()
    await refused('DB001', 'SET LOCAL search_path = pg_temp, public', move("state = 'DONE', version = 1"))
    await refused(
      'DB003',
      "SET LOCAL search_path = ''",
      move("state = 'BUSY', version = 1").replace('probe', 'public.probe'),
    )
  })
})

describe('psql', () => {
  const psql = (sql: string) =>
    spawnSync('/usr/bin/psql', [world.database.url, '-v', 'VERBOSITY=verbose', '-c', sql], { encoding: 'utf8' }).stderr

  test.runIf(existsSync('/usr/bin/psql'))(
    'an UPDATE of v2_state is refused, the illegal and the unaudited one',
    async () => {
      const week = await makeRun(world.ctx, 'CLOSED')
      expect(psql(`UPDATE roster_run SET v2_state = 'SENT' WHERE id = '${week.id}'`)).toContain('DB001')
      expect(
        psql(`UPDATE roster_run SET v2_state = 'SENT', status = 'sent', approved_hash = 'x', version = version + 1
                  WHERE id = '${week.id}'`),
      ).toContain('DB001: run')
      expect(
        psql(`UPDATE roster_run SET v2_state = 'COLLECTING', version = version + 1 WHERE id = '${week.id}'`),
      ).toContain('DB003')
    },
  )
})

test('a second machine on a table is refused: one version cannot count for two', async () => {
  await expect(world.owner.query("SELECT install_door('other', 'probe', 'text')")).rejects.toThrow('already exists')
})

test('the guards hold the owner too, who would have to disable them by name', async () => {
  await open()
  await expect(world.owner.query(move("state = 'DONE', version = 1"))).rejects.toMatchObject({ code: 'DB001' })
  await expect(world.owner.query("SET session_replication_role = 'replica'")).rejects.toMatchObject({ code: '42501' })
})

test('functions that only the owner calls are closed to PUBLIC; guards pin their path with temporary objects last', async () => {
  const { rows } = await withClient(world.database.ownerUrl, (owner) =>
    owner.query(`SELECT proname, has_function_privilege('daybook_app', p.oid, 'EXECUTE') AS app, proconfig::text AS config
                   FROM pg_proc p WHERE pronamespace = 'public'::regnamespace ORDER BY proname`),
  )
  const named = new Map(rows.map((row) => [row.proname, row]))
  expect(['install_door', 'write_seal'].map((name) => named.get(name)?.app)).toEqual([false, false])
  // Two are inlined into their callers' queries and read no table, so they have none.
  const guards = rows.filter((row) => !['event_digest', 'run_state'].includes(row.proname))
  expect(guards.length).toBeGreaterThan(20)
  for (const guard of guards) expect(guard.config, guard.proname).toContain('search_path=pg_catalog, pg_temp')
})
