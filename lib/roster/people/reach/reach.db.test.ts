import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Transport } from '@/lib/messages/transport/contract'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { ensureLinks } from '../../links/effects'
import { revokeLink } from '../../links/process'
import { open } from '../../week/process'
import { findTender } from '../data'
import * as people from '../process'
import { loadStop } from './loaders'
import { markBounced, markReachable, stopMails } from './process'
import { reachFacts } from './schema'

let world: RosterWorld
beforeAll(async () => {
  world = await rosterWorld()
})
afterAll(() => world.end())

const rowOf = (id: string) => world.db.tender.findUniqueOrThrow({ where: { id } })

/** What is on record of a tender, each fact held to its catalogue. */
async function factsOf(subjectId: string) {
  const rows = await world.db.auditEvent.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })
  const known = rows.filter(({ type }) => type in reachFacts)
  for (const { type, data } of known) reachFacts[type as keyof typeof reachFacts].parse(data)
  return known.map(({ type, actorKind, data }) => ({ type, by: actorKind, data }))
}

const refusing = (answer: Partial<Extract<Answer, { kind: 'not_sent' }>>): Transport => ({
  name: 'smtp',
  keyWindowMs: null,
  callMs: 1_000,
  send: async () => ({
    kind: 'not_sent',
    permanent: true,
    service: false,
    code: 'EENVELOPE',
    detail: '550 5.1.1 User unknown',
    ...answer,
  }),
  close: () => {},
})

describe('a tender’s own link', () => {
  test('stops their mails and takes that back, each once on record as theirs', async () => {
    const { tenders } = await world.roster()
    const id = tenders[0]?.id ?? ''
    const token = (await ensureLinks(world.ctx, 'mail', [id])).get(id) ?? ''
    for (const stops of [true, true, false, false]) expect(await stopMails(world.ctx, { token, stops })).toBe(true)
    expect((await rowOf(id)).unsubscribedAt).toBeNull()
    expect((await factsOf(id)).map(({ type, by }) => [type, by])).toEqual([
      ['tender.unsubscribed', 'tender'],
      ['tender.resubscribed', 'tender'],
    ])
  })

  test('of another kind, taken back, or made up stops nothing', async () => {
    const { tenders } = await world.roster()
    const id = tenders[0]?.id ?? ''
    const page = (await ensureLinks(world.ctx, 'page', [id])).get(id) ?? ''
    const token = (await ensureLinks(world.ctx, 'mail', [id])).get(id) ?? ''
    await revokeLink(world.ctx, { kind: 'mail', tenderId: id, commandId: newId() })
    for (const wrong of [page, token, 'x'.repeat(43)]) {
      expect(await loadStop(world.ctx, wrong)).toBeNull()
      expect(await stopMails(world.ctx, { token: wrong, stops: true })).toBe(false)
    }
    expect((await rowOf(id)).unsubscribedAt).toBeNull()
  })

  test('stands in the invitation, and who stopped gets no mail and keeps the form', async () => {
    const made = await world.weekIn('DRAFT')
    const id = made.tenders[0]?.id ?? ''
    const token = (await ensureLinks(world.ctx, 'mail', [id])).get(id) ?? ''
    await stopMails(world.ctx, { token, stops: true })
    await open(world.ctx, made.id, { ...(await world.version(made.id)), deadline: world.deadline() })
    const rows = await world.db.message.findMany({ where: { subjectId: made.id, kind: 'invitation' } })
    expect(rows.find((row) => row.personId === id)).toMatchObject({
      state: 'let_go',
      reason: 'Unsubscribed from mail.',
    })
    for (const row of rows.filter((one) => one.personId !== id)) {
      const mail = JSON.parse(Buffer.from(row.payload ?? []).toString())
      const own = (await ensureLinks(world.ctx, 'mail', [row.personId ?? ''])).get(row.personId ?? '')
      expect(mail.unsubscribe).toMatch(new RegExp(`/api/unsubscribe/${own}$`))
      expect(mail.text.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`/unsubscribe/${own}$`))
      expect(mail.html).toContain(`/unsubscribe/${own}"`)
    }
    expect(await world.answer(made.id, id, 'yes')).toMatchObject({ ok: true })
  })
})

