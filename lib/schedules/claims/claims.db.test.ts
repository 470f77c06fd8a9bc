import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import type { DueFire, Handlers } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { type SchedulesWorld, schedulesWorld, spec, writeEffects } from '@/lib/testing/schedules'
import { claimDue } from './process'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`CREATE TABLE once (key text, UNIQUE (key) DEFERRABLE INITIALLY DEFERRED)`
  await owner.$executeRawUnsafe(`GRANT SELECT, INSERT ON once TO ${new URL(w.database.url).username}`)
  await owner.$disconnect()
})
afterAll(() => w.end())

const handling = (run: (tx: Context, fires: readonly DueFire[]) => ReturnType<typeof writeEffects>): Handlers => ({
  ...w.handlers,
  Effect: { kind: 'set', run },
})
const client = (at: string) => postgresClient(w.at(at), w.handlers)
/** All that is due, in as many claims as it takes. */
async function claimAll(at: string, handlers: Handlers, limit?: number): Promise<number> {
  for (let claims = 0; ; claims += 1) if ((await claimDue(w.at(at), handlers, limit)).schedules === 0) return claims
}

/** `count` schedules of one feature, each due at 09:00Z. */
async function daily(feature: string, count: number, day: string): Promise<void> {
  const one = spec({ id: `${feature}:0`, cron: '0 9 * * *', zone: 'UTC' })
  expect(await client(`${day}T08:00:00Z`).register(one)).toMatchObject({ ok: true })
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`ALTER TABLE schedule DISABLE TRIGGER USER`
  await owner.$executeRaw`
    INSERT INTO schedule SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'key', ${feature}::text || ':' || n))).*
      FROM schedule s, generate_series(1, ${count - 1}::int) n WHERE s.key = ${one.id}`
  await owner.$executeRaw`ALTER TABLE schedule ENABLE TRIGGER USER`
  await owner.$disconnect()
}
const outcomesOf = (feature: string, day: string) => w.db.$queryRaw<{ outcome: string; n: number; keys: string[] }[]>`
  SELECT f.outcome, count(*)::int AS n, (array_agg(s.key ORDER BY s.key))[1:3] AS keys
    FROM schedule_fire f JOIN schedule s ON s.id = f.schedule_id
   WHERE s.key LIKE ${`${feature}:%`} AND f.fire_at::date = ${day}::date GROUP BY f.outcome ORDER BY f.outcome`
/** The next test's claims leave them alone. */
async function putAway(feature: string): Promise<void> {
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`UPDATE schedule SET by_tick = false WHERE key LIKE ${`${feature}:%`}`
  await owner.$disconnect()
}

