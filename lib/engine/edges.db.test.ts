import { afterAll, beforeAll, expect, test } from 'vitest'
import { machines } from '@/lib/registry'
import { type EngineWorld, engineWorld, probe } from '@/lib/testing/engine'
import { syncEdges } from '@/scripts/db/edges'
import { machineEdges } from './machine'

let world: EngineWorld
beforeAll(async () => {
  world = await engineWorld()
})
afterAll(() => world.end())

const rows = async () => {
  const found = await world.owner.query('SELECT * FROM machine_edge')
  return found.rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
}
const wanted = (list: Parameters<typeof machineEdges>[0][]) =>
  list
    .flatMap(machineEdges)
    .map((row) => JSON.stringify(Object.entries(row).sort()))
    .sort()

test('the database holds exactly the edges of the machines in code, after each migration anew', async () => {
  expect(await rows(), 'the template has been migrated').toEqual(wanted([...machines, probe]))
  await world.owner.query("UPDATE machine_edge SET kind = 'leased', lease = 'x' WHERE edge = 'open'")
  await world.owner.query("INSERT INTO machine_edge VALUES ('run', 'DRAFT', 'fly', 'SENT', 'pure', NULL)")
  await world.owner.query("DELETE FROM machine_edge WHERE edge = 'close'")
  await syncEdges(world.owner)
  expect(await rows()).toEqual(wanted([...machines]))
  await syncEdges(world.owner)
  expect(await rows()).toEqual(wanted([...machines]))
})
