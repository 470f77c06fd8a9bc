import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { seal } from '@/lib/engine/seal'
import { as, TICK } from '@/lib/platform/context'
import { machines } from '@/lib/registry'
import type { Handlers } from '@/lib/schedules/effects'
import { postgresClient } from '@/lib/schedules/postgres/process'
import { schedulesToday } from '@/lib/schedules/today/loaders'
import { schedulesTick } from '@/lib/server/schedules'
import { type SchedulesWorld, schedulesWorld } from '@/lib/testing/schedules'
import { type Reconciling, sweep, upkeepHandlers } from './jobs'
import { UPKEEP, upkeepOwners } from './specs'
import { firstSweep } from './sweeping'

let w: SchedulesWorld
beforeAll(async () => {
  w = await schedulesWorld()
})
afterAll(() => w.end())

const of: Reconciling = {
  client: (ctx) => postgresClient(ctx, handlers),
  owners: async (ctx) => upkeepOwners(postgresClient(ctx, handlers)),
}
const handlers: Handlers = upkeepHandlers(machines, of)
const HOUR = { left: () => 60_000 }
const kept = async () =>
  (await w.db.schedule.findMany({ where: { state: 'ACTIVE' }, orderBy: { key: 'asc' } })).map(({ key }) => key)

/** A tick's claims and jobs at an instant. */
async function tickAt(instant: string) {
  const ctx = as(w.at(instant), TICK)
  const part = schedulesTick(handlers)
  await part.run(ctx, await part.plan(ctx), HOUR)
}

test('the first tick of a process registers what an installation is to have; the next has nothing to do', async () => {
  const part = firstSweep(of)
  const ctx = as(w.at('2026-12-01T00:00:00Z'), TICK)
  const plan = await part.plan(ctx)
  expect(plan.due).toBe(1)
  expect(await part.tell?.(ctx, plan)).toEqual({ due: 0, lines: [] })
  expect(await part.run(ctx, plan, HOUR)).toEqual({ due: 1, done: 1, failed: 0, left: 0 })
  expect(await kept()).toEqual(UPKEEP.map(({ id }) => id).sort())
  expect(await part.plan(ctx)).toEqual({ due: 0 })
})

test('two processes that sweep at once register each once', async () => {
  await Promise.all([1, 2, 3].map(() => sweep(w.at('2026-12-01T00:01:00Z'), of)))
  expect(await kept()).toEqual(UPKEEP.map(({ id }) => id).sort())
  const births = await w.db.auditEvent.count({ where: { type: 'schedule.registered' } })
  expect(births).toBe(UPKEEP.length)
})

test('Monday 04:00 UTC: the record is verified, and the schedules are held against their owners', async () => {
  await seal(w.ctx)
  expect((await postgresClient(w.at('2026-12-02T00:00:00Z'), handlers).unregister('audit-verify:company')).ok).toBe(
    true,
  )
  await tickAt('2026-12-07T04:00:05Z')
  expect(await w.fires('scheduler-reconcile:default')).toMatchObject([
    { state: 'fired', outcome: 'done', detail: '1 schedule was put right.', fireAt: new Date('2026-12-07T04:00:00Z') },
  ])
  await tickAt('2026-12-14T04:00:05Z')
  expect((await w.fires('audit-verify:company')).at(-1)).toMatchObject({ outcome: 'done' })
  expect(await schedulesToday.entries(as(w.at('2026-12-14T05:00:00Z'), TICK))).toEqual([])
})

test('a record that was rewritten fails the verification, and Today says so until one passes', async () => {
  const root = new pg.Client(Object.assign(new URL(inject('testServer').adminUrl), { pathname: w.database.name }).href)
  await root.connect()
  const change = async (name: string) => {
    await root.query("SET session_replication_role = 'replica'")
    await root.query("UPDATE audit_event SET actor_name = $1 WHERE type = 'schedule.registered'", [name])
  }
  await seal(w.ctx)
  await change('Mallory')
  await tickAt('2026-12-21T04:00:05Z')
  const fire = (await w.fires('audit-verify:company')).at(-1)
  expect(fire).toMatchObject({ state: 'fired', outcome: 'failed' })
  expect(fire?.detail).toMatch(/^\d+ found, the first: .+ Look at the record in Settings\.$/)
  const [entry] = await schedulesToday.entries(as(w.at('2026-12-21T05:00:00Z'), TICK))
  expect(entry?.title).toContain('Audit verification')
  await change('tick')
  await tickAt('2026-12-28T04:00:05Z')
  expect(await schedulesToday.entries(as(w.at('2026-12-28T05:00:00Z'), TICK))).toEqual([])
  await root.end()
})
