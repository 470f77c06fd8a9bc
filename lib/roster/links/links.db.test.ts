import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveId, hashToken, newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { findTenderBy, listLinks, replaceLink } from './data'
import { ensureLinks } from './effects'
import { renewLink, revokeLink, showLink } from './process'
import { linkFacts } from './schema'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const rows = (tenderId: string) =>
  w.db.tenderLink.findMany({ where: { tenderId }, orderBy: [{ kind: 'asc' }, { serial: 'asc' }] })
const facts = (tenderId: string) => w.db.auditEvent.findMany({ where: { subjectId: tenderId }, orderBy: { id: 'asc' } })

test('links are made once for all, the same again and from many at once, and only their hash is kept', async () => {
  const { tenders, id: rosterId } = await w.roster({ tenders: 12 })
  const ids = tenders.map(({ id }) => id)
  const all = await Promise.all(Array.from({ length: 6 }, () => ensureLinks(w.ctx, 'page', ids)))
  for (const links of all) expect(links).toEqual(all[0])
  expect(new Set(all[0]?.values()).size).toBe(12)
  const [first = ''] = ids
  const token = all[0]?.get(first) ?? ''
  expect(await rows(first)).toMatchObject([{ kind: 'page', serial: 1, tokenHash: hashToken(token), revokedAt: null }])
  expect(await findTenderBy(w.ctx, 'page', token)).toEqual({
    tenderId: first,
    name: 'Tender 1',
    rosterId,
    revoked: false,
    active: true,
  })
  expect(await findTenderBy(w.ctx, 'calendar', token)).toBeNull()
  expect((await ensureLinks(w.ctx, 'calendar', ids)).get(first)).not.toBe(token)
  expect(await ensureLinks(w.ctx, 'page', [newId()])).toEqual(new Map())
  expect(await showLink(w.ctx, { kind: 'page', tenderId: first })).toBe(token)
  expect(await showLink(w.ctx, { kind: 'page', tenderId: newId() })).toBeNull()
})

test('a hash that another secret made is mended', async () => {
  const { tenders } = await w.roster({ tenders: 1 })
  const ids = tenders.map(({ id }) => id)
  const [id = ''] = ids
  const before = await ensureLinks(w.ctx, 'mail', ids)
  await w.db.tenderLink.updateMany({ where: { tenderId: id }, data: { tokenHash: hashToken(id) } })
  expect(await findTenderBy(w.ctx, 'mail', before.get(id) ?? '')).toBeNull()
  expect(await ensureLinks(w.ctx, 'mail', ids)).toEqual(before)
  expect(await findTenderBy(w.ctx, 'mail', before.get(id) ?? '')).toMatchObject({ tenderId: id, revoked: false })
  expect(await rows(id)).toHaveLength(1)
})

test('a link that is taken back opens nothing, once, and says so on the timeline', async () => {
  const { tenders } = await w.roster({ tenders: 1 })
  const [{ id = '' } = {}] = tenders
  const token = (await ensureLinks(w.ctx, 'calendar', [id])).get(id) ?? ''
  const press = { kind: 'calendar', tenderId: id } as const
  const presses = [1, 2, 3].map(() => ({ ...press, commandId: newId() }))
  await Promise.all(presses.map((one) => revokeLink(w.ctx, one)))
  expect(await findTenderBy(w.ctx, 'calendar', token)).toMatchObject({ revoked: true })
  const said = await facts(id)
  expect(said.map(({ type }) => type)).toEqual(['tender.link_revoked'])
  linkFacts['tender.link_revoked'].parse(said[0]?.data)
  expect(await revokeLink(w.ctx, { ...press, tenderId: newId(), commandId: newId() })).toEqual({ ok: false })
  const next = (await ensureLinks(w.ctx, 'calendar', [id])).get(id)
  expect(next).not.toBe(token)
  expect((await rows(id)).map(({ serial, revokedAt }) => [serial, revokedAt === null])).toEqual([
    [1, false],
    [2, true],
  ])
})

test('a late repeat of the press that took a link back leaves the one that was made since', async () => {
  const { tenders } = await w.roster({ tenders: 1 })
  const [{ id = '' } = {}] = tenders
  await ensureLinks(w.ctx, 'calendar', [id])
  const press = { kind: 'calendar', tenderId: id, commandId: newId() } as const
  const twins = await Promise.all([1, 2, 3].map(() => revokeLink(w.ctx, press)))
  expect(twins).toEqual(Array(3).fill({ ok: true }))
  const next = (await renewLink(w.ctx, { ...press, commandId: newId() })) ?? ''
  expect(await revokeLink(w.ctx, press)).toEqual({ ok: true })
  expect(await findTenderBy(w.ctx, 'calendar', next)).toMatchObject({ revoked: false })
  expect(await revokeLink(w.ctx, { ...press, commandId: newId() })).toEqual({ ok: true })
  expect(await findTenderBy(w.ctx, 'calendar', next)).toMatchObject({ revoked: true })
})

test('a renewed link takes the place of the old one; a repeat of the press finds it, and presses at once do not lose one', async () => {
  const { tenders } = await w.roster({ tenders: 1 })
  const [{ id = '' } = {}] = tenders
  const old = (await ensureLinks(w.ctx, 'page', [id])).get(id) ?? ''
  const press = { kind: 'page', tenderId: id, commandId: newId() } as const
  const twins = await Promise.all([renewLink(w.ctx, press), renewLink(w.ctx, press), renewLink(w.ctx, press)])
  expect(new Set(twins).size).toBe(1)
  expect(await renewLink(w.ctx, press)).toBe(twins[0])
  expect(await findTenderBy(w.ctx, 'page', old)).toMatchObject({ revoked: true })
  expect(await findTenderBy(w.ctx, 'page', twins[0] ?? '')).toMatchObject({ revoked: false })
  // The same press from a request that read the links only after the first one had made its own.
  const [seen] = await listLinks(w.ctx, 'page', [id])
  if (!seen) throw new Error('no tender')
  const again = { id: deriveId('tender_link', 'page', id, press.commandId), tenderId: id, serial: 3, hash: newId() }
  expect(await replaceLink(w.ctx, { kind: 'page', link: seen }, again)).toBe(false)
  expect(await findTenderBy(w.ctx, 'page', twins[0] ?? '')).toMatchObject({ revoked: false })
  const others = await Promise.all(Array.from({ length: 5 }, () => renewLink(w.ctx, { ...press, commandId: newId() })))
  expect(new Set(others).size).toBe(5)
  const good = (await rows(id)).filter(({ revokedAt }) => revokedAt === null)
  expect(good).toHaveLength(1)
  expect((await ensureLinks(w.ctx, 'page', [id])).get(id)).toBeTruthy()
  expect((await facts(id)).map(({ type }) => type)).toEqual(Array(6).fill('tender.link_renewed'))
  expect(await renewLink(w.ctx, { ...press, tenderId: newId() })).toBeNull()
})
