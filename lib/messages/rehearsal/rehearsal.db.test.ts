import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import { type TestDatabase, testDatabase } from '@/lib/testing/database'
import { makeRoster } from '@/lib/testing/engine'
import { type Scratch, scratchRun, stopRehearsal } from '@/lib/testing/rehearsal'
import { queueMessages, type Rehearsed, reached, type Whose } from '../data'
import { claim, deliverable, intend } from '../delivery/data'
import { countDue, deliver, type MessageKind } from '../effects'
import { loadOutbox, nameSubject } from '../loaders'
import type { MessageState } from '../machine'
import { countUndecided, nameMessages } from '../outbox/data'
import { loadMessage, loadResults } from '../outbox/loaders'
import { itArrived, letGo, retryMessages, sendAgain } from '../process'
import { confirmRestore } from '../restore/process'
import { freeze } from '../rules'
import { listFirstUndecided } from '../today/data'
import { captureTransport } from '../transport/capture'
import type { Answer, Transport } from '../transport/contract'
import { onlyTo, type RehearsalTransport } from '../transport/rehearsal'
import { deliverRehearsal } from './effects'
import { loadRehearsalMail, loadRehearsalMails } from './loaders'

/** The way out is built from the environment, which a process reads once. */
const mailbox = await vi.hoisted(async () => {
  const opened = await (await import('@/lib/testing/mailbox')).openMailbox()
  process.env.SMTP_URL = `smtp://127.0.0.1:${opened.port}`
  return opened
})

const OLIVE = 'olive@anchor.test'
let database: TestDatabase
let db: PrismaClient
let ctx: Context
let scratch: Scratch
/** A week that is no rehearsal: its messages stand beside. */
let week: string

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.url)
  ctx = context({ db, actor: { kind: 'user', id: newId(), name: 'Olive' }, shift: 0 })
  await db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: ctx.now() },
  })
})
afterAll(async () => {
  await db.$disconnect()
  await database.drop()
  await mailbox.close()
})
beforeEach(async () => {
  if (scratch) await stopRehearsal(ctx, scratch)
  // What the test before left queued of real weeks would be counted here.
  await deliver(ctx, { kinds: [kind], transport: captureTransport(), budget })
  scratch = await scratchRun(ctx, { rosterId: await makeRoster(ctx), address: OLIVE })
  week = newId()
  mailbox.received.length = 0
})

const later = (ms: number): Context => ({ ...ctx, shift: ctx.shift + ms })
const budget = { ms: 10_000, rows: 1_000 }

const letterTo = (subjectId: string, name: string, { address = OLIVE, kind = 'schedule' } = {}) => {
  const id = newId()
  return freeze(
    { id, kind, effectKey: `${kind}:${subjectId}:${id}`, subjectMachine: 'run', subjectId, personId: id },
    {
      from: { name: 'The Anchor', address: 'roster@anchor.test' },
      to: { name, address },
      subject: `Shifts of ${name}`,
      html: `<p>Hello ${name}</p>`,
      text: `Hello ${name}`,
      attachments: [],
      date: '2026-12-01T09:00:00.000Z',
    },
  )
}
/** Two messages of the rehearsal and one of a real week, all queued. */
async function bothQueued() {
  const ours = [letterTo(scratch.runId, 'Zoe'), letterTo(scratch.runId, 'Max')]
  const theirs = letterTo(week, 'Rosa', { address: 'rosa@example.test' })
  await queueMessages(ctx, [...ours, theirs])
  return { ours: ours.map(({ id }) => id), theirs: theirs.id }
}
const stateOf = async (id: string): Promise<string | undefined> =>
  (await db.message.findUnique({ where: { id } }))?.state
const statesOf = async (ids: readonly string[]) => Promise.all(ids.map(stateOf))

const statesAbout = async (subjectId: string) =>
  (await db.message.findMany({ where: { subjectId } })).map(({ state }) => state).sort()

