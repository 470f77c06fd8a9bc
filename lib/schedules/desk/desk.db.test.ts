import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '@/lib/platform/context'
import { tzVersion } from '@/lib/platform/zones'
import { runJobs } from '@/lib/schedules/jobs/process'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { schedulesToday } from '@/lib/schedules/today/loaders'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { loadListing } from '../listing/loaders'
import { reconcileAll, reconcileView } from '../report/process'
import { loadSchedules } from './loaders'
import type { SchedulesInput } from './schema'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const client = (at: string) => postgresClient(w.at(at), w.handlers)
const look = (at: string, input: SchedulesInput = {}, mayOperate = true) =>
  loadSchedules(w.at(at), input, { backend: 'postgres', mayOperate })
const must = async (told: Promise<{ ok: boolean }>) => expect(await told).toMatchObject({ ok: true })

/** Sunday 6 December 2026: the first fire is on Monday. */
const START = '2026-12-06T00:00:00Z'
const docket = spec({
  id: 'docket:a',
  note: 'Crane 60 t · docket',
  zone: 'Australia/Brisbane',
  calendar: { cron: '5 7 * * 1-5', zone: 'Australia/Brisbane', jitter: 120 },
})
const mail = spec({ id: 'mail:a', note: 'Compliance mail', workflowType: 'Job', cron: '0 8 * * 1', zone: 'Asia/Tokyo' })
const night = spec({ id: 'night:a', note: 'Night count', cron: '30 2 * * *', zone: 'Australia/Sydney' })

