import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { queueMessages } from './data'
import { deliver } from './effects'
import { loadMessage, loadOutbox } from './loaders'
import { countStates, listUndecided, nameMessages, PAGE } from './outbox/data'
import { bornLetGo, freeze } from './rules'
import { captureTransport } from './transport/capture'

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
  const first = await loadOutbox(ctx, { subject })
  expect(first.rows).toHaveLength(PAGE)
  expect(first.counts).toEqual({ queued: PAGE + 30, let_go: 1 })
  const second = await loadOutbox(ctx, { subject, before: first.older ?? '' })
  expect(second.rows).toHaveLength(31)
  expect(second.older).toBeNull()
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(PAGE + 31)
  expect((await loadOutbox(ctx, { state: 'let_go' })).rows).toMatchObject([
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
  const message = await loadMessage(ctx, rows[7]?.id ?? '')
  expect(message).toMatchObject({
    to: 'P7',
    captured: true,
    mark: { label: 'Captured' },
    decisions: [],
    mail: { subject: 'Your shifts', html: '<p>Hi</p>', to: { name: 'P7', address: 'zoe@example.test' } },
    attempts: [{ outcome: 'sent', provider: 'capture', attempt: 1 }],
  })
  expect(message?.queued.text).toMatch(/ (GMT|BST)$/)
  expect(message?.queued.utc).toMatch(/ UTC$/)
  expect(await loadMessage(ctx, newId())).toBeNull()
})

it('knows what waits for a person, and what messages are called', async () => {
  expect(await listUndecided(db, 'failed')).toEqual([])
  expect(await countStates(db, { subjectId: subject, kind: 'schedule' })).toEqual({ sent: PAGE + 30, let_go: 1 })
  const id = rows[0]?.id ?? ''
  expect([...(await nameMessages(db, [id, newId()]))]).toEqual([[id, { name: 'P0, schedule', href: `/outbox/${id}` }]])
})
