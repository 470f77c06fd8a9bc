import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import {
  countEnded,
  matchingTimes,
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

// What is Temporal's own, on a live server in the present: what its users see, what they do there, and what is healed.

describe.skipIf(!temporalCli)(`on a live server${temporalCli ? '' : ` (${WITHOUT_TEMPORAL})`}`, () => {
  let w: SchedulesWorld
  let server: TemporalServer
  let stop: () => Promise<void>
  beforeAll(async () => {
    ;[w, server] = await Promise.all([schedulesWorld(), temporalServer()])
    stop = await worker(server.place, () => w.ctx, temporalWaking(w.handlers))
  }, 90_000)
  afterAll(async () => {
    await stop?.()
    await server?.stop()
    await w?.end()
  }, 60_000)

  const client = () => temporalClient(w.ctx, w.handlers, server.place)
  const describeThere = (id: string) => server.cli('schedule', 'describe', '--schedule-id', id)
  const there = (id: string) => ask(server.place, (service) => kept.describe(service, server.place, id))
  const ownerOf = (feature: string, expectedIds: readonly string[], over: Partial<Owner> = {}): Owner => ({
    ...{ feature, expectedIds, stillExpected: async () => false },
    heal: (_, id) => client().register(spec({ id })),
    ...over,
  })

  test('a Temporal user finds id, cron, zone, note and, while it is paused, the reason', async () => {
    const id = 'plant-register-auto-docket:8f0c97c5'
    const note = 'Drafts the docket of PR-0042'
    const one = spec({ id, note, calendar: { cron: '5 7 * * MON-FRI', zone: 'Australia/Brisbane', jitter: 120 } })
    expect(await client().register(one)).toMatchObject({ ok: true })
    const shown = await describeThere(id)
    for (const line of [
      /ScheduleId\s+plant-register-auto-docket:8f0c97c5/,
      /"ID":"plant-register-auto-docket:8f0c97c5","Workflow":"Effect"/,
      /"minute":"5","hour":"7".*"dayOfWeek":"1-5".*"comment":"5 7 \* \* MON-FRI"/,
      /TimeZoneName\s+Australia\/Brisbane/,
      /Jitter\s+2m 0s/,
      /OverlapPolicy\s+AllowAll/,
      /CatchupWindow\s+7d/,
      /Notes\s+Drafts the docket of PR-0042/,
      /Paused\s+false/,
      /Memo.*Drafts the docket of PR-0042/,
    ])
      expect(shown).toMatch(line)
    expect(await client().pause(id, 'The crane is at the workshop')).toEqual({ ok: true })
    expect(await describeThere(id)).toMatch(/Notes\s+The crane is at the workshop\n\s*Paused\s+true/)
    const calendar = { cron: '0 6 * * *', zone: 'Asia/Tokyo' }
    expect(await client().update(id, { calendar })).toMatchObject({ ok: true })
    expect(await describeThere(id)).toMatch(
      /"comment":"0 6 \* \* \*"[\s\S]*Asia\/Tokyo[\s\S]*at the workshop\n\s*Paused\s+true/,
    )
    expect(await client().unpause(id)).toEqual({ ok: true })
    expect(await describeThere(id)).toMatch(/Notes\s+Drafts the docket of PR-0042\n\s*Paused\s+false/)
    expect(await client().unregister(id)).toEqual({ ok: true })
    expect(await describeThere(id)).toMatch(/not found/i)
  })

  test('the server counts by our zone data: 09:00 in Vancouver, Casablanca and Winnipeg', async () => {
    for (const [zone, from, want] of [
      ['America/Vancouver', '2026-11-02T00:00:00Z', '2026-11-02T16:00:00.000Z'],
      ['Africa/Casablanca', '2027-02-15T00:00:00Z', null],
      ['America/Winnipeg', '2026-11-02T00:00:00Z', null],
    ] as const) {
      const one = spec({ cron: '0 9 * * *', zone })
      const told = await temporalClient(w.at(from), w.handlers, server.place).register(one)
      const [first] = await matchingTimes(server.place, one.id, new Date(from), new Date(Date.parse(from) + 86_400_000))
      expect(told).toMatchObject({ ok: true, nextFireAt: first })
      if (want) expect(first?.toISOString()).toBe(want)
    }
  })

  test('what comes due fires, at once after registering too', async () => {
    const ids = Array.from({ length: 4 }, (_, at) => `soon:${at}`)
    await Promise.all(ids.map((id) => client().register(spec({ id, cron: '* * * * * * *', zone: 'Etc/UTC' }))))
    try {
      await until('three fires of each', async () => {
        const all = await Promise.all(ids.map((id) => w.fires(id)))
        return all.every((fires) => fires.filter(({ state }) => state === 'fired').length >= 3)
      })
    } finally {
      for (const id of ids) expect(await client().unregister(id)).toEqual({ ok: true })
    }
    for (const id of ids) {
      const row = await w.db.schedule.findUniqueOrThrow({ where: { key: id } })
      const fires = await w.fires(id)
      // From the first second of its life without a hole.
      expect((fires[0]?.fireAt.getTime() ?? 0) - row.createdAt.getTime()).toBeLessThan(1_500)
      const steps = fires.slice(1).map(({ fireAt }, at) => fireAt.getTime() - (fires[at]?.fireAt.getTime() ?? 0))
      expect(new Set(steps)).toEqual(new Set([1_000]))
      const done = (await w.effects()).filter(({ key }) => key === id).map(({ at }) => at.getTime())
      expect(new Set(done).size).toBe(done.length)
      expect(done).toEqual(fires.filter(({ state }) => state === 'fired').map(({ fireAt }) => fireAt.getTime()))
    }
  })

  test('Temporal’s own Trigger is none of our fires; ours is a workflow with the command in its id', async () => {
    const one = spec({ cron: '0 9 29 2 *', zone: 'Etc/UTC' })
    expect(await client().register(one)).toMatchObject({ ok: true })
    await server.cli('schedule', 'trigger', '--schedule-id', one.id)
    await until('the wake', async () => (await countEnded(server.place, one.id)) === 1)
    expect(await w.fires(one.id)).toEqual([])
    const command = '00000000-0000-4000-8000-0000000000cc'
    expect(await client().trigger(one.id, command)).toMatchObject({ ok: true })
    expect(await client().trigger(one.id, command)).toMatchObject({ ok: true })
    await until('the workflow', async () => {
      const shown = await server.cli('workflow', 'describe', '--workflow-id', `${one.id}-manual-${command}`)
      return /Status\s+COMPLETED/i.test(shown) && shown.includes('claimed')
    })
    expect((await w.fires(one.id)).map(({ kind, actorName }) => `${kind} ${actorName}`)).toEqual(['manual Ada'])
  })

  test('a pause made in Temporal is seen and left alone; one of ours that was lifted there is put back', async () => {
    const [theirs, ours] = [spec({ id: 'held:theirs' }), spec({ id: 'held:ours' })]
    for (const one of [theirs, ours]) expect(await client().register(one)).toMatchObject({ ok: true })
    await server.cli('schedule', 'toggle', '--schedule-id', theirs.id, '--pause', '--reason', 'Ops: network work')
    expect(await client().pause(ours.id, 'No work')).toEqual({ ok: true })
    await server.cli('schedule', 'toggle', '--schedule-id', ours.id, '--unpause', '--reason', 'Ops: go')
    const owner = ownerOf('held', [theirs.id, ours.id])
    const report = { pausedElsewhere: [{ id: theirs.id, note: 'Ops: network work' }], differing: [ours.id], failed: [] }
    expect(await client().reconcile({ ...owner, dryRun: true })).toMatchObject(report)
    expect(await there(ours.id)).toMatchObject({ paused: false })
    expect(await client().reconcile(owner)).toMatchObject(report)
    expect(await there(theirs.id)).toMatchObject({ paused: true, note: 'Ops: network work' })
    expect(await there(ours.id)).toMatchObject({ paused: true, note: 'No work' })
    expect(await client().update(theirs.id, { calendar: { cron: '0 5 * * *', zone: 'Asia/Tokyo' } })).toMatchObject({
      ok: true,
    })
    expect(await there(theirs.id)).toMatchObject({ paused: true, note: 'Ops: network work', cron: '0 5 * * *' })
  })

  test('reconcile compares cron and zone, registers what has no row, and puts back what Temporal has lost', async () => {
    const { place } = server
    const [changed, lost, rowless, orphan] = ['kin:changed', 'kin:lost', 'kin:rowless', 'kin:orphan'].map((id) =>
      spec({ id }),
    )
    if (!changed || !lost || !rowless || !orphan) throw new Error('four specs')
    for (const one of [changed, lost]) expect(await client().register(one)).toMatchObject({ ok: true })
    await ask(place, async (service) => {
      await kept.change(service, place, changed.id, spec({ cron: '0 1 * * *', zone: 'Asia/Tokyo' }))
      await kept.remove(service, place, lost.id)
      await kept.create(service, place, { ...rowless, calendar: { cron: '0 1 * * *', zone: 'Asia/Tokyo' } }, null)
      await kept.create(service, place, orphan, null)
    })
    const isListed = async () =>
      (await ask(place, (service) => kept.listIds(service, place, 'kin'))).includes(orphan.id)
    await until('the list', isListed)
    const owner = ownerOf('kin', [changed.id, lost.id, rowless.id])
    const want = { orphans: [orphan.id], missing: [lost.id, rowless.id], differing: [changed.id], failed: [] }
    expect(await client().reconcile({ ...owner, dryRun: true })).toMatchObject(want)
    expect(await client().reconcile(owner)).toMatchObject({ ...want, orphansUnregistered: 1 })
    for (const { id, calendar } of [changed, lost, rowless]) expect(await there(id)).toMatchObject(calendar)
    expect(await there(orphan.id)).toBeNull()
    expect(await client().reconcile(owner)).toMatchObject({ orphans: [], missing: [], differing: [], failed: [] })
  })

  test('a process that dies between the server and the row leaves what reconcile heals', async () => {
    const one = spec({ id: 'torn:one' })
    await expect(
      w.db.$transaction(async (db) => {
        const told = await temporalClient({ ...w.ctx, db }, w.handlers, server.place).register(one)
        expect(told).toMatchObject({ ok: true })
        throw new Error('torn off')
      }),
    ).rejects.toThrow('torn off')
    expect(await there(one.id)).not.toBeNull()
    expect(await w.fires(one.id)).toEqual([])
    const owner = ownerOf('torn', [one.id])
    expect(await client().reconcile(owner)).toMatchObject({ missing: [one.id], failed: [] })
    expect(await client().reconcile(owner)).toMatchObject({ missing: [], orphans: [], differing: [] })
  })

  test('two who change one schedule at once leave it as the ledger has it', async () => {
    const one = spec({ id: 'race:one' })
    expect(await client().register(one)).toMatchObject({ ok: true })
    const crons = ['0 1 * * *', '0 2 * * *', '0 3 * * *', '0 4 * * *']
    await Promise.all(crons.map((cron) => client().update(one.id, { calendar: { cron, zone: 'Etc/UTC' } })))
    const row = await w.db.schedule.findUniqueOrThrow({ where: { key: one.id } })
    expect(await there(one.id)).toMatchObject({ cron: row.cron, zone: row.zone })
  })

  test('a namespace that is not there is said so, and nothing is taken for missing', async () => {
    const elsewhere = temporalClient(w.ctx, w.handlers, { ...server.place, namespace: 'nowhere' })
    const id = 'lone:one'
    expect(await elsewhere.register(spec({ id }))).toMatchObject({
      code: 'unavailable',
      sentence: expect.stringMatching(/refused it \(.*namespace/i),
    })
    expect(await elsewhere.unregister(id)).toMatchObject({ code: 'unavailable' })
    const report = await elsewhere.reconcile(ownerOf('lone', [id]))
    expect(report).toMatchObject({ missing: [], orphans: [], failed: [{ id: 'lone:' }] })
  })
})