const sent: Answer = { kind: 'sent', providerId: null }
const refusedAnswer: Answer = { kind: 'not_sent', permanent: true, service: false, code: 'EENVELOPE', detail: '550 no' }
const silent: Answer = { kind: 'no_answer', code: 'ECONNECTION', detail: 'closed' }
/** A client that answers as told and keeps whom it was asked to mail. */
function clientThat(answer: Answer, over: Partial<Transport> = {}) {
  const asked: string[] = []
  const transport: Transport = {
    ...captureTransport(),
    name: 'smtp',
    send: async ({ mail }) => {
      asked.push(mail.to.address)
      return answer
    },
    ...over,
  }
  return { asked, transport }
}
const kind: MessageKind = { kind: 'schedule', may: Prisma.sql`true` }
const play = (answer: Answer, at = ctx) =>
  deliver(at, {
    kinds: [kind],
    transport: onlyTo(OLIVE, clientThat(answer).transport),
    rehearsal: true,
    subjectId: scratch.runId,
    budget,
  })
const ofScratch = (): Whose => ({ rehearsal: true, subjectId: scratch.runId })

describe('a message of a rehearsal', () => {
  it('is marked by what it is about, and cannot be born for anybody but its operator', async () => {
    const { ours, theirs } = await bothQueued()
    const marked = await db.message.findMany({ where: { id: { in: [...ours, theirs] }, rehearsal: true } })
    expect(marked.map(({ id }) => id).sort()).toEqual([...ours].sort())
    const stray = letterTo(scratch.runId, 'Rosa', { address: 'rosa@example.test' })
    await expect(queueMessages(ctx, [stray])).rejects.toThrow('mails its operator alone')
  })

  it('is mailed to the operator over the real client, and to nobody else', async () => {
    const { ours, theirs } = await bothQueued()
    const report = await deliverRehearsal(ctx, { kinds: [kind], runId: scratch.runId, address: OLIVE, budget })
    expect(report).toMatchObject({ due: 2, sent: 2, failed: 0, left: 0, held: false, stopped: null })
    expect(mailbox.received.map(({ to }) => to)).toEqual([OLIVE, OLIVE])
    expect(await statesOf([...ours, theirs])).toEqual(['sent', 'sent', 'queued'])
  })

  it('stays unsent where the way out is for another address than the one it was written for', async () => {
    const { ours } = await bothQueued()
    const report = await deliverRehearsal(ctx, {
      kinds: [kind],
      runId: scratch.runId,
      address: 'max@anchor.test',
      budget,
    })
    expect(report).toMatchObject({ due: 2, sent: 0, failed: 2 })
    expect(mailbox.received).toEqual([])
    const { message } =
      (await loadRehearsalMail(ctx, { runId: scratch.runId, zone: 'Europe/London' }, ours[0] ?? '')) ?? {}
    expect(message).toMatchObject({
      state: 'failed',
      why: 'A rehearsal mails its operator alone, and this message was for somebody else. Nothing left.',
      decisions: ['retry', 'letGo'],
    })
  })
})

