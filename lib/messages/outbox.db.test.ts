import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { queueMessages } from './data'
import { deliver } from './effects'
import { CAPTURED_HINT, OUTCOME_WORDS } from './labels'
import { loadOutbox } from './loaders'
import { countStates, listUndecided, nameMessages, PAGE } from './outbox/data'
import { loadMessage, loadResults } from './outbox/loaders'
import { letGo } from './process'
import { bornLetGo, freeze } from './rules'
import { captureTransport } from './transport/capture'
import type { Transport } from './transport/contract'

let database: TestDatabase
let db: PrismaClient
let ctx: Context
const subject = newId()

const identity = () => {
  const id = newId()
  return {
    id,
    kind: 'schedule',
    effectKey: `schedule:${subject}:${id}`,
    subjectMachine: 'run',
    subjectId: subject,
    personId: id,
  }
}
const mailTo = (name: string) => ({
  from: { name: 'The Anchor', address: 'roster@anchor.test' },
  to: { name, address: 'zoe@example.test' },
  subject: 'Your shifts',
  html: '<p>Hi</p>',
  text: 'Hi',
  attachments: [],
  date: '2026-12-01T09:00:00.000Z',
})
const rows = Array.from({ length: PAGE + 30 }, (_, i) => freeze(identity(), mailTo(`P${i}`)))

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
  ctx = context({ db, actor: { kind: 'user', id: null, name: 'Olive' }, shift: 0 })
  await db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: ctx.now() },
  })
  await queueMessages(ctx, rows)
  await queueMessages(ctx, [
    bornLetGo(identity(), { name: 'Max', address: null, subject: 'Your shifts', reason: 'No e-mail address.' }),
  ])
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
})

it('pages through everything once, newest first', async () => {
  const first = await loadOutbox(ctx, [], { subject })
  expect(first.rows).toHaveLength(PAGE)
  expect(first.counts).toEqual({ queued: PAGE + 30, let_go: 1 })
  const second = await loadOutbox(ctx, [], { subject, cursor: first.older ?? '' })
  expect(second.rows).toHaveLength(31)
  expect(second.older).toBeNull()
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(PAGE + 31)
  expect((await loadOutbox(ctx, [], { state: 'let_go' })).rows).toMatchObject([
    { to: 'Max', why: 'No e-mail address.', decisions: [] },
  ])
})

it('shows a message as it was sent, marked as captured', async () => {
  const report = await deliver(ctx, {
    kinds: [{ kind: 'schedule', may: Prisma.sql`true` }],
    transport: captureTransport(),
    budget: { ms: 10_000, rows: 1_000 },
  })
  expect(report).toMatchObject({ sent: PAGE + 30, left: 0 })
  const loaded = await loadMessage(ctx, [], rows[7]?.id ?? '')
  expect(loaded?.message).toMatchObject({
    to: 'P7',
    captured: true,
    mark: { label: 'Captured' },
    decisions: [],
    attempts: [{ mark: { label: 'Captured' }, says: CAPTURED_HINT }],
  })
  expect(loaded?.mail).toMatchObject({ subject: 'Your shifts', html: '<p>Hi</p>', to: 'P7 <zoe@example.test>' })
  expect(loaded?.message.queued.label).toMatch(/ (GMT|BST)$/)
  expect(await loadMessage(ctx, [], newId())).toBeNull()
})

it('finds a recipient by a part of the name or address, with the signs of LIKE taken as they are', async () => {
  const found = async (to: string) => (await loadOutbox(ctx, [], { subject, to })).rows.length
  expect(await found('p12')).toBe(11)
  expect(await found('ZOE@')).toBe(PAGE)
  expect(await found('%')).toBe(0)
  expect(await found('p_')).toBe(0)
  expect((await loadOutbox(ctx, [], { state: 'captured', to: 'P129' })).rows).toMatchObject([{ to: 'P129' }])
  expect((await loadOutbox(ctx, [], { state: 'sent' })).rows).toEqual([])
})

it('groups what waits by its subject, with what can be decided about it', async () => {
  const other = newId()
  const refused = ['Ann', 'Bob'].map((name) => freeze({ ...identity(), subjectId: other }, mailTo(name)))
  await queueMessages(ctx, refused)
  const no: Transport = {
    ...captureTransport(),
    name: 'smtp',
    send: async () => ({ kind: 'not_sent', permanent: true, service: false, code: 'EENVELOPE', detail: '550 no' }),
  }
  const kinds = [{ kind: 'schedule', may: Prisma.sql`true` }]
  await deliver(ctx, { kinds, transport: no, budget: { ms: 10_000, rows: 10 } })
  const { waiting, waitingMore, counts } = await loadOutbox(ctx, [], { subject: other })
  expect(counts).toEqual({ failed: 2 })
  expect(waitingMore).toBe(0)
  expect(waiting).toMatchObject([
    {
      state: 'failed',
      title: '2 schedule mails were not sent',
      why: ['The mail server refused this address, or ours as the sender.'],
      rows: [{ to: 'Ann' }, { to: 'Bob' }],
      decisions: ['retry', 'letGo'],
    },
  ])
  const [ann, bob] = waiting[0]?.rows ?? []
  if (!ann || !bob) throw new Error('nobody waits')
  const gone = { id: newId(), seen: 0 }
  const asked = [ann, { ...bob, seen: 99 }, gone].map(({ id, seen }) => ({ id, seen }))
  const decided = await letGo(ctx, kinds, { commandId: newId(), rows: asked, reason: 'Told by phone.' })
  const results = await loadResults(ctx, decided.rows)
  expect(new Map(results.map((row) => [row.id, row]))).toEqual(
    new Map([
      [ann.id, { id: ann.id, to: 'Ann', now: 'let_go', done: true, says: 'Let go. Told by phone.' }],
      [bob.id, { id: bob.id, to: 'Bob', now: 'failed', done: false, says: OUTCOME_WORDS.moved_on }],
      [gone.id, { id: gone.id, to: null, now: null, done: false, says: OUTCOME_WORDS.gone }],
    ]),
  )
  await letGo(ctx, kinds, { commandId: newId(), rows: [{ id: bob.id, seen: bob.seen }], reason: 'Told by phone.' })
})

it('knows what waits for a person, and what messages are called', async () => {
  expect(await listUndecided(db)).toEqual([])
  expect(await countStates(db, { subject, kind: 'schedule' })).toEqual({ sent: PAGE + 30, let_go: 1 })
  const id = rows[0]?.id ?? ''
  expect([...(await nameMessages(db, [id, newId()]))]).toEqual([[id, { name: 'P0, schedule', href: `/outbox/${id}` }]])
})
