import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { machines } from '@/lib/registry'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { verifyRecord } from '../process'
import { recordToday } from './loaders'

let base: TestDatabase
let db: ReturnType<typeof connect>
let ctx: Context

beforeAll(async () => {
  base = await testDatabase()
  db = connect(base.url)
  ctx = context({ actor: { kind: 'user', id: newId(), name: 'Ada' }, db, shift: 0 })
})
afterAll(async () => {
  await db.$disconnect()
  await base.drop()
})

it('stands on Today from the verification that finds a fault to the one that finds none', async () => {
  expect(await recordToday.entries(ctx), 'nobody has verified yet').toEqual([])
  // Past every guard, as only somebody with the server's own role can.
  const root = new pg.Client(Object.assign(new URL(inject('testServer').adminUrl), { pathname: base.name }).href)
  await root.connect()
  const orphan = newId()
  await root.query("SET session_replication_role = 'replica'")
  await root.query(
    `INSERT INTO audit_event (id, xid, at, machine, subject_id, type, edge, version, to_state, actor_kind, actor_name,
       data, request_id)
     VALUES (1000000, pg_current_xact_id()::text::bigint, now(), 'swap', $1, 'swap.offered', 'birth', 0, 'OFFERED', 'system', 'Mallory', '{}', 'x')`,
    [orphan],
  )
  expect((await verifyRecord(ctx, machines)).found).toBe(1)
  const [entry, ...more] = await recordToday.entries(ctx)
  expect(more).toEqual([])
  expect(entry).toMatchObject({ key: 'record:verify', urgency: 1, href: '/settings/record' })
  expect(entry?.text).toContain(orphan)

  await root.query('DELETE FROM audit_event WHERE subject_id = $1', [orphan])
  expect((await verifyRecord(ctx, machines)).found).toBe(0)
  expect(await recordToday.entries(ctx)).toEqual([])
  await root.end()
})