describe('the page of schedules', () => {
  test('is empty before anything is registered', async () => {
    expect(await look(START)).toMatchObject({ total: 0, lines: [], picked: null, more: null, moving: null })
  })

  test('lists each by name with its times in words, and picks the first', async () => {
    for (const each of [docket, mail, night]) await must(client(START).register(each))
    const { lines, picked, sentence } = await look(START)
    expect(lines).toMatchObject([
      {
        key: 'mail:a',
        when: '08:00 on Mondays',
        zone: 'Asia/Tokyo',
        next: { label: 'tomorrow 08:00' },
        last: null,
        mark: { label: 'Not yet' },
      },
      {
        key: 'docket:a',
        when: '07:05 on weekdays',
        next: { iso: '2026-12-06T21:05:00.000Z', label: 'tomorrow 07:05' },
      },
      { key: 'night:a', next: { label: 'tomorrow 02:30' } },
    ])
    expect(picked).toMatchObject({
      key: 'mail:a',
      cron: '0 8 * * 1',
      locks: { pause: null, resume: 'It is not paused.', fire: null },
    })
    expect(picked?.cells.map(({ day }) => day).slice(3, 5)).toEqual(['Mon 28 Dec', 'Mon 4 Jan 2027'])
    expect(sentence).toMatch(/^3 schedules, kept in PostgreSQL\. Zone data \d{4}[a-z], /)
  })

  test('the next ten times are marked where the clocks go over one, and where one comes twice', async () => {
    const forward = (await look('2026-10-01T00:00:00Z', { id: 'night:a' })).picked
    // Its ledger stands later than this look: from there on it counts.
    expect(forward?.cells[0]?.iso).toBe('2026-12-06T15:30:00.000Z')
    await must(
      client('2027-03-31T00:00:00Z').register(
        spec({ id: 'night:b', note: 'Night count, Lord Howe', cron: '45 1 * * *', zone: 'Australia/Lord_Howe' }),
      ),
    )
    const back = (await look('2027-03-31T00:00:00Z', { id: 'night:b' })).picked
    expect(back?.cells.filter(({ says }) => says)).toMatchObject([
      { day: 'Sun 4 Apr', time: '01:45', says: 'first of two passes' },
      { says: 'the clocks went back' },
    ])
    await must(
      client('2027-09-29T00:00:00Z').register(
        spec({ id: 'night:c', note: 'Night count, spring', cron: '30 2 * * *', zone: 'Australia/Sydney' }),
      ),
    )
    const gap = (await look('2027-09-30T00:00:00Z', { id: 'night:c' })).picked
    expect(gap?.cells.filter(({ says }) => says)).toMatchObject([
      { day: 'Sun 3 Oct', time: '02:30', iso: null, letters: '', says: 'skipped: no clock shows it' },
      { day: 'Mon 4 Oct', letters: 'AEDT', says: 'the clocks went forward' },
    ])
    expect(gap?.notes[0]).toBe('On Sun 3 Oct 2027 the clocks go forward: 02:30 does not exist and is skipped.')
    for (const id of ['night:b', 'night:c']) await must(client('2027-09-30T00:00:00Z').unregister(id))
  })

  test('shows what became of each time, when, how long it took, and by whom', async () => {
    await w.claim('2026-12-06T21:07:30Z')
    await must(client('2026-12-06T22:00:00Z').trigger('docket:a'))
    const { picked, lines } = await look('2026-12-06T22:00:10Z', { id: 'docket:a' })
    expect(picked?.runs).toMatchObject([
      { mark: { label: 'Done' }, late: '', took: 'under 1 s', by: 'Ada' },
      { at: { label: 'today 07:05' }, mark: { label: 'Done' }, late: '2 minutes late', took: 'under 1 s', by: null },
    ])
    expect(lines.find(({ key }) => key === 'docket:a')).toMatchObject({
      last: { says: 'done' },
      mark: { label: 'On time' },
    })
  })

  test('a job is at work until it has ended, and the page looks again soon', async () => {
    await w.claim('2026-12-06T23:00:20Z')
    const working = await look('2026-12-06T23:00:21Z', { id: 'mail:a' })
    expect(working).toMatchObject({
      inFlight: true,
      picked: { mark: { label: 'At work' }, runs: [{ mark: { label: 'At work' }, took: '' }] },
    })
    const ran = runJobs(w.at('2026-12-06T23:00:22Z'), w.handlers, { left: () => 1 })
    while (w.jobs.length === 0) await new Promise((next) => setTimeout(next, 20))
    w.jobs.pop()?.end('failed')
    await ran
    const failed = await look('2026-12-06T23:00:40Z', { id: 'mail:a' })
    expect(failed).toMatchObject({
      inFlight: false,
      picked: { mark: { label: 'Failed' }, trouble: { title: 'The last run failed' } },
    })
    expect((await look('2026-12-06T23:00:40Z', { state: 'failed' })).lines.map(({ key }) => key)).toEqual(['mail:a'])
  })

  test('a pause stands there with its reason and who; resuming says what it will not make up for', async () => {
    await must(client('2026-12-07T00:00:00Z').pause('docket:a', 'The crane is at the workshop.'))
    await w.claim('2026-12-09T22:00:00Z')
    const { picked, lines } = await look('2026-12-09T22:00:00Z', { id: 'docket:a' })
    expect(picked).toMatchObject({
      isPaused: true,
      paused: { reason: 'The crane is at the workshop.', by: 'Ada', at: { label: 'Mon 7 Dec 10:00 AEST' } },
      locks: { pause: 'It is paused already.', resume: null, fire: null },
    })
    expect(picked?.asks.resume).toBe(
      '3 times have passed while it was paused. They are not made up for. It fires next tomorrow 07:05.',
    )
    expect(picked?.runs[0]).toMatchObject({ mark: { label: 'Skipped' }, says: 'The schedule was paused.' })
    expect(lines.find(({ key }) => key === 'docket:a')).toMatchObject({ next: null, mark: { label: 'Paused' } })
    expect((await look('2026-12-09T22:00:00Z', { state: 'paused' })).lines).toHaveLength(1)
    await must(client('2026-12-09T22:00:01Z').unpause('docket:a'))
  })

  test('who may only read has every button locked, with the reason', async () => {
    const { picked, locks } = await look('2026-12-09T22:00:00Z', { id: 'docket:a' }, false)
    const role = 'An admin may do this.'
    expect(picked?.locks).toEqual({ pause: role, resume: role, fire: role })
    expect(locks.reconcile).toBe(role)
  })

  test('finds by a part of a name or an id, and says what is not kept', async () => {
    const keys = async (q: string) => (await look('2026-12-09T22:00:00Z', { q })).lines.map(({ key }) => key)
    expect(await keys('CRANE')).toEqual(['docket:a'])
    expect(await keys('mail:')).toEqual(['mail:a'])
    expect(await keys('100%')).toEqual([])
    expect(await look(START, { id: 'mail:none' })).toMatchObject({
      picked: null,
      lost: 'There is no schedule mail:none. It was never registered here, or its id is spelt otherwise.',
    })
    expect(await look('2027-10-01T00:00:00Z', { id: 'night:c' })).toMatchObject({
      lost: null,
      picked: { mark: { label: 'Taken away' }, cells: [] },
    })
  })
})

