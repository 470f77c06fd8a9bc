import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { loadTenderList } from './list/loaders'
import { readQuery } from './list/rules'
import { loadRoster, loadTemplates } from './loaders'
import * as people from './process'
import { peopleFacts } from './schema'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

/** The facts of a subject, each held to its catalogue. */
async function factsOf(subjectId: string) {
  const rows = await world.db.auditEvent.findMany({ where: { subjectId, version: null }, orderBy: { id: 'asc' } })
  for (const { type, data } of rows) peopleFacts[type as keyof typeof peopleFacts].parse(data)
  return rows.map(({ type, data }) => ({ type, data }))
}

const listed = async (id: string) =>
  (await loadTenderList(world.ctx, { id, zone: 'Europe/London' }, readQuery({}))).lines

const tender = (rosterId: string, over: object = {}) => ({
  ...{ commandId: newId(), rosterId, tenderId: null, seen: null },
  ...{ name: 'Rosa Lind', email: 'Rosa@Anchor.test', keyHolder: false },
  ...over,
})

describe('tenders', () => {
  test('are added once, however often the press comes, each with one event', async () => {
    const { id } = await world.roster()
    const press = tender(id)
    const [first, second] = [await people.saveTender(world.ctx, press), await people.saveTender(world.ctx, press)]
    expect(first).toEqual(second)
    if (!first.ok) throw new Error(first.reason)
    expect(await factsOf(first.id)).toEqual([{ type: 'tender.added', data: { name: 'Rosa Lind' } }])
  })

  test('never share an address, whatever its case, also when they race', async () => {
    const { id } = await world.roster()
    const racing = await Promise.all(
      Array.from({ length: 8 }, (_, k) => people.saveTender(world.ctx, tender(id, { name: `Rosa ${k}` }))),
    )
    expect(racing.filter((one) => one.ok)).toHaveLength(1)
    expect(racing.find((one) => !one.ok)).toMatchObject({ field: 'email', reason: /has this address/ })
    const found = (await listed(id)).filter((one) => one.name.startsWith('Rosa'))
    expect(found).toHaveLength(1)
    const [holder] = found
    await people.setTenderActive(world.ctx, holder?.id ?? '', false)
    expect(await people.saveTender(world.ctx, tender(id, { email: 'rosa@anchor.TEST' }))).toMatchObject({
      field: 'email',
      reason: expect.stringMatching(/not active/),
    })
  })

  test('without an address may be several', async () => {
    const { id } = await world.roster()
    for (const name of ['Kit', 'Omar'])
      expect(await people.saveTender(world.ctx, tender(id, { name, email: '' }))).toMatchObject({ ok: true })
  })

  test('a change over one that has moved on is refused, and both are on record', async () => {
    const { id } = await world.roster()
    await people.saveTender(world.ctx, tender(id))
    const shown = (await listed(id)).find((one) => one.name === 'Rosa Lind')
    const { id: tenderId, seen } = shown ?? { id: '', seen: '' }
    const key = await people.saveTender(world.ctx, tender(id, { tenderId, seen, keyHolder: true }))
    const late = await people.saveTender(world.ctx, tender(id, { tenderId, seen, name: 'Rosa L.' }))
    expect([key.ok, late]).toEqual([true, expect.objectContaining({ ok: false, stale: true })])
    expect((await factsOf(tenderId)).at(-1)).toEqual({
      type: 'tender.changed',
      data: { name: 'Rosa Lind', before: { keyHolder: false }, after: { keyHolder: true } },
    })
  })

  test('are made not active and active again, once each', async () => {
    const { tenders } = await world.roster()
    const id = tenders[0]?.id ?? ''
    for (const active of [false, false, true]) await people.setTenderActive(world.ctx, id, active)
    expect((await factsOf(id)).map(({ type }) => type)).toEqual(['tender.deactivated', 'tender.reactivated'])
  })
})

test('a shift of the pattern is added, changed and retired, each on record', async () => {
  const { id: rosterId } = await world.roster()
  const shift = {
    weekday: 6,
    startTime: '20:00',
    endTime: '00:30',
    role: 'Bar',
    minSeats: 1,
    targetSeats: 3,
    keyWanted: true,
  }
  const input = { commandId: newId(), rosterId, templateId: null, seen: null, ...shift }
  expect(await people.saveTemplate(world.ctx, { ...input, endTime: '20:00' })).toMatchObject({ field: 'endTime' })
  const made = await people.saveTemplate(world.ctx, input)
  if (!made.ok) throw new Error(made.reason)
  const seen = (await loadTemplates(world.ctx, rosterId)).find(({ id }) => id === made.id)?.seen ?? ''
  await people.saveTemplate(world.ctx, { ...input, templateId: made.id, seen, targetSeats: 4 })
  await people.setTemplateActive(world.ctx, made.id, false)
  expect((await factsOf(made.id)).map(({ type }) => type)).toEqual([
    'shift_template.added',
    'shift_template.changed',
    'shift_template.retired',
  ])
})

describe('a roster', () => {
  test('refuses a zone that does not exist and a rhythm that cannot work', async () => {
    const { id } = await world.roster()
    const { seen = '', settings } = (await loadRoster(world.ctx, id)) ?? {}
    if (!settings) throw new Error('no roster')
    const input = { commandId: newId(), rosterId: id, seen, name: 'The Anchor', zone: 'Europe/London', settings }
    expect(await people.saveRoster(world.ctx, { ...input, zone: 'Mars/Olympus' })).toMatchObject({
      field: 'zone',
      reason: expect.stringMatching(/There is no time zone/),
    })
    const closes = { daysBefore: 20, time: '08:00' }
    expect(await people.saveRoster(world.ctx, { ...input, settings: { ...settings, closes } })).toMatchObject({
      field: 'rhythm',
      reason: expect.stringMatching(/closes before it opens/),
    })
  })

  test('keeps its zone while a week is under way', async () => {
    const { rosterId } = await world.make()
    const { seen = '', settings, name = '' } = (await loadRoster(world.ctx, rosterId)) ?? {}
    if (!settings) throw new Error('no roster')
    const input = { commandId: newId(), rosterId, seen, name, zone: 'Europe/Dublin', settings }
    expect(await people.saveRoster(world.ctx, input)).toMatchObject({ field: 'zone' })
    expect(await people.saveRoster(world.ctx, { ...input, zone: 'Europe/London', name: 'The Ship' })).toMatchObject({
      ok: true,
    })
    expect((await factsOf(rosterId)).at(-1)?.data).toMatchObject({ after: { name: 'The Ship' } })
  })
})
