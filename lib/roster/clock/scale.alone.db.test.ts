import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { rosterTick } from './process'

const SENT = 10_000

let w: RosterWorld
let owner: Client
beforeAll(async () => {
  w = await rosterWorld()
  owner = new Client({ connectionString: w.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await w.end()
})

/** Weeks that scans of the whole table have read so far. */
async function scanned(): Promise<number> {
  await w.db.$executeRaw`SELECT pg_stat_force_next_flush()`
  const sql = `SELECT seq_tup_read::int AS weeks FROM pg_stat_user_tables WHERE relname = 'roster_run'`
  return (await owner.query<{ weeks: number }>(sql)).rows[0]?.weeks ?? 0
}

test(`beside ${SENT} weeks that are sent, the tick and the ledger read those that they are about`, async () => {
  const made = await w.weekIn('COLLECTING', { settings: { makesWeeks: true } })
  await owner.query('ALTER TABLE roster_run DISABLE TRIGGER USER')
  await owner.query(
    `INSERT INTO roster_run (id, roster_id, week_of, status, created_at, v2_state, approved_hash, ends_at, sent_at)
     SELECT gen_random_uuid(), $1, date '1800-01-06' + 7 * n, 'sent', now(), 'SENT', 'x', now(), now() FROM generate_series(1, ${SENT}) n`,
    [made.rosterId],
  )
  await owner.query('ALTER TABLE roster_run ENABLE TRIGGER USER')
  await owner.query('ANALYZE')
  const before = await scanned()
  for (let ticks = 0; ticks < 3; ticks++) await rosterTick.plan(w.ctx)
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT 1 FROM roster_run x WHERE x.roster_id = '${made.rosterId}' AND x.v2_state = 'COLLECTING'`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('roster_run_one_collecting')
  expect((await scanned()) - before).toBeLessThan(SENT)
})
