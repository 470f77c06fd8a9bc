import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { queueMessages } from './data'
import { freeze } from './rules'

// What somebody who holds the app's password can do to the outbox with psql, past the desk's own code.
let database: TestDatabase
let db: PrismaClient
let app: pg.Client
let id: string
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url, 2)
  app = new pg.Client(database.url)
  await app.connect()
  id = newId()
  const identity = { id, kind: 'schedule', effectKey: id, subjectMachine: 'run', subjectId: newId(), personId: null }
  const person = { name: 'Zoe', address: 'zoe@example.test' }
  const mail = { subject: 'x', html: 'x', text: 'x', attachments: [], date: '2026-12-01T09:00:00.000Z' }
  await queueMessages(context({ db, actor: SYSTEM, shift: 0 }), [
    freeze(identity, { ...mail, from: person, to: person }),
  ])
})
afterAll(async () => {
  await app.end()
  await db.$disconnect()
  await database.drop()
})

const refused = (sql: string) => expect(app.query(sql)).rejects.toMatchObject({ code: 'DB002' })

it.each([
  [
    'MERGE',
    (to: string) => `MERGE INTO message m USING (SELECT) s ON m.id = '${id}' WHEN MATCHED THEN UPDATE SET ${to}`,
  ],
  [
    'ON CONFLICT',
    (to: string) => `INSERT INTO message SELECT * FROM message WHERE id = '${id}' ON CONFLICT (id) DO UPDATE SET ${to}`,
  ],
  ['a claim beside it', (to: string) => `UPDATE message SET ${to} WHERE id = '${id}'`],
])('the recipient and the bytes stay, by %s too', async (_, sql) => {
  const claim = "state = 'claimed', fence = 1, lease_until = now()"
  await refused(sql(`recipient = 'x', ${claim}`))
  await refused(sql(`payload = 'x', ${claim}`))
})

it('a claim and its return, which have no event, cannot forget that a call was made, or invent one', async () => {
  const claim = "state = 'claimed', fence = fence + 1, lease_until = now()"
  await refused(`UPDATE message SET ${claim}, first_call_at = now() WHERE id = '${id}'`)
  await app.query(`UPDATE message SET ${claim} WHERE id = '${id}'`)
  await app.query(
    `UPDATE message SET state = 'sending', provider = 'smtp', called_at = now(), first_call_at = now() WHERE id = '${id}'`,
  )
  await app.query('BEGIN')
  await app.query(`UPDATE message SET state = 'queued', lease_until = NULL WHERE id = '${id}'`)
  await app.query(`INSERT INTO audit_event (at, machine, subject_id, type, to_state, actor_kind, actor_name, data, request_id)
                   VALUES (now(), 'message', '${id}', 'message.deferred', 'queued', 'system', 'x', '{}', 'x')`)
  await app.query('COMMIT')
  await refused(`UPDATE message SET ${claim}, first_call_at = NULL WHERE id = '${id}'`)
  await app.query(`UPDATE message SET ${claim} WHERE id = '${id}'`)
  await refused(`UPDATE message SET state = 'queued', lease_until = NULL, first_call_at = NULL WHERE id = '${id}'`)
  await refused(
    `UPDATE message SET state = 'queued', lease_until = NULL, again = 0, provider = NULL WHERE id = '${id}'`,
  )
})

it('a hold is born unconfirmed, of an epoch that another can follow', async () => {
  const hold = (epoch: number, rest = 'NULL, NULL, NULL') =>
    `INSERT INTO restore_hold VALUES (gen_random_uuid(), now(), ${epoch}, 1, 1, ${rest})`
  await refused(hold(2_147_483_647))
  await refused(hold(0, "2147483647, now(), 'x'"))
  await app.query(hold(0))
  await refused("UPDATE restore_hold SET epoch = 2147483647, confirmed_at = now(), confirmed_by = 'x'")
})
