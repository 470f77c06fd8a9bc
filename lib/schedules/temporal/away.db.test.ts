import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import {
  type TemporalServer,
  temporalCli,
  temporalServer,
  until,
  WITHOUT_TEMPORAL,
  worker,
} from '@/lib/testing/temporal'
import type { Owner } from '../effects'
import { ask } from './data'
import * as kept from './kept/data'
import { temporalClient, temporalWaking } from './process'

// The server is killed in the middle of things and comes back with what it had written down.

describe.skipIf(!temporalCli)(`without its server${temporalCli ? '' : ` (${WITHOUT_TEMPORAL})`}`, () => {
  let w: SchedulesWorld
  let server: TemporalServer
  beforeAll(async () => {
    w = await schedulesWorld()
  })
  beforeEach(async () => {
    server = await temporalServer({ lasting: true })
  }, 60_000)
  afterEach(() => server?.stop(), 60_000)
  afterAll(() => w?.end())

  const client = () => temporalClient(w.ctx, w.handlers, server.place)
  const idsThere = (feature: string) => ask(server.place, (service) => kept.listIds(service, server.place, feature))
  const idsHere = async (feature: string) =>
    (await w.db.schedule.findMany({ where: { key: { startsWith: `${feature}:` }, state: { not: 'REMOVED' } } }))
      .map(({ key }) => key)
      .sort()
  const unavailable = {
    ok: false,
    code: 'unavailable',
    sentence: expect.stringMatching(/^Temporal at 127\.0\.0\.1:\d+ does not answer, so nothing was changed\./),
  }

  test('every verb says so within its deadline, and nothing is half done', async () => {
    const ids = ['paused', 'taken', 'triggered', 'updated'].map((name) => `calm:${name}`)
    const [paused = '', taken = '', triggered = '', updated = ''] = ids
    for (const id of ids) expect(await client().register(spec({ id }))).toMatchObject({ ok: true })
    const kept = () => w.db.schedule.findMany({ where: { key: { startsWith: 'calm:' } }, orderBy: { key: 'asc' } })
    const before = await kept()
    await server.kill()
    const began = performance.now()
    const answers = await Promise.all([
      client().register(spec({ id: 'calm:new' })),
      client().pause(paused, 'No work'),
      client().unregister(taken),
      client().trigger(triggered),
      client().update(updated, { calendar: { cron: '0 1 * * *', zone: 'Etc/UTC' } }),
    ])
    expect(performance.now() - began).toBeLessThan(15_000)
    for (const told of answers) expect(told).toMatchObject(unavailable)
    expect(await kept()).toEqual(before)
    expect(await w.fires(triggered)).toEqual([])
    await server.start()
    expect(await client().pause(paused, 'No work')).toEqual({ ok: true })
    expect(await client().register(spec({ id: 'calm:new' }))).toMatchObject({ ok: true })
  }, 120_000)

  test('in the middle of registering: whoever was told no is not kept, and reconcile has all of them in the end', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `many:${String(at).padStart(2, '0')}`)
    const register = (id: string) => client().register(spec({ id }))
    const work = async (): Promise<{ id: string; ok: boolean }[]> => {
      const told: { id: string; ok: boolean }[] = []
      const next = ids.values()
      const lane = async () => {
        for (const id of next) {
          if (id === ids[4]) await server.kill()
          const answer = await register(id)
          if (!answer.ok) expect(answer).toMatchObject(unavailable)
          told.push({ id, ok: answer.ok })
          if (told.length === 8) await server.start()
        }
      }
      await Promise.all(Array.from({ length: 4 }, lane))
      return told
    }
    const told = await work()
    const fine = told.filter(({ ok }) => ok).map(({ id }) => id)
    expect(told.length - fine.length).toBeGreaterThan(0)
    expect(await idsHere('many')).toEqual(fine.sort())
    const owner: Owner = {
      ...{ feature: 'many', expectedIds: ids, stillExpected: async () => false },
      heal: (_, id) => register(id),
    }
    expect(await client().reconcile(owner)).toMatchObject({ orphans: [], failed: [] })
    expect(await idsHere('many')).toEqual(ids)
    await until('the list', async () => (await idsThere('many')).length === ids.length)
    expect(await client().reconcile(owner)).toMatchObject({ missing: [], differing: [], failed: [] })
  }, 120_000)

  test('in the middle of firing: the worker lives on, and each second fires once', async () => {
    const stop = await worker(server.place, () => w.ctx, temporalWaking(w.handlers))
    const id = 'steady:one'
    try {
      expect(await client().register(spec({ id, cron: '*/2 * * * * * *', zone: 'Etc/UTC' }))).toMatchObject({
        ok: true,
      })
      const fired = async () => (await w.fires(id)).filter(({ state }) => state === 'fired').length
      await until('the first fires', async () => (await fired()) >= 2, 60)
      await server.kill()
      const had = await fired()
      await until('a pause', async () => false, 6).catch(() => {})
      await server.start()
      await until('what was due meanwhile', async () => (await fired()) >= had + 5, 90)
    } finally {
      expect(await client().unregister(id)).toEqual({ ok: true })
      await stop()
    }
    const fires = await w.fires(id)
    const steps = fires.slice(1).map(({ fireAt }, at) => fireAt.getTime() - (fires[at]?.fireAt.getTime() ?? 0))
    expect(new Set(steps)).toEqual(new Set([2_000]))
    const done = (await w.effects()).filter(({ key }) => key === id).map(({ at }) => at.getTime())
    expect(done).toEqual(fires.filter(({ state }) => state === 'fired').map(({ fireAt }) => fireAt.getTime()))
  }, 180_000)

  test('in the middle of reconciling: the rest is done by the next sweep, and no other feature is touched', async () => {
    const ids = ['a', 'b', 'c', 'd'].map((name) => `swept:${name}`)
    for (const id of [...ids, 'other:one']) expect(await client().register(spec({ id }))).toMatchObject({ ok: true })
    let looked = 0
    const owner: Owner = {
      ...{ feature: 'swept', expectedIds: [], heal: async () => ({ ok: true }) },
      async stillExpected() {
        looked += 1
        if (looked === 3) await server.kill()
        return false
      },
    }
    const torn = await client().reconcile(owner)
    expect(torn).toMatchObject({ orphansUnregistered: 2, orphans: ids.slice(0, 2) })
    expect(torn.failed).toEqual(ids.slice(2).map((id) => ({ id, sentence: unavailable.sentence })))
    expect(await idsHere('swept')).toEqual(ids.slice(2))
    await server.start()
    expect(await client().reconcile(owner)).toMatchObject({ orphans: ids.slice(2), failed: [] })
    expect(await idsHere('swept')).toEqual([])
    expect(await idsHere('other')).toEqual(['other:one'])
    expect(await client().reconcile({ ...owner, feature: 'other', expectedIds: ['other:one'] })).toMatchObject({
      ...{ orphans: [], missing: [], differing: [], failed: [] },
    })
  }, 120_000)
})