describe('the ordinary delivery', () => {
  it('neither counts, sends nor lets go of it, and tells nobody of it', async () => {
    const { ours, theirs } = await bothQueued()
    const told: string[] = []
    const { asked, transport } = clientThat(sent)
    const settled = async (_: Context, ids: string[]) => void told.push(...ids)
    const kinds = [{ ...kind, settled }]
    expect(await countDue(ctx, { kinds, transport })).toBe(1)
    expect(await countDue(ctx, { kinds, transport, subjectId: scratch.runId })).toBe(0)
    expect(await deliver(ctx, { kinds, transport, subjectId: scratch.runId, budget })).toMatchObject({
      due: 0,
      sent: 0,
    })
    expect(await deliver(ctx, { kinds, transport, budget })).toMatchObject({ due: 1, sent: 1, left: 0 })
    expect(asked).toEqual(['rosa@example.test'])
    const stale = { when: Prisma.sql`true`, reason: 'nobody wants it' }
    expect(await deliver(ctx, { kinds: [{ ...kind, stale, settled }], transport, budget })).toMatchObject({ letGo: 0 })
    expect(await statesOf([...ours, theirs])).toEqual(['queued', 'queued', 'sent'])
    expect(told).toEqual([week])
  })

  it('leaves what a crash left of a rehearsal to the rehearsal', async () => {
    const names = ['Zoe', 'Max', 'Rosa']
    const ours = names.map((name) => letterTo(scratch.runId, name))
    const theirs = names.map((name) => letterTo(week, name, { address: 'rosa@example.test' }))
    await queueMessages(ctx, [...ours, ...theirs])
    // One claimed, one called without a result, and one that waits for its key, of each.
    const keyed = clientThat(silent, { name: 'resend', keyWindowMs: 3_700_000 }).transport
    for (const of of [ofScratch(), { subjectId: week }]) {
      const where = deliverable(ctx, { may: Prisma.sql`true`, provider: 'smtp', of })
      const [first, second, third] = await claim(ctx, { where, limit: 3 })
      if (!first || !second || !third) throw new Error('three were queued')
      expect(await intend(ctx, second, clientThat(sent).transport)).toBe(true)
      expect(await intend(ctx, third, keyed)).toBe(true)
    }
    const crash = async () => ({ ours: await statesAbout(scratch.runId), theirs: await statesAbout(week) })
    expect(await crash()).toEqual({
      ours: ['claimed', 'sending', 'sending'],
      theirs: ['claimed', 'sending', 'sending'],
    })
    const at = later(200_000)
    await deliver(at, { kinds: [kind], transport: clientThat(sent).transport, budget })
    expect(await crash()).toEqual({ ours: ['claimed', 'sending', 'sending'], theirs: ['sent', 'unknown', 'unknown'] })
    const report = await play(sent, at)
    expect(report).toMatchObject({ recovered: expect.any(Number), sent: 1 })
    expect(await crash()).toEqual({ ours: ['sent', 'unknown', 'unknown'], theirs: ['sent', 'unknown', 'unknown'] })
  })

  it('parks no message of a rehearsal whose key is over', async () => {
    const [ours, theirs] = [letterTo(scratch.runId, 'Zoe'), letterTo(week, 'Zoe', { address: 'rosa@example.test' })]
    await queueMessages(ctx, [ours, theirs])
    const keyed = clientThat(silent, { name: 'resend', keyWindowMs: 2 * 3_600_000 }).transport
    await deliver(ctx, { kinds: [kind], transport: keyed, subjectId: week, budget })
    const rehearsing = { rehearsal: true, subjectId: scratch.runId } as const
    await deliver(ctx, { kinds: [kind], transport: onlyTo(OLIVE, keyed), ...rehearsing, budget })
    expect(await statesOf([ours.id, theirs.id])).toEqual(['queued', 'queued'])
    const at = later(3 * 3_600_000)
    await deliver(at, { kinds: [kind], transport: keyed, budget })
    expect(await statesOf([ours.id, theirs.id])).toEqual(['queued', 'unknown'])
    await deliver(at, { kinds: [kind], transport: onlyTo(OLIVE, keyed), ...rehearsing, budget })
    expect(await stateOf(ours.id)).toBe('unknown')
  })
})

describe('the delivery of a rehearsal', () => {
  it('takes up its own alone, not those of the rehearsal before, and tells of no other', async () => {
    const before = scratch
    const earlier = letterTo(before.runId, 'Zoe')
    await queueMessages(ctx, [earlier])
    await stopRehearsal(ctx, before)
    scratch = await scratchRun(ctx, { rosterId: before.rosterId, address: OLIVE })
    const { ours, theirs } = await bothQueued()
    const told: string[] = []
    const stale = { when: Prisma.sql`m.recipient_name = 'Max'`, reason: 'not wanted' }
    const { asked, transport } = clientThat(sent)
    const report = await deliver(ctx, {
      kinds: [{ ...kind, stale, settled: async (_, ids) => void told.push(...ids) }],
      transport: onlyTo(OLIVE, transport),
      rehearsal: true,
      subjectId: scratch.runId,
      budget,
    })
    expect(report).toMatchObject({ due: 1, sent: 1, letGo: 1, left: 0 })
    expect(asked).toEqual([OLIVE])
    expect(await statesOf([...ours, theirs, earlier.id])).toEqual(['sent', 'let_go', 'queued', 'queued'])
    expect(told).toEqual([scratch.runId])
  })
})

it('leaves by its own way out alone, and real messages by theirs: the types refuse the other', () => {
  type Options = Parameters<typeof deliver>[1]
  type Common = Pick<Options, 'kinds' | 'budget'>
  expectTypeOf<Common & { transport: Transport }>().toExtend<Options>()
  expectTypeOf<Common & Rehearsed & { transport: RehearsalTransport }>().toExtend<Options>()
  expectTypeOf<Common & Rehearsed & { transport: Transport }>().not.toExtend<Options>()
  expectTypeOf<Common & { transport: RehearsalTransport }>().not.toExtend<Options>()
  expectTypeOf<Common & { rehearsal: true; transport: RehearsalTransport }>().not.toExtend<Options>()
})

