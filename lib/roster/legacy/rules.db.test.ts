import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const STATES = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'SENT']

/** The rows of the table, each as the old engine's and as every state of v2. */
const ROWS = everyStamps().flatMap((row) =>
  [null, ...STATES].map((v2) => ({
    name: `${v2 ?? 'old'} ${row.name}`,
    ...{ v2_state: v2, status: row.status },
    ...{ opened_at: row.openedAt, closed_at: row.closedAt, generated_at: row.generatedAt },
    ...{ reopened_at: row.reopenedAt, sent_at: row.sentAt },
    expected: v2 ?? stateByTheRules(row),
  })),
)

/** An SQL expression over a run's columns, worked out for every row of the table. */
async function judged(expression: string): Promise<Map<string, unknown>> {
  const { rows } = await owner.query<{ name: string; value: unknown }>(
    `SELECT name, ${expression} AS value FROM jsonb_to_recordset($1) AS r(name text, v2_state text, status text,
       opened_at timestamptz(3), closed_at timestamptz(3), generated_at timestamptz(3), reopened_at timestamptz(3), sent_at timestamptz(3))`,
    [JSON.stringify(ROWS)],
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

test('run_state says of every status and order of stamps what the code says', async () => {
  const said = await judged('run_state(v2_state, status, opened_at, closed_at, generated_at, reopened_at, sent_at)')
  expect(said.size).toBe(7 * 3 * 1082)
  expect(ROWS.filter(({ name, expected }) => said.get(name) !== expected).map(({ name }) => name)).toEqual([])
})

test('the index of one open form a roster holds exactly the weeks that are collecting, whichever engine’s', async () => {
  const { rows } = await owner.query<{ predicate: string }>(
    `SELECT pg_get_expr(i.indpred, i.indrelid) AS predicate FROM pg_index i
      WHERE i.indexrelid = 'roster_run_one_collecting'::regclass AND i.indisunique`,
  )
  const said = await judged(`coalesce(${rows[0]?.predicate}, false)`)
  const wrong = ROWS.filter(({ name, expected }) => said.get(name) !== (expected === 'COLLECTING'))
  expect(wrong.map(({ name }) => name)).toEqual([])
  expect([...said.values()].filter((held) => held === true).length).toBeGreaterThan(3 * 1082)
})

test('the index of what is not sent leaves out the sent weeks alone', async () => {
  const { rows } = await owner.query<{ predicate: string }>(
    `SELECT pg_get_expr(i.indpred, i.indrelid) AS predicate FROM pg_index i WHERE i.indexrelid = 'roster_run_unsent_idx'::regclass`,
  )
  const said = await judged(`coalesce(${rows[0]?.predicate}, false)`)
  expect(ROWS.filter(({ name, expected }) => said.get(name) !== (expected !== 'SENT')).map(({ name }) => name)).toEqual(
    [],
  )
})
