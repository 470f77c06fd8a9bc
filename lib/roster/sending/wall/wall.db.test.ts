import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { ask, confirm, offer } from '../../swaps/process'
import { loadWall } from './loaders'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const wall = async (id: string) => {
  const view = await loadWall(w.ctx, id)
  if (!view) throw new Error('no sheet')
  return view
}

test('a sheet has the week by day, in the roster’s own time, and says while it is only a draft', async () => {
  const made = await w.weekIn('ASSIGNED', { zone: 'Pacific/Auckland' })
  const view = await wall(made.id)
  expect(view.days.map(({ name }) => name.split(' ')[0])).toEqual(['Monday', 'Wednesday', 'Friday'])
  expect(view.days.map(({ shifts }) => shifts.map(({ time, role }) => [time, role]))).toEqual([
    [['18:00 – 23:00', 'Bar']],
    [['18:00 – 23:00', 'Bar']],
    [['18:00 – 00:30', 'Bar']],
  ])
  expect(view.draft).toBe('Draft: not approved yet')
  expect((await wall((await w.weekIn('CLOSED')).id)).draft).toBe('Draft: no roster yet')
  expect((await wall((await w.weekIn('APPROVED')).id)).draft).toBe('Approved, not sent yet')
  expect(await loadWall(w.ctx, newId())).toBeNull()
})

test('an empty seat is a line, a key holder is marked, and a shift without one says so', async () => {
  const made = await w.weekIn('CLOSED', { tenders: 2 })
  const [only] = (await wall(made.id)).days[0]?.shifts ?? []
  expect(only).toMatchObject({ people: [], free: 2, keyMissing: true })
  const full = await w.weekIn('ASSIGNED')
  const shifts = (await wall(full.id)).days.flatMap((day) => day.shifts)
  for (const shift of shifts) {
    expect(shift.people.length + shift.free).toBe(2)
    expect(shift.keyMissing).toBe(!shift.people.some(({ keyHolder }) => keyHolder))
  }
  expect(shifts.flatMap(({ people }) => people).some(({ keyHolder }) => keyHolder)).toBe(true)
})

test('a confirmed swap lies on top, and makes it another sheet', async () => {
  const made = await w.weekIn('APPROVED', { tenders: 6 })
  await w.must(w.queue(made))
  await w.post(w.ctx, undefined, made.id)
  const before = await wall(made.id)
  expect(before).toMatchObject({ draft: null, swaps: 0 })
  const [shift] = before.days[0]?.shifts ?? []
  const giver = shift?.people[0]
  const taker = made.tenders.find(({ id }) => !shift?.people.some((person) => person.id === id))
  if (!shift || !giver || !taker) throw new Error('nobody to swap')
  const { id } = await w.must(ask(w.ctx, { shiftId: shift.id, fromTenderId: giver.id, note: '' }))
  await w.must(offer(w.ctx, id, { version: 0, tenderId: taker.id }))
  expect((await wall(made.id)).stamp).toBe(before.stamp)
  await w.must(confirm(w.ctx, id, { version: 1 }))
  const after = await wall(made.id)
  const names = after.days[0]?.shifts[0]?.people.map(({ name }) => name)
  expect(names).toContain(taker.name)
  expect(names).not.toContain(giver.name)
  expect(after).toMatchObject({ version: before.version, swaps: 1 })
  expect(after.stamp).not.toBe(before.stamp)

  // The same seat once more: it is another sheet again.
  const third = made.tenders.find((one) => one.id !== taker.id && !shift.people.some(({ id: on }) => on === one.id))
  if (!third) throw new Error('nobody to swap')
  const next = await w.must(ask(w.ctx, { shiftId: shift.id, fromTenderId: taker.id, note: '' }))
  await w.must(offer(w.ctx, next.id, { version: 0, tenderId: third.id }))
  await w.must(confirm(w.ctx, next.id, { version: 1 }))
  const last = await wall(made.id)
  expect(last.days[0]?.shifts[0]?.people.map(({ name }) => name)).toContain(third.name)
  expect(last.swaps).toBe(2)
  expect(last.stamp).not.toBe(after.stamp)
})
