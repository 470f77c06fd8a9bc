import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { ensureLinks } from '../links/effects'
import { loadTenderPage } from '../links/loaders'
import { makeWeek, open } from '../week/process'
import { findSubjects } from './loaders'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const found = async (typed: string) =>
  (await findSubjects(w.ctx, typed)).map(({ group, label }) => `${group}: ${label}`)

test('weeks, the latest first, and tenders are found by words of their names, with where they lead', async () => {
  const made = await w.weekIn('CLOSED')
  await w.db.tender.update({ where: { id: made.tenders[0]?.id ?? '' }, data: { name: 'Zoë Ångström' } })
  expect(await found('angstrom zo')).toEqual(['Tenders: Zoë Ångström'])
  expect(await found('closed 2040')).toEqual(['Weeks: Week of 9 January'])
  expect(await found("' OR 1=1 --")).toEqual([])
  const [week] = await findSubjects(w.ctx, 'week of 9')
  expect(week).toMatchObject({ href: `/roster/${made.id}`, note: 'Closed, 2040' })

  const other = await w.make()
  await w.db.tender.updateMany({ where: { id: made.tenders[1]?.id ?? '' }, data: { active: false } })
  expect(await found('week')).toEqual(['Weeks: The Anchor, week of 16 January', 'Weeks: The Anchor, week of 9 January'])
  expect(await found('not asked')).toEqual(['Tenders: Tender 2'])
  const everybody = (await findSubjects(w.ctx, 'tender')).filter(({ group }) => group === 'Tenders')
  expect(everybody, 'so many and no more').toHaveLength(8)
  expect(other.tenders).toHaveLength(4)
})

test('a week of the old engine is found by what its stamps say, and its form by the tender’s own page', async () => {
  const old = { ...w.ctx, killed: true }
  const { id: rosterId, tenders } = await w.roster()
  const made = await w.must(makeWeek(old, { rosterId, weekOf: '2041-06-03' }))
  const { id } = made as { id: string }
  expect(await found('draft 2041')).toEqual(['Weeks: The Anchor, week of 3 June'])
  await w.must(open(old, id, { ...(await w.version(id)), deadline: w.deadline() }))
  expect((await w.db.rosterRun.findUnique({ where: { id } }))?.v2State).toBeNull()
  expect(await found('collecting 2041')).toEqual(['Weeks: The Anchor, week of 3 June'])
  const tenderId = tenders[0]?.id ?? ''
  const token = (await ensureLinks(w.ctx, 'page', [tenderId])).get(tenderId) ?? ''
  expect((await loadTenderPage(w.ctx, token))?.form).toMatchObject({ week: 'Week of 3 June', answered: false })
})