describe('silence', () => {
  test('is judged by the page and by Today, with no tick to say it', async () => {
    await w.claim('2026-12-09T23:00:00Z')
    const today = async (at: string) =>
      (await schedulesToday.entries(w.at(at))).filter(({ key }) => key.endsWith(':silent'))
    // The docket fires on Thursday at 21:05 UTC and, after its weekend, on Sunday; the count every day at 15:30.
    expect(await today('2026-12-10T21:10:00Z')).toEqual([])
    expect((await today('2026-12-11T15:40:00Z')).map(({ title }) => title)).toEqual([
      'Night count has been silent for two of its times',
    ])
    const both = await today('2026-12-13T21:40:00Z')
    expect(both).toMatchObject([
      { urgency: 1, tone: 'bad' },
      { href: '/schedules?id=docket%3Aa', actions: [{ kind: 'link' }] },
    ])
    const { lines, sentence } = await look('2026-12-13T21:40:00Z', { state: 'silent' })
    expect(lines.map(({ key, mark }) => `${key} ${mark.label}`)).toEqual(['docket:a Silent', 'night:a Silent'])
    expect(sentence).toMatch(/; 2 silent\./)
    await w.claim('2026-12-13T21:41:00Z')
    expect(await today('2026-12-13T21:42:00Z')).toEqual([])
  })

  test('a failed run stands on Today until the next has passed', async () => {
    const failed = async () => (await schedulesToday.entries(w.at('2026-12-14T00:00:00Z'))).map(({ title }) => title)
    expect(await failed()).toEqual(['Compliance mail failed'])
    await must(client('2026-12-14T00:00:00Z').trigger('mail:a'))
    expect(await failed()).toEqual([])
  })
})

test('times on other zone data are told before they are taken', async () => {
  await w.db
    .$executeRaw`UPDATE schedule SET tz_version = '2020a', next_fire_at = next_fire_at + interval '1 hour' WHERE key = 'night:a'`
  const { moving } = await look('2026-12-14T00:00:00Z')
  expect(moving).toEqual({
    title: `1 schedule still stands on other zone data; the next tick takes ${tzVersion()}`,
    lines: ['Night count: tomorrow 03:30 becomes tomorrow 02:30'],
  })
})

test('reconcile says what it would do, then does it, and says what it did', async () => {
  const at = '2026-12-14T01:00:00Z'
  const kept = new Set(['docket:a'])
  const owner = {
    feature: 'docket',
    expectedIds: ['docket:b'],
    stillExpected: async (_: unknown, id: string) => !kept.has(id),
    heal: (_: unknown, id: string) => client(at).register({ ...docket, id }),
  }
  const broken = {
    ...owner,
    feature: 'mail',
    expectedIds: ['mail:a', 'mail:b'],
    heal: () => Promise.reject(new Error('no')),
  }
  const view = async (dryRun: boolean) =>
    reconcileView(w.at(at), await reconcileAll(client(at), [owner, broken], dryRun), dryRun)
  const dry = await view(true)
  expect(dry).toMatchObject({ todo: 3, sentence: '3 schedules are not as expected. Nothing was changed yet.' })
  expect(dry.features[0]?.lines.map(({ id, mark }) => `${id} ${mark.label}`)).toEqual([
    'docket:a To take away',
    'docket:b To bring back',
  ])
  expect((await loadListing(w.at(at))).map(({ id }) => id)).toContain('docket:a')
  const done = await view(false)
  expect(done.sentence).toBe('2 schedules were put right. 1 is not done: see why below.')
  expect(done.features.flatMap(({ lines }) => lines.map(({ id, mark }) => `${id} ${mark.label}`))).toEqual([
    'docket:a Taken away',
    'docket:b Brought back',
    'mail:b Not done',
  ])
  expect((await loadListing(w.at(at))).map(({ id }) => id)).not.toContain('docket:a')
})

test('a thousand schedules: pages of fifteen, each once, within a second', { timeout: 120_000 }, async () => {
  const at = '2026-12-14T02:00:00Z'
  const many = Array.from({ length: 1_000 }, (_, nth) =>
    spec({ id: `many:${nth}`, note: `Plant ${nth % 50}`, cron: `${nth % 60} ${nth % 24} * * *` }),
  )
  for (let from = 0; from < many.length; from += 50)
    await inTransaction(w.at(at), async (tx) => {
      for (const each of many.slice(from, from + 50)) await must(client(at).register(each, tx))
    })
  const seen: string[] = []
  const started = performance.now()
  await look(at)
  expect(performance.now() - started).toBeLessThan(1_000)
  for (let cursor: string | undefined; ; ) {
    const { lines, more } = await look(at, { q: 'plant', ...(cursor ? { cursor } : {}) })
    seen.push(...lines.map(({ key }) => key))
    if (!more) break
    cursor = more
  }
  expect(new Set(seen).size).toBe(1_000)
  expect(seen).toHaveLength(1_000)
})
