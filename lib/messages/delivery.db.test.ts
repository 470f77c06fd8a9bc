import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Context, context, SYSTEM } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { queueMessages, takeBackQueued } from './data'
import { claim, deliverable, intend, settle } from './delivery/data'
import { deliver, type MessageKind } from './effects'
import { MESSAGE_STATES, type MessageState, MOVES } from './machine'
import { itArrived, letGo, retryMessages, sendAgain } from './process'
import { bornLetGo, freeze, MAX_ATTEMPTS, type NewMessage, verdictOf } from './rules'
import { messageFacts } from './schema'
import type { Answer, Envelope, Transport } from './transport/contract'

let database: TestDatabase
let db: PrismaClient
let ctx: Context

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url, 20)
  ctx = { ...context({ db, actor: SYSTEM, shift: 0 }), actor: { kind: 'user', id: newId(), name: 'Olive' } }
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
})

const kind: MessageKind = { kind: 'schedule', may: Prisma.sql`true` }
const budget = { ms: 10_000, rows: 1_000 }
const later = (ms: number): Context => ({ ...ctx, shift: ctx.shift + ms })

const row = (subjectId: string, name = 'Zoe'): NewMessage => {
  const personId = newId()
  return freeze(
    {
      id: newId(),
      kind: 'schedule',
      effectKey: `schedule:${subjectId}:${personId}`,
      subjectMachine: 'run',
      subjectId,
      personId,
    },
    {
      from: { name: 'The Anchor', address: 'roster@anchor.test' },
      to: { name, address: `${name.toLowerCase()}@example.test` },
      subject: 'Your shifts',
      html: '<p>Hello</p>',
      text: 'Hello',
      attachments: [],
      date: '2026-12-01T09:00:00.000Z',
    },
  )
}

/** Other tests' leftovers are out of the way: each test looks at one subject. */
let subject: string
beforeEach(() => {
  subject = newId()
})

const born = async (count: number): Promise<NewMessage[]> => {
  const rows = Array.from({ length: count }, (_, i) => row(subject, `P${i}`))
  await queueMessages(ctx, rows)
  return rows
}
const statesOf = async (): Promise<MessageState[]> =>
  (await db.message.findMany({ where: { subjectId: subject }, orderBy: { id: 'asc' } })).map(
    (m) => m.state as MessageState,
  )
const only = async () => db.message.findFirstOrThrow({ where: { subjectId: subject } })
const eventsOf = async (id: string) =>
  (await db.auditEvent.findMany({ where: { machine: 'message', subjectId: id }, orderBy: { id: 'asc' } })).map(
    (e) => e.type,
  )

/** A provider in memory: keeps its own ledger of what it took, and answers as told. */
function provider(
  answer: (envelope: Envelope, call: number) => Answer | Promise<Answer>,
  over: Partial<Transport> = {},
) {
  const calls: Envelope[] = []
  const transport: Transport = {
    name: 'smtp',
    keyWindowMs: null,
    callMs: 1_000,
    send: async (envelope) => answer(envelope, calls.push(envelope)),
    close: () => {},
    ...over,
  }
  return { calls, transport }
}
const sent: Answer = { kind: 'sent', providerId: '250 ok' }
const refused = (permanent: boolean, service = false): Answer => ({
  kind: 'not_sent',
  permanent,
  service,
  code: 'EENVELOPE',
  detail: '550 no',
})
const silent: Answer = { kind: 'no_answer', code: 'ECONNECTION', detail: 'closed' }
const run = (transport: Transport, at = ctx) => deliver(at, { kinds: [kind], transport, subjectId: subject, budget })
const DAY = 86_400_000
const keyed = { name: 'resend' as const, keyWindowMs: DAY }

