import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EngineWorld, engineWorld, makeRun, must, probe, probes, readProbe } from '@/lib/testing/engine'
import { transition } from './transition'

let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld()
})
afterAll(() => world.end())

describe('smoke', () => {
  test('walk', async () => {
    const { id, version } = await makeRun(world.ctx, 'SENT')
    expect(version).toBe(5)
    const [p = ''] = await probes(world.ctx, 1)
    await must(transition(world.ctx, probe, p, 'note', { version: 0, data: { text: 'x' }, set: { text: 'x' } }))
    expect(await readProbe(world.db, p)).toMatchObject({ version: 1, text: 'x', state: 'OPEN' })
    expect(id).toBeTruthy()
  })
})