describe('a handler that cannot do one of a thousand', () => {
  test('is halved until that one stands alone; the others are done, once', async () => {
    await daily('thrown', 1_000, '2026-03-02')
    const sizes: number[] = []
    const handlers = handling(async (tx, fires) => {
      sizes.push(fires.length)
      const done = await writeEffects(tx, fires)
      if (fires.some(({ key }) => key === 'thrown:617')) throw new Error('Not that one.')
      return done
    })
    await claimAll('2026-03-02T09:00:01Z', handlers)
    expect(await outcomesOf('thrown', '2026-03-02')).toEqual([
      { outcome: 'done', n: 999, keys: ['thrown:0', 'thrown:1', 'thrown:10'] },
      { outcome: 'failed', n: 1, keys: ['thrown:617'] },
    ])
    const keys = (await w.effects()).filter(({ key }) => key.startsWith('thrown:')).map(({ key }) => key)
    expect(keys).toHaveLength(999)
    expect(new Set(keys).size).toBe(999)
    expect(sizes.length).toBeLessThanOrEqual(21)
    const failed = (await w.fires('thrown:617'))[0]
    expect(failed).toMatchObject({
      state: 'fired',
      detail: 'It broke. The log has the cause under the id of this tick.',
    })
  })

  test('also where its rows break a constraint only at the end', async () => {
    const handlers = handling(async (tx, fires) => {
      await tx.db.$executeRaw`INSERT INTO once SELECT unnest(${fires.map(({ key }) => key)}::text[])`
      if (fires.some(({ key }) => key === 'thrown:42')) await tx.db.$executeRaw`INSERT INTO once VALUES ('thrown:42')`
      return fires.map(() => ({ outcome: 'done' }))
    })
    await claimAll('2026-03-03T09:00:01Z', handlers)
    expect(await outcomesOf('thrown', '2026-03-03')).toMatchObject([
      { outcome: 'done', n: 999 },
      { outcome: 'failed', n: 1, keys: ['thrown:42'] },
    ])
    expect(await w.db.$queryRaw`SELECT count(*)::int AS n FROM once WHERE key = 'thrown:42'`).toEqual([{ n: 0 }])
  })

  test('and where it answers for fewer than it was given', async () => {
    const handlers = handling(async (tx, fires) =>
      (await writeEffects(tx, fires)).slice(0, fires.length > 1 ? fires.length - 1 : fires.length),
    )
    await claimAll('2026-03-04T09:00:01Z', handlers)
    expect(await outcomesOf('thrown', '2026-03-04')).toMatchObject([{ outcome: 'done', n: 1_000 }])
    await putAway('thrown')
  }, 120_000)
})