describe('a birth', () => {
  it('happens once an effect, with one event, and is frozen', async () => {
    const [first] = await born(1)
    if (!first) throw new Error('none')
    expect(await queueMessages(ctx, [{ ...first, id: newId(), messageId: `<${newId()}@x.test>` }])).toEqual([])
    expect(await eventsOf(first.id)).toEqual(['message.queued'])
    await expect(db.message.update({ where: { id: first.id }, data: { payload: Buffer.from('x') } })).rejects.toThrow(
      'frozen',
    )
    await expect(db.message.update({ where: { id: first.id }, data: { state: 'claimed' } })).rejects.toThrow('fence')
  })

  it('without its event is refused at commit', async () => {
    const [first] = await born(1)
    await expect(
      db.$executeRaw`INSERT INTO message SELECT (jsonb_populate_record(m, jsonb_build_object('id', ${newId()}::text, 'effect_key', 'x', 'message_id', 'y'))).*
        FROM message m WHERE id = ${first?.id}::uuid`,
    ).rejects.toThrow('needs its event')
  })

  it('of a person who cannot be written to is let go, and is taken back with the rest', async () => {
    const identity = {
      id: newId(),
      kind: 'schedule',
      effectKey: `schedule:${subject}:x`,
      subjectMachine: 'run',
      subjectId: subject,
      personId: newId(),
    }
    await queueMessages(ctx, [
      bornLetGo(identity, { name: 'Max', address: null, subject: 'Your shifts', reason: 'no_address' }),
    ])
    await born(2)
    expect((await statesOf()).sort()).toEqual(['let_go', 'queued', 'queued'])
    expect(
      await db.$transaction((tx) => takeBackQueued({ ...ctx, db: tx }, { subjectId: subject, kind: 'schedule' })),
    ).toEqual({ ok: true, taken: 3 })
    expect(await eventsOf(identity.id)).toEqual(['message.let_go', 'message.taken_back'])
  })
})

it('the guard of the table admits exactly the moves of machine.ts', async () => {
  for (const from of MESSAGE_STATES)
    for (const to of MESSAGE_STATES) {
      const [message] = await born(1)
      const id = message?.id ?? ''
      const move = (
        state: MessageState,
      ) => Prisma.sql`UPDATE message SET state = ${state}, fence = fence + ${state === 'claimed' ? 1 : 0},
        lease_until = ${state === 'claimed' || state === 'sending' ? Prisma.sql`clock_timestamp()` : Prisma.sql`NULL`},
        ${state === 'sending' ? Prisma.sql`called_at = clock_timestamp(), first_call_at = clock_timestamp(), provider = 'smtp',` : Prisma.empty}
        reason = 'test',
        settled_at = ${state === 'sent' || state === 'let_go' ? Prisma.sql`clock_timestamp()` : Prisma.sql`NULL`} WHERE id = ${id}::uuid`
      const path: Record<MessageState, MessageState[]> = {
        queued: [],
        claimed: ['claimed'],
        sending: ['claimed', 'sending'],
        sent: ['sent'],
        failed: ['claimed', 'failed'],
        unknown: ['unknown'],
        let_go: ['let_go'],
      }
      const legal = MOVES[from][to] !== undefined
      // Pair events are checked at commit; here the guard alone is asked, so nothing is committed.
      const attempt = db.$transaction(async (tx) => {
        for (const state of path[from]) await tx.$executeRaw(move(state))
        await tx.$executeRaw(move(to)).catch((error) => {
          throw new Error(`refused ${String(error)}`)
        })
        throw new Error('admitted')
      })
      await expect(attempt, `${from} → ${to}`).rejects.toThrow(legal ? 'admitted' : /refused[\s\S]*(no way|fence)/)
    }
})

