import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from './database'

let database: TestDatabase
let app: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  app = new pg.Client(database.url)
  await app.connect()
})
afterAll(async () => {
  await app.end()
  await database.drop()
})

test('is migrated, and the app reads and writes in it', async () => {
  const { rows } = await app.query('SELECT count(*)::int AS runs FROM roster_run')
  expect(rows).toEqual([{ runs: 0 }])
})

test.each([
  ['shadow a table', 'CREATE TEMP TABLE machine_edge (machine text)'],
  ['make a table', 'CREATE TABLE public.scratch (id int)'],
  ['write an edge', "INSERT INTO machine_edge VALUES ('run', 'DRAFT', 'send', 'SENT', 'pure', NULL)"],
  ['change an event', 'UPDATE audit_event SET reason = NULL'],
  ['remove an event', 'DELETE FROM audit_event'],
  ['write a seal', 'DELETE FROM seal'],
  ['remove a person', 'DELETE FROM app_user'],
  ['remove a session', 'DELETE FROM user_session'],
  ['remove a personal link', 'DELETE FROM availability_link'],
  ['touch the migrations', 'DELETE FROM _prisma_migrations'],
  ['install a door', "SELECT install_door('run', 'roster_run', 'v2_state')"],
  ['become the owner', 'SET ROLE daybook_owner'],
])("the app's role may not %s", async (_, statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