test('a deadlock is no fire’s fault: the claim is made again, and the fire is done', async () => {
  await daily('again', 3, '2026-03-10')
  let calls = 0
  const handlers = handling(async (tx, fires) => {
    calls += 1
    if (calls <= 2) await tx.db.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`
    return writeEffects(tx, fires)
  })
  await claimAll('2026-03-10T09:00:01Z', handlers)
  expect(calls).toBe(3)
  expect(await outcomesOf('again', '2026-03-10')).toMatchObject([{ outcome: 'done', n: 3 }])
  expect((await w.effects()).filter(({ key }) => key.startsWith('again:'))).toHaveLength(3)
  await putAway('again')
})

test('what a handler says never breaks the claim', async () => {
  await daily('says', 2, '2026-03-11')
  const handlers = handling(async (_, fires) => fires.map(() => ({ outcome: 'a\u0000', detail: 'half \ud83d' })))
  await claimAll('2026-03-11T09:00:01Z', handlers)
  expect(await w.fires('says:0')).toMatchObject([{ outcome: 'a\ufffd', detail: 'half \ufffd' }])
  await putAway('says')
})

test('a schedule whose claim breaks each time is put off with a sentence, and keeps none of the others back', async () => {
  await daily('bad', 9, '2026-03-12')
  const { id } = await w.db.schedule.findUniqueOrThrow({ where: { key: 'bad:4' } })
  // Something that should never be: its time stands in the ledger already, though its cursor lies before it.
  const fire = { kind: 'slot', localTime: '2026-03-12T09:00:00', state: 'fired', count: 1, attempt: 1 }
  const fireAt = new Date('2026-03-12T09:00:00Z')
  await w.db.scheduleFire.create({
    data: { ...fire, scheduleId: id, fireAt, actualAt: fireAt, outcome: 'elsewhere', finishedAt: fireAt },
  })
  const claims = await claimAll('2026-03-12T09:00:01Z', w.handlers)
  expect(claims).toBe(1)
  expect(await outcomesOf('bad', '2026-03-12')).toMatchObject([
    { outcome: 'done', n: 8 },
    { outcome: 'elsewhere', n: 1, keys: ['bad:4'] },
  ])
  const bad = await w.db.schedule.findUniqueOrThrow({ where: { key: 'bad:4' } })
  expect(bad.lastError).toBe(
    'What was due of it could not be written down. The log has the cause; it is tried every five minutes.',
  )
  expect(bad.dueAt?.getTime()).toBeGreaterThan(new Date('2026-03-12T09:05:00Z').getTime())
  expect((await w.effects()).filter(({ key }) => key.startsWith('bad:'))).toHaveLength(8)
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`UPDATE schedule SET due_at = NULL WHERE id = ${id}::uuid`
  await owner.$disconnect()
})

test('a zone that no data have any more: a sentence, again in five minutes, and what was due once it is mended', async () => {
  const one = spec({ id: 'zone:1', cron: '0 9 * * *', zone: 'Europe/London' })
  expect(await client('2026-04-01T00:00:00Z').register(one)).toMatchObject({ ok: true })
  const owner = connect(w.database.ownerUrl, 1)
  await owner.$executeRaw`UPDATE schedule SET zone = 'Europe/Atlantis' WHERE key = ${one.id}`
  await owner.$disconnect()
  await daily('beside', 2, '2026-04-01')
  await w.claim('2026-04-01T09:00:05Z')
  expect(await w.fires(one.id)).toEqual([])
  expect(await w.fires('beside:1')).toMatchObject([{ outcome: 'done' }])
  const broken = await w.db.schedule.findUniqueOrThrow({ where: { key: one.id } })
  expect(broken.lastError).toMatch(/There is no time zone "Europe\/Atlantis"/)
  expect(broken.dueAt?.getTime()).toBeGreaterThan(new Date('2026-04-01T09:05:00Z').getTime())
  expect(await client('2026-04-01T10:00:00Z').trigger(one.id)).toMatchObject({ code: 'refused' })
  expect(await client('2026-04-01T10:00:00Z').pause(one.id, 'Its zone is gone')).toEqual({ ok: true })
  expect(await client('2026-04-01T10:00:01Z').unpause(one.id)).toEqual({ ok: true })
  const mended = { calendar: { cron: '0 9 * * *', zone: 'Europe/London' } }
  expect(await client('2026-04-01T10:01:00Z').update(one.id, mended)).toMatchObject({ ok: true })
  await w.claim('2026-04-01T10:01:05Z')
  expect(await w.fires(one.id)).toMatchObject([{ state: 'fired', fireAt: new Date('2026-04-01T08:00:00Z') }])
  await client('2026-04-01T11:00:00Z').unregister(one.id)
  await putAway('beside')
})

describe('a backlog', () => {
  test('of more than one transaction is done in several, each fire once', async () => {
    for (const n of [1, 2, 3, 4, 5, 6])
      await client('2026-05-01T00:00:00Z').register(spec({ id: `long:${n}`, cron: '* * * * *', zone: 'UTC' }))
    const claims = await claimAll('2026-05-02T00:00:30Z', w.handlers)
    expect(claims).toBeGreaterThanOrEqual(3)
    for (const n of [1, 6]) {
      const fires = await w.fires(`long:${n}`)
      expect(fires).toHaveLength(1_440)
      expect(new Set(fires.map(({ outcome }) => outcome))).toEqual(new Set(['done']))
    }
    const effects = (await w.effects()).filter(({ key }) => key.startsWith('long:'))
    expect(effects).toHaveLength(6 * 1_440)
    await putAway('long')
  }, 60_000)

  test('of a week of seconds is one row of the ledger', async () => {
    const policy = { catchUp: 'none' } as const
    for (const n of [1, 2])
      await client('2026-05-10T00:00:00Z').register(
        spec({ id: `sec:${n}`, cron: '* * * * * * *', zone: 'UTC', policy }),
      )
    for (const _ of [1, 2, 3]) await claimDue(w.at('2026-05-17T00:00:00Z'), w.handlers)
    for (const n of [1, 2]) {
      const [run, ...more] = await w.fires(`sec:${n}`)
      expect(run).toMatchObject({ state: 'missed', fireAt: new Date('2026-05-10T00:00:01Z') })
      expect(run?.count).toBeGreaterThanOrEqual(604_799)
      expect(more.length).toBeLessThan(10)
    }
    await putAway('sec')
  }, 60_000)
})