describe('delivery', () => {
  it('sends each once, one event each, and tells who settled', async () => {
    const rows = await born(30)
    const told: string[][] = []
    const { calls, transport } = provider(() => sent)
    const report = await deliver(ctx, {
      kinds: [{ ...kind, settled: async (_, ids) => void told.push(ids) }],
      transport,
      subjectId: subject,
      budget,
    })
    expect(report).toMatchObject({ due: 30, sent: 30, left: 0, failed: 0, held: false, stopped: null })
    expect(new Set(calls.map(({ id }) => id)).size).toBe(30)
    expect(calls).toHaveLength(30)
    expect(told).toEqual([[subject]])
    expect(await eventsOf(rows[0]?.id ?? '')).toEqual(['message.queued', 'message.sent'])
  })

  it('ten deliveries at once mail each person once', async () => {
    await born(60)
    const { calls, transport } = provider(() => new Promise((done) => setTimeout(done, 2, sent)))
    await Promise.all(Array.from({ length: 10 }, () => run(transport)))
    expect(calls).toHaveLength(60)
    expect(new Set(calls.map(({ id }) => id)).size).toBe(60)
    expect(new Set(await statesOf())).toEqual(new Set(['sent']))
  })

  it('has at most four calls out at once', async () => {
    await born(40)
    let [out, most] = [0, 0]
    const { transport } = provider(async () => {
      most = Math.max(most, ++out)
      await new Promise((done) => setTimeout(done, 3))
      out--
      return sent
    })
    await Promise.all([run(transport), run(transport), run(transport)])
    expect(most).toBe(4)
  })

  it('sends only what its kind allows, and lets go of what is stale', async () => {
    const [first] = await born(3)
    const may = Prisma.sql`m.id = ${first?.id}::uuid`
    const { calls, transport } = provider(() => sent)
    await deliver(ctx, { kinds: [{ kind: 'schedule', may }], transport, subjectId: subject, budget })
    expect(calls.map(({ id }) => id)).toEqual([first?.id])
    await deliver(ctx, { kinds: [{ kind: 'other', may: Prisma.sql`true` }], transport, subjectId: subject, budget })
    expect(calls).toHaveLength(1)
    const stale = { when: Prisma.sql`m.subject_id = ${subject}::uuid`, reason: 'closed' }
    const report = await deliver(ctx, {
      kinds: [{ kind: 'schedule', may: Prisma.sql`false`, stale }],
      transport,
      subjectId: subject,
      budget,
    })
    expect(report.letGo).toBe(2)
    expect((await statesOf()).sort()).toEqual(['let_go', 'let_go', 'sent'])
  })

  it('refused for good is failed at once; refused for now waits, and fails after its attempts', async () => {
    await born(1)
    await run(provider(() => refused(true)).transport)
    expect(await only()).toMatchObject({ state: 'failed', lastError: '550 no', firstCallAt: null })
    subject = newId()
    await born(1)
    const { calls, transport } = provider(() => refused(false))
    await run(transport)
    await run(transport)
    expect(calls).toHaveLength(1)
    expect(await statesOf()).toEqual(['queued'])
    for (let hour = 1; hour <= 10; hour++) await run(transport, later(hour * 3_600_000))
    expect(calls).toHaveLength(MAX_ATTEMPTS)
    expect(await statesOf()).toEqual(['failed'])
  })

  it('stops at a provider that is down, and gives back what it did not try', async () => {
    await born(50)
    const { calls, transport } = provider(() => refused(false, true))
    const report = await run(transport)
    expect(report.stopped).toBe('550 no')
    expect(calls.length).toBeLessThanOrEqual(4)
    const rows = await db.message.findMany({ where: { subjectId: subject } })
    expect(rows.every(({ state }) => state === 'queued')).toBe(true)
    expect(rows.filter(({ attempt }) => attempt === 0)).toHaveLength(50 - calls.length)
  })

  it('no answer: plain SMTP waits for a person, and is never called again by itself', async () => {
    await born(1)
    const { calls, transport } = provider(() => silent)
    await run(transport)
    for (let day = 0; day < 3; day++) await run(transport, later(day * DAY))
    expect(calls).toHaveLength(1)
    expect(await statesOf()).toEqual(['unknown'])
  })

  it('no answer with a key: the same key and bytes again, until it is answered', async () => {
    await born(1)
    const { calls, transport } = provider((_, call) => (call < 3 ? silent : sent), keyed)
    await run(transport)
    await run(transport, later(3_600_000))
    await run(transport, later(2 * 3_600_000))
    expect(await statesOf()).toEqual(['sent'])
    expect(calls).toHaveLength(3)
    expect(calls[2]).toEqual(calls[0])
  })

  it('a key is not used in the last hour of its window, nor by another provider', async () => {
    await born(1)
    const { calls, transport } = provider(() => silent, keyed)
    await run(transport)
    await run(transport, later(DAY - 3_600_000 + 5_000))
    expect(await statesOf()).toEqual(['unknown'])
    subject = newId()
    await born(1)
    await run(transport)
    const other = provider(() => sent)
    await run(other.transport, later(3_600_000))
    expect(await statesOf()).toEqual(['unknown'])
    expect([calls.length, other.calls.length]).toEqual([2, 0])
  })

  it('after a call that may have gone through, a refusal does not make it failed', async () => {
    await born(1)
    const { transport } = provider((_, call) => (call === 1 ? silent : refused(true)), keyed)
    await run(transport)
    await run(transport, later(3_600_000))
    expect(await statesOf()).toEqual(['unknown'])
  })

  it('stops in time, gives the rest back, and does not wait for a call that hangs', async () => {
    await born(40)
    let release: (answer: Answer) => void = () => {}
    const { transport } = provider((_, call) =>
      call === 1 ? new Promise((done) => (release = done)) : new Promise((done) => setTimeout(done, 300, sent)),
    )
    const began = performance.now()
    const report = await deliver(ctx, {
      kinds: [kind],
      transport,
      subjectId: subject,
      budget: { ms: 1_200, rows: 1_000 },
    })
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(report.sent).toBeLessThan(40)
    expect((await statesOf()).filter((state) => state === 'sending')).toHaveLength(1)
    release(sent)
    await expect.poll(async () => (await statesOf()).includes('sending')).toBe(false)
    await run(transport)
    expect(new Set(await statesOf())).toEqual(new Set(['sent']))
  })
})

