import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/lib/platform/database'
import { tzVersion, zonesFrom } from '@/lib/platform/zones'
import { parseCron } from '@/lib/schedules/cron/parse'
import { type Cursor, standOn } from '@/lib/schedules/due/stand'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { termsOf } from '@/lib/schedules/rules'
import { previewTick } from '@/lib/server/preview/loaders'
import { zoneDataTick } from '@/lib/server/zone-data'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'
import { recompute } from './process'

// The runtime's own zone data know neither Vancouver's nor Casablanca's new clocks; the newest do.
const old = standOn(zonesFrom('Intl'))
const OLD = zonesFrom('Intl').tzVersion()

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const client = (at: string) => postgresClient(w.at(at), w.handlers)

/** A schedule as a release with the older data left it, its cursor at an instant. */
async function kept(id: string, cron: string, zone: string, cursor: Cursor): Promise<void> {
  expect(await client('2026-09-01T00:00:00Z').register(spec({ id, cron, zone }))).toMatchObject({ ok: true })
  const terms = termsOf(id, parseCron(cron), { cron, zone }, { catchUp: 'all', window: 604_800 })
  const { nextFireAt, dueAt } = old.aheadOf(terms, cursor)
  const owner = connect(w.database.ownerUrl, 1)
  await owner.schedule.update({
    where: { key: id },
    data: { cursor: cursor.at, cursorLocal: cursor.local, nextFireAt, dueAt, tzVersion: OLD },
  })
  await owner.$disconnect()
}
const rowOf = (key: string) => w.db.schedule.findUniqueOrThrow({ where: { key } })

describe('new zone data', () => {
  test('are told before they are taken, moved with an event each, and taken once', async () => {
    expect(OLD).not.toBe(tzVersion())
    const vancouver = { at: new Date('2026-11-01T17:00:00Z'), local: '2026-11-01T09:00:00' }
    await kept('moves:vancouver', '0 9 * * *', 'America/Vancouver', vancouver)
    await kept('moves:sydney', '0 9 * * *', 'Australia/Sydney', { at: new Date('2026-11-01T22:00:00Z'), local: null })
    expect((await rowOf('moves:vancouver')).nextFireAt).toEqual(new Date('2026-11-02T17:00:00Z'))

    const at = new Date('2026-11-01T23:00:00Z')
    const { parts } = await previewTick(w.ctx, [zoneDataTick], at)
    expect(parts).toMatchObject([
      {
        due: 2,
        note: `The zone data are ${tzVersion()} now.`,
        lines: [
          {
            what: 'Move its next time from 2026-11-02 17:00 UTC to 2026-11-02 16:00 UTC',
            why: `It was computed on zone data ${OLD}.`,
            local: expect.stringMatching(/09:00/),
            href: '/schedules?id=moves%3Avancouver',
          },
          { what: 'Keep its next time, on the new zone data', subject: 'moves:sydney' },
        ],
      },
    ])
    expect((await rowOf('moves:vancouver')).tzVersion).toBe(OLD)

    const plan = await zoneDataTick.plan(w.at(at))
    expect(await zoneDataTick.run(w.at(at), plan, { left: () => 1_000 })).toEqual({
      due: 2,
      done: 2,
      failed: 0,
      left: 0,
    })
    expect(await rowOf('moves:vancouver')).toMatchObject({
      nextFireAt: new Date('2026-11-02T16:00:00Z'),
      tzVersion: tzVersion(),
    })
    expect((await rowOf('moves:sydney')).tzVersion).toBe(tzVersion())
    const { id } = await rowOf('moves:vancouver')
    const events = await w.db.auditEvent.findMany({ where: { type: 'schedule.moved' } })
    expect(events).toMatchObject([
      {
        subjectId: id,
        data: {
          from: '2026-11-02T17:00:00.000Z',
          to: '2026-11-02T16:00:00.000Z',
          dataBefore: OLD,
          dataNow: tzVersion(),
        },
      },
    ])
    expect(await recompute(w.at(at))).toEqual({ done: 0, moved: 0 })
    expect((await zoneDataTick.plan(w.at(at))).due).toBe(0)

    await w.claim('2026-11-02T16:00:05Z')
    await w.claim('2026-11-02T17:00:05Z')
    const days = (await w.fires('moves:vancouver')).map(({ localTime }) => localTime)
    expect(days).toEqual(['2026-11-02T09:00:00'])
  })

  test('let no local time fire twice: Casablanca’s nine o’clock has passed by the old clocks', async () => {
    const fired = { at: new Date('2026-09-21T08:00:00Z'), local: '2026-09-21T09:00:00' }
    await kept('twice:casablanca', '0 9 * * *', 'Africa/Casablanca', fired)
    expect((await rowOf('twice:casablanca')).nextFireAt).toEqual(new Date('2026-09-22T08:00:00Z'))
    await recompute(w.at('2026-09-21T08:30:00Z'))
    // By the new clocks that nine o'clock is at 09:00Z, still to come: it is the next day's that fires.
    expect((await rowOf('twice:casablanca')).nextFireAt).toEqual(new Date('2026-09-22T09:00:00Z'))
    await w.claim('2026-09-21T09:00:05Z')
    expect(await w.fires('twice:casablanca')).toEqual([])
    await w.claim('2026-09-22T09:00:05Z')
    expect((await w.fires('twice:casablanca')).map(({ localTime }) => localTime)).toEqual(['2026-09-22T09:00:00'])
  })

  test('are taken by a claim that comes first, with the same event', async () => {
    const cursor = { at: new Date('2026-09-20T08:00:00Z'), local: '2026-09-20T09:00:00' }
    await kept('claim:casablanca', '0 9 * * *', 'Africa/Casablanca', cursor)
    await w.claim('2026-09-21T08:00:05Z')
    expect(await w.fires('claim:casablanca')).toEqual([])
    await w.claim('2026-09-21T09:00:05Z')
    expect((await w.fires('claim:casablanca')).map(({ fireAt }) => fireAt)).toEqual([new Date('2026-09-21T09:00:00Z')])
    const { id } = await rowOf('claim:casablanca')
    expect(await w.db.auditEvent.count({ where: { type: 'schedule.moved', subjectId: id } })).toBe(1)
  })

  test('that know a zone no more leave its next time, and say so', async () => {
    await kept('gone:zone', '0 9 * * *', 'Europe/London', { at: new Date('2026-11-10T09:00:00Z'), local: null })
    const owner = connect(w.database.ownerUrl, 1)
    await owner.schedule.update({ where: { key: 'gone:zone' }, data: { zone: 'Europe/Atlantis' } })
    await owner.$disconnect()
    const at = new Date('2026-11-10T10:00:00Z')
    const [part] = (await previewTick(w.ctx, [zoneDataTick], at)).parts
    expect(part?.lines).toMatchObject([
      { what: 'Leave its next time as it is', why: expect.stringMatching(/There is no time zone "Europe\/Atlantis"/) },
    ])
    const plan = await zoneDataTick.plan(w.at(at))
    expect(await zoneDataTick.run(w.at(at), plan, { left: () => 1_000 })).toEqual({
      due: 1,
      done: 1,
      failed: 0,
      left: 0,
    })
    expect(await rowOf('gone:zone')).toMatchObject({
      nextFireAt: new Date('2026-11-11T09:00:00Z'),
      lastError: expect.stringMatching(/Europe\/Atlantis/),
    })
  })
})
