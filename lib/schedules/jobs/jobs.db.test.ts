import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Handlers } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import type { OverlapPolicy } from '@/lib/schedules/schema'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { takeJobs } from './data'
import { MOST_ATTEMPTS, runJobs } from './process'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const PATIENT = { left: () => 1_000 }
const client = (at: string) => postgresClient(w.at(at), w.handlers)
const register = (id: string, at: string, overlap?: OverlapPolicy) =>
  client(at).register(
    spec({ id, workflowType: 'Job', cron: '0 * * * *', zone: 'UTC', ...(overlap ? { policy: { overlap } } : {}) }),
  )
const doing = (run: (key: string, attempt: number) => Promise<string>): Handlers => ({
  Job: { kind: 'job', seconds: 60, run: async (_, { key, attempt }) => ({ outcome: await run(key, attempt) }) },
})
const states = async (id: string) => (await w.fires(id)).map(({ state, outcome }) => `${state} ${outcome ?? 'open'}`)

test('a worker that died leaves its lease: the next takes over once that is over, and the first is fenced off', async () => {
  await register('job:lease', '2026-06-01T00:30:00Z')
  await w.claim('2026-06-01T01:00:05Z')
  const [held] = await takeJobs(w.at('2026-06-01T01:00:06Z'), { Job: 60 }, 4)
  expect(held).toMatchObject({ key: 'job:lease', attempt: 1 })
  const handlers = doing(async (_, attempt) => `attempt ${attempt}`)
  expect(await runJobs(w.at('2026-06-01T01:00:30Z'), handlers, PATIENT)).toEqual({ done: 0, failed: 0 })
  expect(await runJobs(w.at('2026-06-01T01:01:10Z'), handlers, PATIENT)).toEqual({ done: 1, failed: 0 })
  expect(await w.fires('job:lease')).toMatchObject([
    { outcome: 'attempt 2', attempt: 2, token: null, leaseUntil: null },
  ])
  await client('2026-06-01T01:02:00Z').unregister('job:lease')
})

test('what throws is tried three times, with a pause between, and then stands as failed', async () => {
  await register('job:throws', '2026-06-02T00:30:00Z')
  await w.claim('2026-06-02T01:00:05Z')
  let calls = 0
  const handlers = doing(async () => {
    calls += 1
    throw new Error('Nobody answers.')
  })
  const at = async (instant: string) => {
    await runJobs(w.at(instant), handlers, PATIENT)
    return calls
  }
  expect(await at('2026-06-02T01:00:06Z')).toBe(1)
  expect(await at('2026-06-02T01:00:50Z')).toBe(1)
  expect(await at('2026-06-02T01:01:30Z')).toBe(2)
  expect(await at('2026-06-02T01:05:00Z')).toBe(2)
  expect(await at('2026-06-02T01:06:00Z')).toBe(MOST_ATTEMPTS)
  expect(await at('2026-06-02T02:30:00Z')).toBe(MOST_ATTEMPTS)
  expect(await states('job:throws')).toEqual(['fired failed'])
  await client('2026-06-02T02:31:00Z').unregister('job:throws')
})

test.each<[OverlapPolicy, string[]]>([
  ['skip', ['fired open', 'skipped_overlap open', 'skipped_overlap open']],
  ['buffer_one', ['fired open', 'waiting open', 'skipped_overlap open']],
  ['allow', ['fired open', 'fired open', 'fired open']],
])('while an earlier fire is at work, %s', async (overlap, expected) => {
  const id = `job:${overlap}`
  await register(id, '2026-06-03T00:30:00Z', overlap)
  for (const hour of ['01', '02', '03']) await w.claim(`2026-06-03T${hour}:00:05Z`)
  expect(await states(id)).toEqual(expected)
  const order: string[] = []
  await runJobs(
    w.at('2026-06-03T03:01:00Z'),
    doing(async (key) => `done ${order.push(key)}`),
    PATIENT,
  )
  expect(order.filter((key) => key === id)).toHaveLength(
    expected.filter((state) => !state.startsWith('skipped')).length,
  )
  expect((await states(id)).filter((state) => /fired open|waiting/.test(state))).toEqual([])
  await client('2026-06-03T03:02:00Z').unregister(id)
})

test('what waits is let go once its schedule is paused', async () => {
  await register('job:waits', '2026-06-04T00:30:00Z', 'buffer_one')
  await w.claim('2026-06-04T01:00:05Z')
  await w.claim('2026-06-04T02:00:05Z')
  expect(await states('job:waits')).toEqual(['fired open', 'waiting open'])
  expect(await client('2026-06-04T02:10:00Z').pause('job:waits', 'Enough')).toEqual({ ok: true })
  await runJobs(
    w.at('2026-06-04T02:11:00Z'),
    doing(async () => 'done'),
    PATIENT,
  )
  expect(await states('job:waits')).toEqual(['fired done', 'skipped_paused open'])
  expect((await w.fires('job:waits'))[1]?.finishedAt).not.toBeNull()
})

test('a type that nothing handles any more ends as failed, in words', async () => {
  await register('job:gone', '2026-06-05T00:30:00Z')
  await w.claim('2026-06-05T01:00:05Z')
  const { done, failed } = await runJobs(w.at('2026-06-05T01:00:06Z'), {}, PATIENT)
  expect(done).toBe(0)
  expect(failed).toBeGreaterThan(0)
  expect(await w.fires('job:gone')).toMatchObject([{ outcome: 'failed', detail: 'Nothing handles Job any more.' }])
})
