import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Context } from '@/lib/platform/context'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { withClient } from '@/scripts/boot/roles.mjs'

const home = mkdtempSync(join(tmpdir(), 'daybook-seen-'))
let database: TestDatabase
let db: PrismaClient
let ctx: Context

/** The environment is read once a process, so it is set before anything that reads it is loaded. */
const load = async () => {
  vi.stubEnv('DAYBOOK_HOME', home)
  return {
    ...(await import('@/lib/platform/context')),
    ...(await import('@/lib/platform/database')),
    ...(await import('@/lib/platform/ids')),
    ...(await import('@/lib/platform/prisma/client')),
    ...(await import('./data')),
    ...(await import('./effects')),
    ...(await import('./restore/process')),
    ...(await import('./rules')),
    ...(await import('./transport/capture')),
  }
}
let lib: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  lib = await load()
  database = await testDatabase()
  db = lib.connect(database.url)
  ctx = lib.context({ db, actor: { kind: 'user', id: null, name: 'Olive' }, shift: 0 })
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
  rmSync(home, { recursive: true })
})
beforeEach(() => rmSync(join(home, 'seen'), { force: true }))

const sealUpTo = (number: number) =>
  withClient(database.ownerUrl, async (owner: import('pg').Client) => {
    await owner.query('ALTER TABLE seal DISABLE TRIGGER USER; DELETE FROM seal; ALTER TABLE seal ENABLE TRIGGER USER')
    await owner.query(
      `INSERT INTO seal (number, epoch, id_after, max_id, xid_from, xid_to, events, digest, head, at)
       SELECT $1, 0, 0, 0, 1, 2, 0, '', '', clock_timestamp()`,
      [number],
    )
  })

const queue = async () => {
  const [id, subjectId] = [lib.newId(), lib.newId()]
  await lib.queueMessages(ctx, [
    lib.freeze(
      {
        id,
        kind: 'schedule',
        effectKey: `schedule:${subjectId}:${id}`,
        subjectMachine: 'run',
        subjectId,
        personId: id,
      },
      {
        from: { name: 'The Anchor', address: 'roster@anchor.test' },
        to: { name: 'Zoe', address: 'zoe@example.test' },
        subject: 'Your shifts',
        html: '<p>Hi</p>',
        text: 'Hi',
        attachments: [],
        date: '2026-12-01T09:00:00.000Z',
      },
    ),
  ])
  return id
}
const deliverAll = () =>
  lib.deliver(ctx, {
    kinds: [{ kind: 'schedule', may: lib.Prisma.sql`true` }],
    transport: lib.captureTransport(),
    budget: { ms: 5_000, rows: 100 },
  })

it('a restored database sends nothing until a person confirms, and then asks about what was under way', async () => {
  await sealUpTo(20)
  await lib.noteSeals(ctx)
  expect(readFileSync(join(home, 'seen'), 'utf8')).toBe('20 epoch 0\n')
  expect(await deliverAll()).toMatchObject({ held: false })

  await sealUpTo(12)
  const id = await queue()
  expect(await deliverAll()).toMatchObject({ held: true, sent: 0, due: 1 })
  expect(await lib.holdState(ctx)).toMatchObject({ held: true, seenSeal: 20, databaseSeal: 12 })

  // The record grows past the mark: the hold stands, and the mark stays as it was found.
  await sealUpTo(30)
  await lib.noteSeals(ctx)
  expect(await deliverAll()).toMatchObject({ held: true, sent: 0 })
  expect(readFileSync(join(home, 'seen'), 'utf8')).toBe('20 epoch 0\n')

  const confirmed = await Promise.all([lib.confirmRestore(ctx), lib.confirmRestore(ctx)])
  expect(confirmed.filter(({ confirmed }) => confirmed)).toEqual([{ confirmed: true, parked: 1 }])
  expect(readFileSync(join(home, 'seen'), 'utf8')).toBe('30 epoch 1\n')
  expect(await deliverAll()).toMatchObject({ held: false, sent: 0 })
  expect(await db.message.findUnique({ where: { id } })).toMatchObject({ state: 'unknown', reason: 'restored' })
  await queue()
  expect(await deliverAll()).toMatchObject({ held: false, sent: 1 })
  expect(await db.message.findFirst({ where: { restoreEpoch: 1 } })).toMatchObject({ state: 'sent', captured: true })
  const facts = await db.auditEvent.findMany({ where: { machine: 'restore' }, orderBy: { id: 'asc' } })
  expect(facts.map(({ type, actorName }) => [type, actorName])).toEqual([
    ['restore.held', 'Olive'],
    ['restore.confirmed', 'Olive'],
  ])
})

it.each([
  ['another machine that had seen more, before the confirmation', '999 epoch 0', false],
  ['a backup of before the confirmation', '5 epoch 2', true],
  ['a number alone', '31', true],
  ['a number alone, not ahead', '30', false],
  ['a file that says nothing', 'x', true],
])('%s', async (_what, text, held) => {
  writeFileSync(join(home, 'seen'), text)
  expect((await lib.holdState(ctx)).held).toBe(held)
  if (!held) return
  await lib.confirmRestore(ctx)
  expect((await lib.holdState(ctx)).held).toBe(false)
  // The confirmation opened an epoch of its own, for the next case to start from the first one's.
  await withClient(database.ownerUrl, async (owner: import('pg').Client) => {
    await owner.query(`ALTER TABLE restore_hold DISABLE TRIGGER USER; DELETE FROM restore_hold WHERE epoch > 1;
      ALTER TABLE restore_hold ENABLE TRIGGER USER`)
  })
})
