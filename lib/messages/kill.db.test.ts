import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { queueMessages } from './data'
import { deliver } from './effects'
import { freeze } from './rules'
import { smtpTransport } from './transport/smtp'

let database: TestDatabase
let db: PrismaClient
let ctx: Context
let url: string
/** What the mail server took, by Message-ID. */
let inbox: string[]
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
    stream.on('end', () => {
      inbox.push(/^message-id: <([^@]+)@/im.exec(text)?.[1] ?? '')
      done()
    })
  },
})
// A killed client resets its line.
server.on('error', () => {})

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
  ctx = context({ db, actor: SYSTEM, shift: 0 })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((done) => server.close(() => done()))
  await db.$disconnect()
  await database.drop()
})

/** Another process delivers, and dies by SIGKILL at the point. */
function killedAt(point: string): Promise<NodeJS.Signals | null> {
  const code = `
    const { deliver } = await import('./lib/messages/effects.ts')
    const { smtpTransport } = await import('./lib/messages/transport/smtp.ts')
    const { context, TICK } = await import('./lib/platform/context.ts')
    const { Prisma } = await import('./lib/platform/prisma/client.ts')
    await deliver(context({ actor: TICK, shift: 0 }), {
      kinds: [{ kind: 'schedule', may: Prisma.sql\`true\` }], transport: smtpTransport({ url: '${url}' }), budget: { ms: 20000, rows: 100 } })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, DATABASE_URL: database.url, DAYBOOK_TEST: '1', DAYBOOK_FAILPOINT: `${point}:kill` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
}

it.each([
  ['before-claim', 0],
  ['after-claim', 0],
  ['after-intent', 4],
  ['after-accept', 4],
  ['before-finalize', 4],
  ['after-commit', 4],
])(
  'cases A2 and A3, killed %s: nobody has two, nobody is forgotten',
  async (point, mostUnknown) => {
    const subjectId = newId()
    inbox = []
    const rows = Array.from({ length: 8 }, () => {
      const id = newId()
      return freeze(
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
      )
    })
    await queueMessages(ctx, rows)
    expect(await killedAt(point)).toBe('SIGKILL')
    const transport = smtpTransport({ url })
    const tick = (shift: number) =>
      deliver(
        { ...ctx, shift },
        { kinds: [{ kind: 'schedule', may: Prisma.sql`true` }], transport, budget: { ms: 10_000, rows: 100 } },
      )
    // The first tick comes while the dead one's leases run, the second after they ran out.
    await tick(0)
    await tick(3_600_000)
    transport.close()
    const after = await db.message.findMany({ where: { subjectId } })
    const unknown = after.filter(({ state }) => state === 'unknown').map(({ id }) => id)
    expect(inbox.length).toBe(new Set(inbox).size)
    expect(after.filter(({ state }) => state === 'sent').length).toBe(8 - unknown.length)
    for (const { id, state } of after) if (state === 'sent') expect(inbox).toContain(id)
    expect(unknown.length).toBeLessThanOrEqual(mostUnknown)
    if (point === 'after-accept') expect(unknown.some((id) => inbox.includes(id))).toBe(true)
  },
  60_000,
)