describe('the Outbox', () => {
  it('shows, counts, finds and names none of it', async () => {
    const { ours, theirs } = await bothQueued()
    const outbox = await loadOutbox(ctx, [], {})
    const listed = outbox.rows.map(({ id }) => id)
    expect(listed).toContain(theirs)
    expect(listed.filter((id) => ours.includes(id))).toEqual([])
    const [real] = await db.$queryRaw<[{ n: number }]>`
      SELECT count(*)::int AS n FROM message m WHERE ${reached({})} AND m.state = 'queued'`
    expect(outbox.counts.queued).toBe(real.n)
    expect((await loadOutbox(ctx, [], { to: OLIVE })).rows).toEqual([])
    const own = await loadOutbox(ctx, [], { subject: scratch.runId })
    expect(own).toMatchObject({ rows: [], counts: {}, waiting: [], waitingMore: 0, inFlight: false })
    expect(await loadMessage(ctx, [], ours[0] ?? '')).toBeNull()
    expect(await loadMessage(ctx, [], theirs)).not.toBeNull()
    const machine = { machine: 'run', names: async () => new Map([[scratch.runId, { name: 'A week', href: null }]]) }
    expect(await nameSubject(ctx, [machine as never], scratch.runId)).toMatch(/^what ends in/)
    const names = await nameMessages(db, [ours[0] ?? '', theirs])
    expect(names.get(ours[0] ?? '')).toEqual({ name: 'Zoe, schedule of a rehearsal', href: null })
    expect(names.get(theirs)).toEqual({ name: 'Rosa, schedule', href: `/outbox/${theirs}` })
  })

  it('and Today ask no decision about it', async () => {
    const before = await countUndecided(db)
    const { ours, theirs } = await bothQueued()
    await play(silent)
    await deliver(ctx, { kinds: [kind], transport: clientThat(silent).transport, subjectId: week, budget })
    expect(await statesOf([...ours, theirs])).toEqual(['unknown', 'unknown', 'unknown'])
    expect(await countUndecided(db)).toBe(before + 1)
    expect((await loadOutbox(ctx, [], {})).waiting.flatMap(({ rows }) => rows).map(({ id }) => id)).not.toContain(
      ours[0],
    )
    const today = await listFirstUndecided(db)
    expect(today.map(({ subjectId }) => subjectId)).toContain(week)
    expect(today.map(({ subjectId }) => subjectId)).not.toContain(scratch.runId)
  })
})

describe('a decision', () => {
  const pressed = (id: string, seen = 1) => ({ commandId: newId(), rows: [{ id, seen }] })

  it('of the Outbox reaches no message of a rehearsal, whichever it is', async () => {
    const { ours } = await bothQueued()
    const [zoe = '', max = ''] = ours
    await play(refusedAnswer)
    const told: string[] = []
    const kinds = [{ ...kind, settled: async (_: Context, ids: string[]) => void told.push(...ids) }]
    for (const decided of [
      await retryMessages(ctx, kinds, pressed(zoe)),
      await letGo(ctx, kinds, { ...pressed(zoe), reason: 'by hand' }),
      await sendAgain(ctx, kinds, pressed(max)),
      await itArrived(ctx, kinds, pressed(max)),
    ]) {
      expect(decided).toMatchObject({ done: 0, rows: [{ outcome: 'gone', state: null }] })
      expect(await loadResults(ctx, decided.rows)).toMatchObject([{ to: null, now: null, done: false }])
    }
    expect(await statesOf(ours)).toEqual(['failed', 'failed'])
    expect(told).toEqual([])
  })

  it('of the rehearsal reaches its own, and no others', async () => {
    const { ours, theirs } = await bothQueued()
    const [zoe = '', max = ''] = ours
    await play(silent)
    await deliver(ctx, { kinds: [kind], transport: clientThat(silent).transport, subjectId: week, budget })
    const told: string[] = []
    const kinds = [{ ...kind, settled: async (_: Context, ids: string[]) => void told.push(...ids) }]
    const whose = ofScratch()
    expect(await sendAgain(ctx, kinds, pressed(theirs), whose)).toMatchObject({ done: 0, rows: [{ outcome: 'gone' }] })
    expect(await sendAgain(ctx, kinds, pressed(zoe), { rehearsal: true, subjectId: newId() })).toMatchObject({
      done: 0,
    })
    const again = await sendAgain(ctx, kinds, pressed(zoe), whose)
    expect(again).toMatchObject({ done: 1, rows: [{ outcome: 'done', state: 'queued' }] })
    expect(await loadResults(ctx, again.rows, whose)).toMatchObject([{ to: 'Zoe', now: 'queued', done: true }])
    expect(await itArrived(ctx, kinds, pressed(max), whose)).toMatchObject({ done: 1 })
    expect(await letGo(ctx, kinds, { ...pressed(zoe), reason: 'seen it' }, whose)).toMatchObject({ done: 1 })
    expect(told).toEqual([scratch.runId, scratch.runId])
    expect(await statesOf([zoe, max, theirs])).toEqual(['let_go', 'sent', 'unknown'])
  })
})

