import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'

// By hand, as the application's own role: what stands in the ledger stays.
let w: SchedulesWorld
let app: Client
beforeAll(async () => {
  w = await schedulesWorld()
  app = new Client({ connectionString: w.database.url })
  await app.connect()
  const client = postgresClient(w.at('2026-06-01T00:00:00Z'), w.handlers)
  for (const [id, type] of [
    ['guard:done', 'Effect'],
    ['guard:open', 'Job'],
  ] as const)
    await client.register(spec({ id, workflowType: type, cron: '0 9 * * *', zone: 'UTC' }))
  await client.register(spec({ id: 'guard:missed', cron: '0 9 * * *', zone: 'UTC', policy: { catchUp: 'none' } }))
  await w.claim('2026-06-01T09:10:00Z')
})
afterAll(async () => {
  await app.end()
  await w.end()
})

const FIRE = (key: string) => `schedule_id = (SELECT id FROM schedule WHERE key = '${key}')`

test.each([
  ['DELETE FROM schedule_fire', /never deleted|permission denied/],
  ['TRUNCATE schedule_fire', /append-only|never|permission denied|cannot/],
  [`UPDATE schedule_fire SET fire_at = fire_at + interval '1 day' WHERE ${FIRE('guard:open')}`, /does not change/],
  [`UPDATE schedule_fire SET local_time = 'x' WHERE ${FIRE('guard:open')}`, /does not change/],
  [`UPDATE schedule_fire SET actor_name = 'Eve' WHERE ${FIRE('guard:open')}`, /does not change/],
  [`UPDATE schedule_fire SET outcome = 'other' WHERE ${FIRE('guard:done')}`, /cannot become fired/],
  [`UPDATE schedule_fire SET finished_at = NULL, outcome = NULL WHERE ${FIRE('guard:done')}`, /cannot become fired/],
  [`UPDATE schedule_fire SET state = 'missed' WHERE ${FIRE('guard:open')}`, /cannot become missed/],
  [`UPDATE schedule_fire SET state = 'waiting' WHERE ${FIRE('guard:open')}`, /cannot become waiting/],
  [`UPDATE schedule_fire SET state = 'skipped_paused' WHERE ${FIRE('guard:missed')}`, /cannot become skipped_paused/],
  [`UPDATE schedule_fire SET token = gen_random_uuid() WHERE ${FIRE('guard:open')}`, /schedule_fire_lease/],
  [`UPDATE schedule_fire SET finished_at = now() WHERE ${FIRE('guard:open')}`, /schedule_fire_finished/],
  [`UPDATE schedule SET state = 'PAUSED' WHERE key = 'guard:done'`, /guard|version|event|edge/i],
  [`DELETE FROM schedule WHERE key = 'guard:done'`, /never deleted|permission denied/],
])('%s', async (statement, refusal) => {
  const before = await w.db.scheduleFire.findMany({ orderBy: [{ scheduleId: 'asc' }] })
  expect(before).toHaveLength(3)
  await expect(app.query(statement)).rejects.toThrow(refusal)
  expect(await w.db.scheduleFire.findMany({ orderBy: [{ scheduleId: 'asc' }] })).toEqual(before)
})
