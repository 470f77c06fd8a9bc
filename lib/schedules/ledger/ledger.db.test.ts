import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { type SchedulesWorld, schedulesWorld, spec } from '@/lib/testing/schedules'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const client = (at: string) => postgresClient(w.at(at), w.handlers)

describe('a plant-like schedule', () => {
  const one = spec()
  test('fires at 07:05 on a weekday, once, with one effect', async () => {
    expect(await client('2026-12-01T20:00:00Z').register(one)).toMatchObject({
      ok: true,
      already: false,
      nextFireAt: new Date('2026-12-01T21:05:00Z'),
    })
    await w.claim('2026-12-01T21:04:59Z')
    expect(await w.fires(one.id)).toEqual([])
    await w.claim('2026-12-01T21:05:20Z')
    await w.claim('2026-12-01T21:05:50Z')
    expect(await w.fires(one.id)).toMatchObject([
      { kind: 'slot', state: 'fired', localTime: '2026-12-02T07:05:00', outcome: 'done' },
    ])
    expect(await w.effects()).toEqual([{ key: one.id, kind: 'slot', at: new Date('2026-12-01T21:05:00Z') }])
  })

  test('paused it skips, resumed it does not make up for it', async () => {
    expect(await client('2026-12-02T20:00:00Z').pause(one.id, 'No work this week')).toEqual({ ok: true })
    expect(await client('2026-12-02T20:00:01Z').pause(one.id, 'No work')).toMatchObject({ code: 'refused' })
    expect(await client('2026-12-03T22:00:00Z').unpause(one.id)).toEqual({ ok: true })
    expect((await w.fires(one.id)).map(({ state }) => state)).toEqual(['fired', 'skipped_paused', 'skipped_paused'])
  })

  test('fires by hand beside its cron, once a command', async () => {
    const command = '00000000-0000-4000-8000-0000000000aa'
    const first = await client('2026-12-04T00:00:00Z').trigger(one.id, command)
    expect(first).toMatchObject({ ok: true })
    expect(await client('2026-12-04T00:01:00Z').trigger(one.id, command)).toEqual(first)
    expect((await w.fires(one.id)).at(-1)).toMatchObject({ kind: 'manual', actorName: 'Ada', outcome: 'done' })
  })

  test('is taken away, twice without a word, and comes back', async () => {
    expect(await client('2026-12-05T00:00:00Z').unregister(one.id)).toEqual({ ok: true })
    expect(await client('2026-12-05T00:00:00Z').unregister(one.id)).toEqual({ ok: true })
    expect(await client('2026-12-05T00:00:00Z').unregister('probe:none')).toEqual({ ok: true })
    expect(await client('2026-12-06T00:00:00Z').register(one)).toMatchObject({ ok: true, already: false })
    expect(await client('2026-12-06T00:00:00Z').register(one)).toMatchObject({ ok: true, already: true })
    const other = { ...one, calendar: { ...one.calendar, zone: 'Asia/Tokyo' } }
    expect(await client('2026-12-06T00:00:00Z').register(other)).toMatchObject({ code: 'refused' })
  })
})

test('ten hours of silence, then one tick: the last hour fires, the rest is too old, and nothing else', async () => {
  const one = spec({ id: 'silence:one', cron: '* * * * *', zone: 'UTC', policy: { window: 3_600 } })
  await client('2027-02-01T10:00:00Z').register(one)
  await w.claim('2027-02-01T20:00:00Z')
  await w.claim('2027-02-01T20:00:20Z')
  const tally: Record<string, number> = {}
  for (const { state, count } of await w.fires(one.id)) tally[state] = (tally[state] ?? 0) + count
  expect(tally).toEqual({ fired: 60, beyond_window: 540 })
  expect((await w.effects()).filter(({ key }) => key === one.id)).toHaveLength(60)
})