it('its reader has the messages of one rehearsal: rows, counts, envelopes, what waits, and each as it was sent', async () => {
  const invitation = letterTo(scratch.runId, 'Rosa', { kind: 'invitation' })
  await queueMessages(ctx, [invitation])
  const { ours } = await bothQueued()
  const place = { runId: scratch.runId, zone: 'America/New_York' }
  await deliver(ctx, {
    kinds: [{ kind: 'invitation', may: Prisma.sql`true` }],
    transport: onlyTo(OLIVE, captureTransport()),
    rehearsal: true,
    subjectId: scratch.runId,
    budget,
  })
  const half = await loadRehearsalMails(ctx, place)
  expect(half).toMatchObject({ more: 0, recipients: [OLIVE], waiting: [], inFlight: true, held: false })
  expect(half.rows.map(({ to }) => to)).toEqual(['Max', 'Zoe', 'Rosa'])
  expect(half.rows.at(-1)).toMatchObject({
    kind: 'Invitation',
    subject: 'Shifts of Rosa',
    address: OLIVE,
    state: 'sent',
    mark: { label: 'Captured' },
    about: { name: 'Rehearsal', href: null },
  })
  expect(half.rows.at(-1)?.queued.label).toMatch(/ E[SD]T$/)
  expect(
    half.counts.map(({ kind: of, state, captured, count, mark }) => [of, state, captured, count, mark.label]),
  ).toEqual([
    ['invitation', 'sent', true, 1, 'Captured'],
    ['schedule', 'queued', false, 2, 'Queued'],
  ])
  await play(refusedAnswer)
  const done = await loadRehearsalMails(ctx, place)
  expect(done).toMatchObject({
    inFlight: false,
    waiting: [{ state: 'failed', title: '2 schedule mails were not sent', decisions: ['retry', 'letGo'] }],
  })
  const one = await loadRehearsalMail(ctx, place, ours[0] ?? '')
  expect(one).toMatchObject({
    message: { to: 'Zoe', state: 'failed', attempts: [{ mark: { label: 'Refused' } }] },
    mail: { to: `Zoe <${OLIVE}>`, text: 'Hello Zoe' },
  })
  expect(await loadRehearsalMail(ctx, { ...place, runId: newId() }, ours[0] ?? '')).toBeNull()
  expect(await loadRehearsalMails(ctx, { ...place, runId: week })).toMatchObject({
    rows: [],
    counts: [],
    recipients: [],
  })
})

it('a restore holds and parks it too, and the Outbox counts only its own', async () => {
  const { ours, theirs } = await bothQueued()
  const real = await db.message.count({
    where: { rehearsal: false, state: { in: ['queued', 'claimed', 'sending'] satisfies MessageState[] } },
  })
  await db.restoreHold.create({
    data: { id: newId(), detectedAt: ctx.now(), seenEpoch: 0, seenSeal: 9, databaseSeal: 1 },
  })
  expect(await play(sent)).toMatchObject({ held: true, due: 2, sent: 0 })
  expect(await loadRehearsalMails(ctx, { runId: scratch.runId, zone: 'Europe/London' })).toMatchObject({ held: true })
  expect((await loadOutbox(ctx, [], {})).hold).toMatchObject({ underWay: real })
  expect(await confirmRestore(ctx)).toEqual({ confirmed: true, parked: real })
  expect(await statesOf([...ours, theirs])).toEqual(['unknown', 'unknown', 'unknown'])
})
