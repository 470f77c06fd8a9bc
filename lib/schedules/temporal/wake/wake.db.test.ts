import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { registerRow } from '../../rows/process'
import type { Spec } from '../../schema'
import { temporalWaking } from '../process'
import { wake } from './process'

// What a wake does to the ledger, wake by wake: a server promises neither order nor that each comes once.

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const waking = () => temporalWaking(w.handlers)
const register = async (at: string, over: Partial<Spec> & { cron?: string; zone?: string } = {}) => {
  const one = spec({ cron: '0 9 * * *', zone: 'Etc/UTC', ...over })
  expect(await registerRow(w.at(at), one, waking())).toMatchObject({ ok: true })
  return one.id
}
/** Woken for a time, half a minute after it unless told. */
const woken = (id: string, nominal: string, at = new Date(Date.parse(nominal) + 30_000).toISOString()) =>
  wake(w.at(at), id, new Date(nominal), waking())
const lines = async (id: string) =>
  (await w.fires(id)).map(({ localTime, state, outcome }) => `${localTime.slice(5, 16)} ${state} ${outcome ?? '-'}`)
const effects = async (id: string) => (await w.effects()).filter(({ key }) => key === id).length
const facts = (id: string) =>
  w.db.$queryRaw<{ reason: string }[]>`
    SELECT e.reason FROM audit_event e JOIN schedule s ON s.id = e.subject_id
     WHERE s.key = ${id} AND e.type = 'schedule.woken_in_vain' ORDER BY e.id`

test('the same wake twice is one fire', async () => {
  const id = await register('2026-12-01T00:00:00Z')
  expect(await woken(id, '2026-12-01T09:00:00Z')).toEqual({ answer: 'claimed' })
  expect(await woken(id, '2026-12-01T09:00:00Z')).toEqual({ answer: 'already', detail: 'fired' })
  expect(await lines(id)).toEqual(['12-01T09:00 fired done'])
  expect(await effects(id)).toBe(1)
})

test('eight of the same wake at once are one fire', async () => {
  const id = await register('2026-12-01T00:00:00Z')
  const answers = await Promise.all(Array.from({ length: 8 }, () => woken(id, '2026-12-01T09:00:00Z')))
  expect(answers.map(({ answer }) => answer).sort()).toEqual([...Array(7).fill('already'), 'claimed'])
  expect(await effects(id)).toBe(1)
})

test('a wake that was overtaken takes its own time back, once, and no other', async () => {
  const id = await register('2026-12-01T00:00:00Z', { cron: '* * * * *' })
  expect(await woken(id, '2026-12-01T00:03:00Z')).toEqual({ answer: 'claimed' })
  expect(await lines(id)).toEqual([
    '12-01T00:01 missed not woken',
    '12-01T00:02 missed not woken',
    '12-01T00:03 fired done',
  ])
  expect(await woken(id, '2026-12-01T00:01:00Z', '2026-12-01T00:03:40Z')).toEqual({ answer: 'taken back' })
  expect(await woken(id, '2026-12-01T00:01:00Z', '2026-12-01T00:03:41Z')).toEqual({
    answer: 'already',
    detail: 'fired',
  })
  expect(await lines(id)).toEqual(['12-01T00:01 fired done', '12-01T00:02 missed not woken', '12-01T00:03 fired done'])
  expect(await effects(id)).toBe(2)
})

test('a wake too late for the policy takes nothing back', async () => {
  const id = await register('2026-12-01T00:00:00Z', { cron: '* * * * *', policy: { catchUp: 'none' } })
  await woken(id, '2026-12-01T00:02:00Z')
  expect(await woken(id, '2026-12-01T00:01:00Z', '2026-12-01T00:10:00Z')).toEqual({
    answer: 'already',
    detail: 'missed',
  })
  expect(await effects(id)).toBe(1)
})

