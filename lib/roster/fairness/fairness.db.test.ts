import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { handOver } from '../swaps/process'
import { listSeats } from '../week/data'
import { makeWeek } from '../week/process'
import { loadFairness } from './loaders'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

/** A sent week, and the week after it. */
async function twoWeeks(tenders: number) {
  const sent = await world.weekIn('APPROVED', { tenders })
  await world.must(world.queue(sent))
  await world.post(world.ctx, undefined, sent.id)
  expect((await world.week(sent.id)).state).toBe('SENT')
  const next = await makeWeek(world.ctx, { rosterId: sent.rosterId, weekOf: addDays(sent.weekOf, 7) })
  if (!next.ok) throw new Error(next.reason)
  return { ...sent, nextId: next.id }
}

test('reads who worked from the seats, with confirmed swaps on top', async () => {
  const made = await twoWeeks(6)
  const read = async () => {
    const view = await loadFairness(world.ctx, made.nextId)
    return new Map(view?.people.map((person) => [person.id, person]))
  }
  const [seat] = await listSeats(world.ctx, made.id)
  if (!seat) throw new Error('nobody works')
  const on = (await listSeats(world.ctx, made.id)).filter(({ shiftId }) => shiftId === seat.shiftId)
  const free = made.tenders.find(({ id }) => !on.some(({ tenderId }) => tenderId === id))?.id ?? ''
  const before = await read()
  await world.must(
    handOver(world.ctx, {
      shiftId: seat.shiftId,
      fromTenderId: seat.tenderId,
      toTenderId: free,
      note: '',
      commandId: newId(),
    }),
  )
  const after = await read()
  expect((after.get(free)?.worked ?? 0) - (before.get(free)?.worked ?? 0)).toBe(1)
  expect((before.get(seat.tenderId)?.worked ?? 0) - (after.get(seat.tenderId)?.worked ?? 0)).toBe(1)
})

test('gives every active tender a bar, a newcomer an even one, and nobody who left', async () => {
  const made = await twoWeeks(3)
  const newcomer = newId()
  await world.db.tender.create({
    data: {
      ...{ id: newcomer, rosterId: made.rosterId, name: 'Nia', keyHolder: false, active: true },
      createdAt: world.ctx.now(),
    },
  })
  await world.db.tender.update({ where: { id: made.tenders[0]?.id ?? '' }, data: { active: false } })
  const view = await loadFairness(world.ctx, made.nextId)
  expect(view?.title).toBe('Fairness, 1 week')
  expect(view?.people.map(({ name }) => name).sort()).toEqual(['Nia', 'Tender 2', 'Tender 3'])
  expect(view?.people.find(({ id }) => id === newcomer)).toMatchObject({ balance: 0, rows: [] })
  expect(await loadFairness(world.ctx, newId())).toBeNull()
})
