import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sealState } from '@/lib/engine/seal'
import { EMPTY_RECORD, type EngineWorld, engineWorld, probes } from '@/lib/testing/engine'
import { previewTick } from './preview/loaders'
import { auditSealing } from './sealing'

let world: EngineWorld
let root: pg.Client
beforeAll(async () => {
  world = await engineWorld()
  root = new pg.Client(Object.assign(new URL(inject('testServer').adminUrl), { pathname: world.database.name }).href)
  await root.connect()
  await root.query(EMPTY_RECORD)
})
afterAll(async () => {
  await root.end()
  await world.end()
})

const part = auditSealing(async () => {})
const tick = async () => part.run(world.ctx, await part.plan(world.ctx), { left: () => 1_000 })
/** Events under seals after another tick. */
const sealed = async () => {
  await tick()
  return (await sealState(world.ctx)).events
}

test('a restored database, which counts its transactions anew below the last seal, is sealed by its next tick', async () => {
  await probes(world.ctx, 3)
  await expect.poll(sealed, { timeout: 20_000 }).toBe(3)
  const { number } = await sealState(world.ctx)
  await root.query(`
    SET session_replication_role = replica;
    UPDATE seal SET xid_from = xid_from + 1000000000000, xid_to = xid_to + 1000000000000;
    UPDATE audit_event SET xid = xid + 1000000000000;
    RESET session_replication_role`)
  await probes(world.ctx, 2)
  await expect.poll(sealed, { timeout: 20_000 }).toBe(5)
  expect((await sealState(world.ctx)).number).toBe(number + 1)
  expect((await part.plan(world.ctx)).due).toBe(0)
})

test('a look at an instant before the oldest event tells of no seal for what was not there yet', async () => {
  const before = world.ctx.now()
  await probes(world.ctx, 1)
  const look = async (at: Date) => (await previewTick(world.ctx, [part], at)).parts[0]
  const [since] = await world.ctx.db.$queryRaw<[{ at: Date }]>`SELECT public.unsealed_since() AS at`
  expect(await look(new Date(before.getTime() - 60_000))).toMatchObject({ due: 0, lines: [] })
  expect(await look(since.at)).toMatchObject({ due: 1, lines: [{ at: since.at.toISOString() }] })
})