test('a job that is taken back is left open, under its own identity', async () => {
  const id = await register('2026-12-01T00:00:00Z', {
    cron: '* * * * *',
    workflowType: 'Job',
    policy: { overlap: 'allow' },
  })
  await woken(id, '2026-12-01T00:02:00Z')
  expect(await woken(id, '2026-12-01T00:01:00Z', '2026-12-01T00:02:40Z')).toEqual({ answer: 'taken back' })
  expect(await lines(id)).toEqual(['12-01T00:01 fired -', '12-01T00:02 fired -'])
})

test('an overlap is judged by the ledger: while a job is open the next is skipped, with a row', async () => {
  const id = await register('2026-12-01T00:00:00Z', { cron: '* * * * *', workflowType: 'Job' })
  await woken(id, '2026-12-01T00:01:00Z')
  await woken(id, '2026-12-01T00:02:00Z')
  expect(await lines(id)).toEqual(['12-01T00:01 fired -', '12-01T00:02 skipped_overlap -'])
})

test('what is none of its times is recorded with why, and does nothing', async () => {
  const id = await register('2026-12-01T12:00:00Z')
  const vain = async (nominal: string, at: string) => (await woken(id, nominal, at)).answer
  expect(await vain('2026-12-02T09:00:01Z', '2026-12-02T09:00:05Z')).toBe('in vain')
  expect(await vain('2026-12-03T09:00:00Z', '2026-12-02T09:00:05Z')).toBe('in vain')
  expect(await vain('2026-12-01T09:00:00Z', '2026-12-02T09:00:05Z')).toBe('in vain')
  expect((await facts(id)).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^None of its times/),
    expect.stringMatching(/^Its time has not come/),
    expect.stringMatching(/^It lies before/),
  ])
  expect(await lines(id)).toEqual([])
  expect(await woken('probe:nobody', '2026-12-01T09:00:00Z')).toMatchObject({ answer: 'unknown' })
})

test('the second pass of an hour that comes twice is none of its times; the first is', async () => {
  const id = await register('2027-04-03T12:00:00Z', { cron: '30 2 * * *', zone: 'Australia/Sydney' })
  expect(await w.db.schedule.findUnique({ where: { key: id } })).toMatchObject({ byTick: true })
  expect(await woken(id, '2027-04-03T16:30:00Z')).toMatchObject({ answer: 'in vain' })
  expect(await woken(id, '2027-04-04T16:30:00Z')).toEqual({ answer: 'claimed' })
  expect(await lines(id)).toEqual(['04-04T02:30 fired done', '04-05T02:30 fired done'])
})

test('the tick claims what no server can wake for, and leaves the rest', async () => {
  const gap = await register('2026-10-02T12:00:00Z', { cron: '30 2 * * *', zone: 'Australia/Sydney' })
  const isTicks = async () => (await w.db.schedule.findUnique({ where: { key: gap } }))?.byTick
  const tick = (at: string) => w.claim(at, undefined, waking().byTick)
  expect(await isTicks()).toBe(false)
  await tick('2026-10-02T16:31:00Z')
  expect(await lines(gap)).toEqual([])
  await woken(gap, '2026-10-02T16:30:00Z')
  // The next is 02:30 of the day on which there is none.
  expect(await isTicks()).toBe(true)
  await tick('2026-10-03T16:30:05Z')
  expect(await lines(gap)).toEqual(['10-03T02:30 fired done', '10-04T02:30 skipped_gap -'])
  expect(await isTicks()).toBe(false)
})

test('a week of seconds that nobody woke for is one row, and what lies in it is not taken back', async () => {
  const id = await register('2026-12-01T00:00:00Z', { cron: '* * * * * * *' })
  await woken(id, '2026-12-08T00:00:00Z')
  const [run, fired] = await w.fires(id)
  expect(run).toMatchObject({ state: 'missed', outcome: 'not woken' })
  expect(run?.count).toBeGreaterThan(600_000)
  expect(fired).toMatchObject({ state: 'fired' })
  expect(await woken(id, '2026-12-07T23:59:59Z', '2026-12-08T00:00:31Z')).toEqual({
    answer: 'already',
    detail: 'missed',
  })
})