describe('workers that die or come late', () => {
  const take = async (at = ctx) => {
    const where = deliverable(at, { may: Prisma.sql`true`, provider: 'smtp', of: { subjectId: subject } })
    const [claimed] = await claim(at, { where, limit: 1 })
    if (!claimed) throw new Error('nothing to claim')
    return claimed
  }
  const settleAs = async (answer: Answer, claimed: Awaited<ReturnType<typeof take>>, transport: Transport) => {
    const verdict = verdictOf(answer, { attempt: 1, dirty: false, keyed: false })
    return (await settle(ctx, { row: claimed, answer, verdict, transport })).state
  }

  it('a claim without a call is free again, and its late holder cannot call', async () => {
    await born(1)
    const { calls, transport } = provider(() => sent)
    const dead = await take()
    await run(transport, later(180_000))
    expect(calls).toHaveLength(1)
    expect(await intend(ctx, dead, transport)).toBe(false)
    expect(await statesOf()).toEqual(['sent'])
  })

  it('a call without a result waits for a person; the late success ends the wait', async () => {
    const [message] = await born(1)
    const { calls, transport } = provider(() => sent)
    const dead = await take()
    expect(await intend(ctx, dead, transport)).toBe(true)
    await run(transport, later(180_000))
    expect(await statesOf()).toEqual(['unknown'])
    expect(calls).toHaveLength(0)
    expect(await settleAs(refused(true), dead, transport)).toBeNull()
    expect(await statesOf()).toEqual(['unknown'])
    expect(await settleAs(sent, dead, transport)).toBe('sent')
    expect(await statesOf()).toEqual(['sent'])
    expect(await eventsOf(message?.id ?? '')).toEqual(['message.queued', 'message.unknown', 'message.sent'])
    const attempts = await db.messageAttempt.findMany({
      where: { messageId: message?.id ?? '' },
      orderBy: { outcome: 'asc' },
    })
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['expired_call', 'not_sent', 'sent'])
    await expect(db.messageAttempt.deleteMany()).rejects.toThrow('append-only')
  })

  it('evidence reaches a row that a person queued again, before the second call', async () => {
    await born(1)
    const { transport } = provider(() => sent)
    const dead = await take()
    await intend(ctx, dead, transport)
    await run(transport, later(180_000))
    await sendAgain(ctx, [], { commandId: newId(), rows: [{ id: dead.id, seen: 1 }] })
    const second = await take()
    expect(await settleAs(sent, dead, transport)).toBe('sent')
    expect(await intend(ctx, second, transport)).toBe(false)
  })

  it('a zombie that is overtaken under the key cannot put the row back', async () => {
    await born(1)
    const { calls, transport } = provider(() => sent, keyed)
    const where = deliverable(ctx, { may: Prisma.sql`true`, provider: 'resend', of: { subjectId: subject } })
    const [zombie] = await claim(ctx, { where, limit: 1 })
    if (!zombie) throw new Error('nothing')
    await intend(ctx, zombie, transport)
    await run(transport, later(180_000))
    expect(calls).toHaveLength(1)
    expect(await settleAs(refused(false), zombie, transport)).toBeNull()
    expect(await statesOf()).toEqual(['sent'])
  })

  it('one that ends its worker each time is parked, and holds nobody up', async () => {
    const [poison, ...others] = await born(5)
    const { calls, transport } = provider(() => sent)
    const healthy = { kind: 'schedule', may: Prisma.sql`m.id <> ${poison?.id}::uuid` }
    const where = Prisma.sql`m.id = ${poison?.id}::uuid AND m.state = 'queued'`
    for (let round = 1; round <= MAX_ATTEMPTS; round++) {
      expect(await claim(later(round * 200_000), { where, limit: 1 })).toHaveLength(1)
      const at = later(round * 200_000 + 190_000)
      await deliver(at, { kinds: [healthy], transport, subjectId: subject, budget })
    }
    expect(await db.message.findUnique({ where: { id: poison?.id ?? '' } })).toMatchObject({
      state: 'failed',
      reason: 'ended_its_worker',
    })
    expect(calls).toHaveLength(others.length)
  })

  it('an un-approve and a claim exclude each other', async () => {
    for (let round = 0; round < 30; round++) {
      subject = newId()
      await born(3)
      const { calls, transport } = provider(() => sent)
      const [taken] = await Promise.all([
        db.$transaction((tx) => takeBackQueued({ ...ctx, db: tx }, { subjectId: subject, kind: 'schedule' })),
        run(transport),
      ])
      expect(calls).toHaveLength(taken.ok ? 0 : 3)
      expect(await statesOf()).toHaveLength(taken.ok ? 0 : 3)
    }
  })
})

