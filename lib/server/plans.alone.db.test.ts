import { afterAll, beforeAll, expect, test } from 'vitest'
import { ActRefused } from '@/lib/engine/outcome'
import { seal, sealState } from '@/lib/engine/seal'
import { claimStatement } from '@/lib/engine/store'
import { transition } from '@/lib/engine/transition'
import { queueMessages } from '@/lib/messages/data'
import { deliver, type MessageKind } from '@/lib/messages/effects'
import { letGo } from '@/lib/messages/process'
import { freeze } from '@/lib/messages/rules'
import { captureTransport } from '@/lib/messages/transport/capture'
import { newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import { type EngineWorld, engineWorld, later, must, probe, probes } from '@/lib/testing/engine'
import { leaseRecovery } from './recovery'
import { auditSealing } from './sealing'

// How the statements find their rows once there are many: each is run more often than the five times after which
// PostgreSQL may plan a prepared statement once for all, and the server's own counters are read, triggers included.
const ROWS = process.env.FULL ? 100_000 : 20_000
const TIMES = 8
const kinds: MessageKind[] = [{ kind: 'schedule', may: Prisma.sql`true` }]
const budget = { ms: 10_000, rows: 5 }
let world: EngineWorld
let ids: string[]

beforeAll(async () => {
  world = await engineWorld(1)
  const { owner } = world
  const tables = ['probe', 'audit_event', 'lease', 'message', 'message_attempt', 'seal']
  for (const table of tables) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await owner.query(`
    INSERT INTO probe (id, state, version) SELECT gen_random_uuid(), 'OPEN', 1 FROM generate_series(1, ${ROWS});
    INSERT INTO audit_event (id, at, machine, subject_id, type, edge, version, from_state, to_state, actor_kind, actor_name, data, request_id,
                             command_id, xid)
      SELECT nextval('audit_event_id_seq'), '2026-01-01Z', 'probe', p.id, 'x', CASE v WHEN 0 THEN 'birth' ELSE 'note' END, v,
             CASE v WHEN 1 THEN 'OPEN' END, 'OPEN', 'system', 'x', '{}', 'x', gen_random_uuid(), 3
        FROM probe p, generate_series(0, 1) v;
    INSERT INTO lease (token, machine, subject_id, kind, claimed_at, expires_at, renewals, ended_at, outcome, holder, command_id)
      SELECT gen_random_uuid(), 'probe', p.id, 'work', '2026-01-01Z', '2026-01-02Z', 0, '2026-01-03Z', 'superseded', 'x', gen_random_uuid()
        FROM probe p;
    INSERT INTO message (id, kind, effect_key, subject_machine, subject_id, recipient_name, recipient, subject_line, payload, payload_sha,
                         message_id, state, fence, attempt, again, captured, restore_epoch, queued_at, settled_at)
      SELECT p.id, 'schedule', p.id, 'probe', p.id, 'x', 'x', 'x', 'x', 'x', p.id, 'sent', 1, 1, 0, true, 0, '2026-01-01Z', '2026-01-01Z'
        FROM probe p;
    INSERT INTO message_attempt SELECT p.id, 1, 'sent', 1, NULL, '2026-01-01Z' FROM probe p;`)
  for (const table of tables) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  await owner.query('SELECT seal_events($1)', ['0'])
  await owner.query('ANALYZE')
  ids = await probes(world.ctx, TIMES)
})
afterAll(() => world.end())

/** Whole tables that `work` read, run for each of eight subjects on one connection. */
async function scanned(work: (id: string, n: number) => Promise<unknown>): Promise<string[]> {
  const large = async () => {
    // Each connection hands its counts over when it likes: the owner's, who filled the tables, too.
    await world.db.$queryRaw`SELECT pg_stat_force_next_flush()::text`
    await world.owner.query('SELECT pg_stat_force_next_flush()')
    const { rows } = await world.owner.query<{ relname: string; scans: string }>(
      `SELECT relname, seq_scan AS scans FROM pg_stat_user_tables
        WHERE relname IN ('probe', 'audit_event', 'lease', 'message', 'message_attempt')`,
    )
    return new Map(rows.map(({ relname, scans }) => [relname, Number(scans)]))
  }
  const before = await large()
  for (const [n, id] of ids.entries()) await work(id, n)
  const after = await large()
  return [...after].filter(([table, scans]) => scans > (before.get(table) ?? 0)).map(([table]) => table)
}
const version = async (id: string) =>
  (await world.db.$queryRaw<[{ version: number }]>`SELECT version FROM probe WHERE id = ${id}::uuid`)[0]

test('moves, alone, in a set and repeated', async () => {
  const move = async (id: string, edge: 'note' | 'start', commandId = newId()) =>
    must(transition(world.ctx, probe, id, edge, { ...(await version(id)), commandId, data: {} }))
  expect(await scanned((id) => move(id, 'note'))).toEqual([])
  expect(
    await scanned(async (id) => {
      const commandId = newId()
      await move(id, 'start', commandId)
      expect(await move(id, 'start', commandId)).toMatchObject({ kind: 'repeat' })
    }),
  ).toEqual([])
})

test('claim, renew, finalize, release', async () => {
  const act = async (id: string, work: () => Promise<void>) =>
    transition(world.ctx, probe, id, 'work', {
      ...(await version(id)),
      act: async ({ renew }) => {
        await renew()
        await work()
        return { value: undefined }
      },
    })
  expect(await scanned((id) => must(act(id, async () => {})))).toEqual([])
  const broken = async () => {
    throw new ActRefused('broken', 'It broke.')
  }
  expect(await scanned(async (id) => expect(await act(id, broken)).toMatchObject({ kind: 'failed' }))).toEqual([])
})

test('a lease that ran out: found, told, passed', async () => {
  for (const id of ids) {
    const order = { id, ...(await version(id)), commandId: newId(), reason: null, attempt: null, data: {}, set: {} }
    const past = later(world.ctx, -3_600_000)
    await claimStatement(past, probe, { edge: 'work', lease: 'work', token: newId(), order, guards: [] })
  }
  const part = leaseRecovery([probe], {})
  expect(await scanned(async () => part.run(world.ctx, await part.plan(world.ctx), { left: () => 1_000 }))).toEqual([])
  expect(
    await scanned(async (id) => must(transition(world.ctx, probe, id, 'back', { ...(await version(id)), data: {} }))),
  ).toEqual([])
})

test('messages: queued, decided, delivered', async () => {
  const queue = async (subjectId: string, id = newId()) => {
    const identity = { id, kind: 'schedule', effectKey: id, subjectMachine: 'probe', subjectId, personId: null }
    const mail = { subject: 'x', html: 'x', text: 'x', attachments: [], date: '2026-12-01T09:00:00.000Z' }
    const person = { name: 'Zoe', address: 'zoe@example.test' }
    await queueMessages(world.ctx, [freeze(identity, { ...mail, from: person, to: person })])
    return id
  }
  expect(await scanned((id) => queue(id))).toEqual([])
  expect(
    await scanned(async (subject) => {
      const id = await queue(subject)
      const rows = [{ id, seen: 0 }]
      expect(await letGo(world.ctx, kinds, { rows, commandId: newId(), reason: 'not wanted' })).toMatchObject({
        done: 1,
      })
    }),
  ).toEqual([])
  expect(await scanned(() => deliver(world.ctx, { kinds, transport: captureTransport(), budget }))).toEqual([])
})

test('seals, and what health reads of them', async () => {
  expect(await scanned(() => seal(world.ctx))).toEqual([])
  expect(await scanned(() => sealState(world.ctx))).toEqual([])
  const part = auditSealing(async () => {})
  expect(await scanned(async () => part.run(world.ctx, await part.plan(world.ctx), { left: () => 1_000 }))).toEqual([])
})
