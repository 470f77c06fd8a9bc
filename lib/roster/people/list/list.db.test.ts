import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { loadTenderList } from './loaders'
import { readQuery } from './rules'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

test('a page of tenders says who is not reached, since when and why, and what they worked', async () => {
  const made = await world.weekIn('APPROVED')
  await world.must(world.queue(made))
  await world.post(world.ctx, undefined, made.id)
  const [stopped, bounced, bare, off] = made.tenders.map(({ id }) => id)
  const set = (id: string | undefined, data: object) => world.db.tender.update({ where: { id: id ?? '' }, data })
  await set(stopped, { unsubscribedAt: new Date('2026-07-01T12:00:00Z'), bouncedAt: world.ctx.now() })
  await set(bounced, { bouncedAt: new Date('2026-07-02T12:00:00Z'), bouncedWhy: '550 5.1.1 User unknown' })
  await set(bare, { email: null, emailNorm: null })
  await set(off, { active: false, email: 'no address' })
  const roster = { id: made.rosterId, zone: 'Europe/London' }
  const page = await loadTenderList(world.ctx, roster, readQuery({}))
  expect(page.counts).toEqual({ all: 4, active: 3, keys: 2, lost: 3 })
  const troubles = new Map(page.lines.map((line) => [line.id, line.trouble]))
  expect(troubles.get(stopped ?? '')).toMatchObject({
    kind: 'stopped',
    since: { label: expect.stringContaining('BST') },
  })
  expect(troubles.get(bounced ?? '')).toMatchObject({ kind: 'bounced', why: 'User unknown' })
  expect(troubles.get(bare ?? '')).toEqual({ kind: 'none', since: null, why: null })
  expect(troubles.get(off ?? '')).toMatchObject({ kind: 'unusable' })
  expect(page.lines.reduce((sum, { shifts }) => sum + shifts, 0)).toBe(6)
  const lost = await loadTenderList(world.ctx, roster, readQuery({ show: 'lost' }))
  expect(lost.lines).toHaveLength(3)
})
