import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type EngineWorld, engineWorld, makeRun, must, probe, probes } from '@/lib/testing/engine'
import { record } from './audit'
import { seal, sealState, verify } from './seal'
import { transition, transitionAll } from './transition'

// A pool of one: whatever holds a connection while it asks for another would wait for itself.
let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld(1)
})
afterAll(() => world.end())

test('every path of the engine runs on one connection', async () => {
  await makeRun(world.ctx, 'SENT')
  const [a = '', b = ''] = await probes(world.ctx, 2)
  await must(transition(world.ctx, probe, a, 'note', { version: 0 }))
  await transition(world.ctx, probe, a, 'note', { version: 0 })
  await transitionAll(world.ctx, probe, 'note', [
    { id: a, version: 1 },
    { id: b, version: 5 },
  ])
  await must(
    transition(world.ctx, probe, b, 'pack', {
      version: 0,
      act: async (held) => {
        await held.renew()
        await record(world.ctx, { 'probe.seen': probe.edges.start.data }, [
          { machine: 'probe', subjectId: b, type: 'probe.seen' },
        ])
        return { value: 0 }
      },
    }),
  )
  await inTransaction(world.ctx, async (tx) => {
    await must(transition(tx, probe, a, 'start', { version: 2 }))
    await transition(tx, probe, a, 'start', { version: 2, commandId: newId() })
  })
  await seal(world.ctx)
  await sealState(world.ctx)
  expect((await verify(world.ctx, [probe])).faults).toEqual([])
})

test('20 clicks at once wait in line and are all answered', async () => {
  const [id = ''] = await probes(world.ctx, 1, 'BUSY')
  const act = async () => ({ value: 0 })
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => transition(world.ctx, probe, id, 'work', { version: 1, act })),
  )
  expect(outcomes.filter((o) => o.ok)).toHaveLength(1)
})