describe('a mail that the server refuses', () => {
  /** Opens a week and lets every invitation be refused; the tenders as they are afterwards. */
  async function refused(answer: Parameters<typeof refusing>[0], before?: (id: string) => Promise<void>) {
    const made = await world.make({ tenders: 1 })
    const id = made.tenders[0]?.id ?? ''
    await open(world.ctx, made.id, { ...(await world.version(made.id)), deadline: world.deadline() })
    await before?.(id)
    await world.post(world.ctx, refusing(answer), made.id)
    return rowOf(id)
  }

  test('for the address leaves what the operator noted before', async () => {
    const noted = async (id: string) => void (await markBounced(world.ctx, { id, why: 'Heard it at the bar.' }))
    const { id, bouncedWhy } = await refused({ recipient: true }, noted)
    expect(bouncedWhy).toBe('Heard it at the bar.')
    expect((await factsOf(id)).map(({ data }) => data)).toEqual([{ name: 'Tender 1', why: 'Heard it at the bar.' }])
  })

  test('for the address marks its tender, with the server’s words, and a repeat does not', async () => {
    const { id, bouncedAt, bouncedWhy } = await refused({ recipient: true })
    expect(bouncedAt).not.toBeNull()
    expect(bouncedWhy).toBe('550 5.1.1 User unknown')
    expect(await factsOf(id)).toEqual([
      { type: 'tender.bounced', by: 'user', data: { name: 'Tender 1', why: '550 5.1.1 User unknown' } },
    ])
  })

  test.each([
    ['for its text or for us', {}],
    ['for now', { recipient: true, permanent: false }],
  ])('%s marks nobody', async (_what, answer) => {
    const { id, bouncedAt } = await refused(answer)
    expect([bouncedAt, await factsOf(id)]).toEqual([null, []])
  })

  test('at an address that was changed meanwhile marks nobody', async () => {
    const { bouncedAt } = await refused({ recipient: true }, async (id) => {
      await world.db.tender.update({ where: { id }, data: { email: 'n@x.test', emailNorm: `${id}@x.test` } })
    })
    expect(bouncedAt).toBeNull()
  })

  test('a new address takes it off, with its reason', async () => {
    const { id, rosterId } = await refused({ recipient: true })
    const seen = (await findTender(world.ctx, id))?.seen ?? ''
    const press = { commandId: newId(), rosterId, tenderId: id, seen, name: 'Tender 1', keyHolder: true }
    expect(await people.saveTender(world.ctx, { ...press, email: 'new@anchor.test' })).toMatchObject({ ok: true })
    expect(await rowOf(id)).toMatchObject({ bouncedAt: null, bouncedWhy: null })
  })
})

test('by hand: mails come back, and arrive again, each once on record', async () => {
  const { tenders } = await world.roster()
  const id = tenders[0]?.id ?? ''
  for (let press = 0; press < 2; press++) await markBounced(world.ctx, { id, why: 'Rosa rang.' })
  expect(await rowOf(id)).toMatchObject({ bouncedWhy: 'Rosa rang.' })
  for (let press = 0; press < 2; press++) await markReachable(world.ctx, id)
  expect(await rowOf(id)).toMatchObject({ bouncedAt: null, bouncedWhy: null })
  expect((await factsOf(id)).map(({ type }) => type)).toEqual(['tender.bounced', 'tender.reachable'])
  expect(await markBounced(world.ctx, { id: newId(), why: 'Nobody' })).toMatchObject({ ok: false, gone: true })
})

test('case A8: looking at the link three times changes nothing, and it is still good', async () => {
  const { tenders } = await world.roster()
  const id = tenders[0]?.id ?? ''
  const token = (await ensureLinks(world.ctx, 'mail', [id])).get(id) ?? ''
  const all = async () => [await rowOf(id), await world.db.tenderLink.findMany({ where: { tenderId: id } })]
  const before = await all()
  for (let times = 0; times < 3; times++)
    expect(await loadStop(world.ctx, token)).toMatchObject({ roster: 'The Anchor', name: 'Tender 1', stopped: false })
  expect(await all()).toEqual(before)
  expect(await stopMails(world.ctx, { token, stops: true })).toBe(true)
  expect(await loadStop(world.ctx, token)).toMatchObject({ stopped: true })
  expect(await loadStop(world.ctx, 'x'.repeat(43))).toBeNull()
})