describe('decisions', () => {
  const parked = async (answer: Answer) => {
    const [message] = await born(1)
    await run(provider(() => answer).transport)
    return { id: message?.id ?? '', seen: 1 }
  }

  it('retry, send again, it arrived, let go: each from its state alone', async () => {
    const failed = await parked(refused(true))
    const ask = (rows = [failed]) => ({ commandId: newId(), rows })
    expect((await sendAgain(ctx, [], ask())).rows[0]).toMatchObject({ outcome: 'not_now', state: 'failed' })
    expect((await itArrived(ctx, [], ask())).done).toBe(0)
    expect((await retryMessages(ctx, [], ask())).rows[0]).toMatchObject({ outcome: 'done', state: 'queued' })
    expect(await only()).toMatchObject({ state: 'queued', attempt: 0, again: 0 })
    subject = newId()
    const unknown = await parked(silent)
    expect((await retryMessages(ctx, [], ask([unknown]))).rows[0]).toMatchObject({
      outcome: 'not_now',
      state: 'unknown',
    })
    expect((await sendAgain(ctx, [], ask([unknown]))).done).toBe(1)
    expect(await only()).toMatchObject({ state: 'queued', again: 1, firstCallAt: null })
    const { calls, transport } = provider(() => sent)
    await run(transport)
    expect(calls).toHaveLength(1)
    expect((await letGo(ctx, [], { ...ask([{ id: unknown.id, seen: 2 }]), reason: 'too late' })).rows[0]?.outcome).toBe(
      'not_now',
    )
  })

  it('many at once, told to the desk once, and a repeat is the same outcome', async () => {
    const rows = await born(6)
    const told: string[][] = []
    const kinds = [{ ...kind, settled: async (_: Context, ids: string[]) => void told.push(ids) }]
    const ask = { commandId: newId(), rows: rows.map(({ id }) => ({ id, seen: 0 })), reason: 'the week is over' }
    const [one, two] = await Promise.all([letGo(ctx, kinds, ask), letGo(ctx, kinds, ask)])
    expect([one.done, two.done]).toEqual([6, 6])
    expect([...one.rows, ...two.rows].filter(({ outcome }) => outcome === 'done')).toHaveLength(6)
    expect(told).toEqual([[subject]])
    expect(await eventsOf(rows[0]?.id ?? '')).toEqual(['message.queued', 'message.let_go'])
  })

  it('a row that moved on since the page was drawn is left alone', async () => {
    const unknown = await parked(silent)
    const stale = {
      commandId: newId(),
      rows: [
        { ...unknown, seen: 0 },
        { id: newId(), seen: 0 },
      ],
    }
    const { rows } = await itArrived(ctx, [], stale)
    expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['gone', 'moved_on'])
  })

  it('200 clicks of several people send one row once more', async () => {
    const unknown = await parked(silent)
    const clicks = Array.from({ length: 200 }, () => sendAgain(ctx, [], { commandId: newId(), rows: [unknown] }))
    const done = (await Promise.all(clicks)).reduce((sum, { done }) => sum + done, 0)
    expect(done).toBe(1)
    expect((await only()).again).toBe(1)
  })
})

it('every event that was written is of the catalogue', async () => {
  const events = await db.auditEvent.findMany({ where: { machine: 'message' } })
  expect(events.length).toBeGreaterThan(100)
  for (const { type, data, version } of events) {
    const schema = messageFacts[type as keyof typeof messageFacts]
    expect(schema, type).toBeDefined()
    expect(schema.safeParse(data).error, `${type} ${JSON.stringify(data)}`).toBeUndefined()
    expect(version).toBeNull()
  }
})
