import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { parseCron } from '@/lib/schedules/cron/parse'
import { plannedOf } from '@/lib/schedules/due/stand'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { termsOf } from '@/lib/schedules/rules'
import { previewTick } from '@/lib/server/preview/loaders'
import { schedulesTick } from '@/lib/server/schedules'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const client = (at: string | Date) => postgresClient(w.at(at), w.handlers)
const states = async (id: string) => (await w.fires(id)).map(({ state }) => state)
const versionOf = async (key: string) => (await w.db.schedule.findUniqueOrThrow({ where: { key } })).version

describe('every verb first settles what was due under the old terms', () => {
  const jittered = (id: string) => spec({ id, calendar: { cron: '0 * * * *', zone: 'UTC', jitter: 900 }, cron: '' })
  /** Between a fire's nominal time and its jitter. */
  async function waiting(id: string): Promise<Date> {
    const calendar = { cron: '0 * * * *', zone: 'UTC', jitter: 900 }
    await client('2026-07-01T08:30:00Z').register({ ...jittered(id), calendar })
    const terms = termsOf(id, parseCron(calendar.cron), calendar, { catchUp: 'all', window: 604_800 })
    const nominal = new Date('2026-07-01T09:00:00Z')
    expect(plannedOf(terms, nominal).getTime()).toBeGreaterThan(nominal.getTime() + 10_000)
    const at = new Date('2026-07-01T09:00:05Z')
    await w.claim(at)
    expect(await w.fires(id)).toEqual([])
    return at
  }

  test('row 25: an update keeps a due fire that waits for its jitter', async () => {
    const at = await waiting('verb:update')
    const change = { calendar: { cron: '30 12 * * *', zone: 'UTC' } }
    expect(await client(at).update('verb:update', change)).toMatchObject({
      ok: true,
      nextFireAt: new Date('2026-07-01T12:30:00Z'),
    })
    expect(await w.fires('verb:update')).toMatchObject([
      { state: 'fired', outcome: 'done', fireAt: new Date('2026-07-01T09:00:00Z') },
    ])
  })

  test('so do a pause and taking it away', async () => {
    const at = await waiting('verb:pause')
    expect(await client(at).pause('verb:pause', 'Rain')).toEqual({ ok: true })
    expect(await states('verb:pause')).toEqual(['fired'])
    await waiting('verb:away')
    expect(await client(at).unregister('verb:away')).toEqual({ ok: true })
    expect(await states('verb:away')).toEqual(['fired'])
  })

  test('resuming records what passed, and fires none of it', async () => {
    expect(await client('2026-07-01T12:30:00Z').unpause('verb:pause')).toEqual({ ok: true })
    expect(await states('verb:pause')).toEqual(['fired', 'skipped_paused', 'skipped_paused', 'skipped_paused'])
  })

  test('also a backlog of more than one claim', async () => {
    await client('2026-07-02T00:00:00Z').register(spec({ id: 'verb:long', cron: '* * * * *', zone: 'UTC' }))
    expect(await client('2026-07-03T00:00:00Z').pause('verb:long', 'Too often')).toEqual({ ok: true })
    const fires = await states('verb:long')
    expect(fires.filter((state) => state === 'fired')).toHaveLength(1_440)
    expect(fires).toHaveLength(1_440)
  }, 60_000)
})

describe('presses', () => {
  test('eight registrations of one id at once keep one schedule', async () => {
    const one = spec({ id: 'press:race', cron: '0 9 * * *', zone: 'UTC' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => client('2026-07-01T00:00:00Z').register(one)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(answers.filter((answer) => answer.ok && !answer.already)).toHaveLength(1)
    expect(await w.db.schedule.count({ where: { key: one.id } })).toBe(1)
  })

  test('a repeated command is the first one’s answer; what was seen and has changed is refused in words', async () => {
    const seen = await versionOf('press:race')
    const press = { commandId: newId(), version: seen }
    expect(await client('2026-07-01T01:00:00Z').pause('press:race', 'Rain', press)).toEqual({ ok: true })
    expect(await client('2026-07-01T01:00:01Z').pause('press:race', 'Rain', press)).toEqual({ ok: true })
    expect(await versionOf('press:race')).toBe(seen + 1)
    expect(await client('2026-07-01T01:00:02Z').unpause('press:race', { commandId: newId(), version: seen })).toEqual({
      ok: false,
      code: 'changed',
      sentence: 'press:race has changed since you looked. Look at it again, then press.',
    })
  })

  test('row 21: fired by hand twice in one millisecond, beside the slot and never in its place', async () => {
    await client('2026-07-05T00:00:00Z').register(spec({ id: 'press:hand', cron: '30 15 * * *', zone: 'UTC' }))
    const at = new Date('2026-07-05T15:30:00Z')
    const answers = await Promise.all([newId(), newId()].map((command) => client(at).trigger('press:hand', command)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    await w.claim('2026-07-05T15:30:05Z')
    const fires = await w.fires('press:hand')
    expect(fires.map(({ kind }) => kind).sort()).toEqual(['manual', 'manual', 'slot'])
    expect(new Set(fires.map(({ fireAt }) => fireAt.getTime())).size).toBe(3)
    expect(fires.find(({ kind }) => kind === 'slot')?.fireAt).toEqual(at)
  })

  test('row 23: a renamed schedule is an orphan: told by a dry run, taken away inside its own feature alone', async () => {
    for (const id of ['renamed:a', 'renamed:b', 'renamed:old', 'renamed-not:old'])
      await client('2026-07-06T00:00:00Z').register(spec({ id, cron: '0 9 * * *', zone: 'UTC' }))
    const owner = {
      feature: 'renamed',
      expectedIds: ['renamed:a', 'renamed:b'],
      stillExpected: async () => false,
      heal: async () => ({ ok: true as const }),
    }
    const later = client('2026-07-06T01:00:00Z')
    expect(await later.reconcile({ ...owner, dryRun: true })).toMatchObject({ orphans: ['renamed:old'], dryRun: true })
    expect(await later.reconcile(owner)).toMatchObject({ orphans: ['renamed:old'], orphansUnregistered: 1, failed: [] })
    const kept = await w.db.schedule.findMany({ where: { key: { startsWith: 'renamed' }, state: 'ACTIVE' } })
    expect(kept.map(({ key }) => key).sort()).toEqual(['renamed-not:old', 'renamed:a', 'renamed:b'])
  })
})

test('a look ahead says what fires, when, and by whose clocks, and does nothing', async () => {
  await client('2026-08-03T00:00:00Z').register(spec({ id: 'ahead:one' }))
  const part = schedulesTick(w.handlers)
  const [told] = (await previewTick(w.ctx, [part], new Date('2026-08-03T21:05:10Z'))).parts
  expect(told?.lines.find(({ subject }) => subject === 'ahead:one')).toMatchObject({
    what: 'Fire once',
    why: '07:05 on weekdays by the clocks of Australia/Brisbane.',
    at: '2026-08-03T21:05:00.000Z',
    local: expect.stringMatching(/07:05/),
    href: '/schedules?id=ahead%3Aone',
  })
  expect(await w.fires('ahead:one')).toEqual([])
})
