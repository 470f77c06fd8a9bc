import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AT } from '@/lib/engine/sql'
import { transition } from '@/lib/engine/transition'
import { queueMessages } from '@/lib/messages/data'
import { bornLetGo } from '@/lib/messages/rules'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { tokenOf } from '../../answers/effects'
import { submitAnswer } from '../../answers/process'
import { run } from '../../machine'
import { edit } from '../../seats/process'
import { findWeek, listSeats, listShifts } from '../../week/data'
import { loadRehearsal } from '../loaders'
import { decideMails } from '../process'
import { type Check, STEPS, type StepName } from '../schema'

type Mood = 'takes' | 'refuses' | 'is down' | 'hangs up'
/** A mail server with moods, on a port that is known before it listens. */
const post = await vi.hoisted(async () => {
  const { createServer } = await import('node:net')
  const probe = createServer()
  await new Promise<void>((ready) => probe.listen(0, '127.0.0.1', ready))
  const { port } = probe.address() as { port: number }
  await new Promise((closed) => probe.close(closed))
  process.env.SMTP_URL = `smtp://127.0.0.1:${port}`
  process.env.ROSTER_BUILD = 'build-one'
  return { port, mood: 'takes' as Mood, inbox: [] as string[] }
})
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onRcptTo: (_address, _session, done) =>
    post.mood === 'refuses' ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })) : done(),
  onConnect: (_session, done) =>
    post.mood === 'is down' ? done(Object.assign(new Error('closed today'), { responseCode: 421 })) : done(),
  onData(stream, session, done) {
    stream.resume()
    stream.on('end', () => {
      post.inbox.push(...session.envelope.rcptTo.map(({ address }) => address))
      // The text was taken, and nobody hears of it.
      if (post.mood === 'hangs up')
        for (const client of server.connections) (client as unknown as { close(): void }).close()
      else done()
    })
  },
})
server.on('error', () => {})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(post.port, '127.0.0.1', () => ready()))
  expect((server.server.address() as AddressInfo).port).toBe(post.port)
  w = await rehearsalWorld()
})
afterAll(async () => {
  await w.end()
  await new Promise<void>((closed) => server.close(() => closed()))
})
let id: string
let runId: string
beforeEach(async () => {
  post.mood = 'takes'
  await w.stopOpen()
  id = await w.begin((await w.roster()).id)
  runId = (await w.rehearsal(id)).runId
  post.inbox.length = 0
})

/** The same press, so many ms later. */
const later = (ms: number): Context => w.press({ shift: ms, now: () => new Date(w.ctx.now().getTime() + ms) })
const checks = async (step: StepName): Promise<Check[]> => JSON.parse(await w.checksOf(id, step))
const failed = async (step: StepName) => (await checks(step)).filter(({ ok }) => ok === false).map(({ name }) => name)
const viewOf = async (step: StepName) => (await loadRehearsal(w.press(), id))?.steps.find(({ name }) => name === step)
const seatOf = ({ tenderId, shiftId }: { tenderId: string; shiftId: string }) => ({ tenderId, shiftId })
const version = async () => (await findWeek(w.ctx, runId))?.version ?? -1

describe('the order', () => {
  it('stands: a step before its turn is refused, and one that has passed is not taken again', async () => {
    for (const [n, step] of STEPS.entries()) {
      for (const other of STEPS.slice(n + 1)) {
        expect(await w.take(id, other)).toMatchObject({
          ok: false,
          reason: 'step_before',
          text: expect.stringMatching(/^First comes “/),
        })
        expect(await w.again(id, other)).toMatchObject({ ok: false, reason: 'step_before' })
      }
      expect(await w.again(id, step)).toMatchObject({ ok: false, reason: 'not_begun' })
      expect(await w.finish(id, step)).toMatchObject({ ok: true, state: 'done' })
      const before = [await version(), await w.stepOf(id, step), post.inbox.length]
      for (const same of [await w.take(id, step), await w.again(id, step), await w.take(id, STEPS[0])])
        expect(same).toMatchObject({ ok: true, state: 'done' })
      expect([await version(), await w.stepOf(id, step), post.inbox.length]).toEqual(before)
    }
    expect((await w.factsOf(id)).filter(([type]) => type === 'step_passed')).toHaveLength(8)
  })

  it('is the database’s too: no step is written before its turn, twice, or under another name', async () => {
    const insert = (number: number, name: string) =>
      w.db.rehearsalStep.create({ data: { rehearsalId: id, number, name, beganAt: w.ctx.now(), checks: [] } })
    await expect(insert(2, 'extend')).rejects.toThrow('has not passed')
    await expect(insert(1, 'extend')).rejects.toThrow()
    // There are eight: none beside them may be counted for one that did not pass.
    for (const number of [0, -1]) await expect(insert(number, 'open')).rejects.toThrow('rehearsal_step_name')
    await w.passUntil(id, 'extend')
    await expect(insert(1, 'open')).rejects.toThrow()
    await expect(
      w.db.$executeRaw`UPDATE rehearsal_step SET passed = false WHERE rehearsal_id = ${id}::uuid`,
    ).rejects.toThrow('has passed')
    await w.passUntil(id)
    await expect(insert(9, 'send')).rejects.toThrow('rehearsal_step_name')
  })
})

describe('mails', () => {
  it('that the server refuses fail the step: nothing goes on but checking again, which tries them once more', async () => {
    post.mood = 'refuses'
    expect(await w.take(id, 'open')).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('0 of 4, 4 failed'),
    })
    expect(await failed('open')).toEqual(['mails'])
    expect(await viewOf('open')).toMatchObject({ state: 'failed', help: expect.stringContaining('mail server right') })
    expect((await loadRehearsal(w.press(), id))?.waiting).toMatchObject([{ state: 'failed', rows: [{}, {}, {}, {}] }])
    expect(await w.take(id, 'open')).toMatchObject({ ok: false, reason: 'step_failed' })
    expect(await w.take(id, 'extend')).toMatchObject({ ok: false, reason: 'step_before' })
    expect(await w.again(id, 'open')).toMatchObject({ ok: true, state: 'failed' })
    post.mood = 'takes'
    expect(await w.again(id, 'open')).toMatchObject({ ok: true, state: 'done' })
    expect(post.inbox).toEqual(Array(4).fill(w.olive.email))
    expect(await w.factsOf(id)).toEqual([
      ['began', null],
      ['step_failed', 'open'],
      ['step_failed', 'open'],
      ['step_passed', 'open'],
    ])
    expect(await w.db.tender.count({ where: { bouncedAt: { not: null } } })).toBe(0)
    await w.passUntil(id)
  })

  it('that find the server down fail it with the time of the next attempt, and leave after that', async () => {
    await w.passUntil(id, 'send')
    const before = post.inbox.length
    post.mood = 'is down'
    expect(await w.take(id, 'send')).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringMatching(/0 of 4, 4 tried again from \d\d:\d\d:\d\d G/),
    })
    expect(await version()).toBe(10)
    post.mood = 'takes'
    expect(await w.again(id, 'send')).toMatchObject({ ok: true, state: 'failed' })
    expect(await w.again(id, 'send', later(120_000))).toMatchObject({ ok: true, state: 'done' })
    expect(post.inbox.length - before).toBe(4)
    expect(await findWeek(w.ctx, runId)).toMatchObject({ state: 'SENT', version: 11 })
  })

  it('whose fate is unknown wait for the operator’s word, and are not sent again by themselves', async () => {
    await w.passUntil(id, 'send')
    post.mood = 'hangs up'
    const before = post.inbox.length
    expect(await w.finish(id, 'send')).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('may have arrived or not'),
    })
    post.mood = 'takes'
    const waiting = (await loadRehearsal(w.press(), id))?.waiting.find(({ state }) => state === 'unknown')
    if (!waiting) throw new Error('some are unknown')
    const [first, ...others] = waiting.rows.map(({ id: row, seen }) => ({ id: row, seen }))
    const decide = (decision: 'itArrived' | 'letGo', rows: { id: string; seen: number }[]) =>
      decideMails(w.press(), id, { commandId: newId(), decision, rows })
    if (first) await must(decide('itArrived', [first]))
    if (first) expect(await decide('itArrived', [first])).toMatchObject({ ok: false, reason: 'moved_on' })
    if (others.length > 0) await must(decide('letGo', others))
    expect(await w.again(id, 'send', later(120_000))).toMatchObject({ ok: true, state: 'done' })
    expect(post.inbox.length - before).toBeLessThanOrEqual(4)
    const rows = (await w.mailsOf(runId)).filter(({ kind }) => kind === 'schedule')
    expect(rows.every(({ state }) => state === 'sent' || state === 'let_go')).toBe(true)
  })

  it('leave in portions: pressing again goes on, and how far it is can be seen', async () => {
    await w.stopOpen()
    id = await w.begin((await w.roster({ tenders: 130 })).id)
    expect(await w.take(id, 'open')).toMatchObject({
      ok: true,
      state: 'running',
      text: '100 of 130 mails are out. Press again to go on with the others.',
    })
    const view = await loadRehearsal(w.press(), id)
    expect(view).toMatchObject({ next: 'open', status: 'open', inFlight: true, inboxCount: 130 })
    expect(view?.steps[0]).toMatchObject({ state: 'running', progress: { done: 100, total: 130 } })
    expect(view?.steps[0]?.checks.find(({ name }) => name === 'mails')).toMatchObject({
      ok: null,
      found: 'checking',
      expected: '130 of 130',
    })
    expect(await w.again(id, 'open')).toMatchObject({ ok: true, state: 'done' })
    expect(post.inbox).toHaveLength(130)
  }, 120_000)
})

describe('a stranger', () => {
  /** A move of the scratch week that no step makes. */
  const settle = async (edge: 'settings') =>
    must(
      transition(w.press({}, w.max), run, runId, edge, {
        version: await version(),
        set: { autopilot: true, opens_at: AT },
        data: { autopilot: true, overridden: [], opensAt: null, deadlineAt: null },
      }),
    )

  it.each(STEPS.slice(1, 7))(
    'who moves the week before “%s” is seen: its move is refused, and the step fails',
    async (step) => {
      await w.passUntil(id, step)
      await settle('settings').catch(() => {})
      const moved = await version()
      expect(await w.take(id, step)).toMatchObject({ ok: true, state: 'failed' })
      expect(await failed(step)).toEqual(['move'])
      expect((await checks(step)).at(-1)?.found).toMatch(/changed/)
      expect(await version()).toBe(moved)
      expect(await w.again(id, step)).toMatchObject({ ok: true, state: 'failed' })
      expect(await viewOf(step)).toMatchObject({ help: expect.stringContaining('begin another') })
    },
  )

  it('who writes a mail of the week beside its moves, as the app may, is found by the checks', async () => {
    await w.passUntil(id, 'close')
    const mail = {
      id: newId(),
      kind: 'nudge',
      effectKey: `nudge:collecting:${runId}`,
      subjectMachine: 'run',
      subjectId: runId,
    }
    const letter = bornLetGo(
      { ...mail, personId: null },
      { name: 'Rosa', address: null, subject: 'Psst', reason: 'No.' },
    )
    await queueMessages(w.press({}, w.max), [letter])
    expect(await w.take(id, 'close')).toMatchObject({ ok: true, state: 'failed' })
    expect(await failed('close')).toEqual(['no-mail'])
    await expect(
      w.db.$executeRaw`UPDATE roster_run SET deadline_at = deadline_at + interval '1 day' WHERE id = ${runId}::uuid`,
    ).rejects.toThrow('by its moves alone')
  })

  it('who changes the roster by hand keeps it from being approved', async () => {
    await w.passUntil(id, 'approve')
    const [seat] = await listSeats(w.ctx, runId)
    if (!seat) throw new Error('seats are filled')
    const change = { change: 'remove', ...seatOf(seat) } as const
    // No button of the week itself reaches it.
    expect(await edit(w.press({}, w.max), runId, { version: await version() }, change)).toMatchObject({
      kind: 'unknown',
    })
    await must(edit(w.press({}, w.max), runId, { version: await version(), by: 'rehearsal' }, change))
    expect(await w.take(id, 'approve')).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('changed'),
    })
    expect((await findWeek(w.ctx, runId))?.state).toBe('ASSIGNED')
  })

  it('who answers through a link of the mails is counted, and spoils nothing', async () => {
    await w.passUntil(id, 'extend')
    const { copyId } = await w.rehearsal(id)
    const shifts = await listShifts(w.ctx, runId)
    for (const { id: tender } of await w.db.tender.findMany({ where: { rosterId: copyId } }))
      for (const choice of ['no', 'yes'] as const) {
        const choices = Object.fromEntries(shifts.map((shift) => [shift.id, choice]))
        await must(submitAnswer(w.press(), { token: tokenOf(runId, tender), choices, most: null, note: '' }))
      }
    await w.passUntil(id)
    expect((await checks('extend')).find(({ name }) => name === 'mails')).toMatchObject({ found: 'none' })
  })

  it('who puts another address into the copy is stopped by the database, and the step says so', async () => {
    const { copyId } = await w.rehearsal(id)
    const [one] = await w.db.tender.findMany({ where: { rosterId: copyId } })
    const where = { id: one?.id ?? '' }
    for (const step of ['open', 'send'] as const) {
      await w.passUntil(id, step)
      const before = [await version(), post.inbox.length, (await w.mailsOf(runId)).length]
      await w.db.tender.update({ where, data: { email: 'rosa@anchor.test' } })
      expect(await w.take(id, step)).toMatchObject({ ok: true, state: 'failed' })
      expect([await version(), post.inbox.length, (await w.mailsOf(runId)).length]).toEqual(before)
      await w.db.tender.update({ where, data: { email: w.olive.email } })
      if (step === 'open') {
        expect(await failed(step)).toEqual(['others'])
        expect(await viewOf(step)).toMatchObject({ help: expect.stringContaining('Do not go live') })
      }
      expect(await w.again(id, step)).toMatchObject({ ok: true, state: 'done' })
    }
    expect(new Set(post.inbox)).toEqual(new Set([w.olive.email]))
  })

  it('who mails somebody else from the request of a step is found, whoever it is', async () => {
    await w.passUntil(id, 'extend')
    const ctx = w.press()
    const made = await w.make()
    post.mood = 'refuses'
    await w.take(id, 'extend', ctx)
    const { open } = await import('../../week/process')
    await must(open(ctx, made.id, { version: 0, deadline: w.deadline() }))
    post.mood = 'takes'
    expect(await w.again(id, 'extend')).toMatchObject({ ok: true, state: 'failed' })
    expect(await checks('extend')).toContainEqual(
      expect.objectContaining({ name: 'others', found: '4 others', ok: false }),
    )
    expect(await viewOf('extend')).toMatchObject({ help: expect.stringContaining('Do not go live') })
  })
})

describe('a move that cannot be made', () => {
  it('says why, changes nothing, and is made by checking again once it can', async () => {
    await w.passUntil(id, 'generate')
    const { copyId } = await w.rehearsal(id)
    await w.db.tender.updateMany({ where: { rosterId: copyId }, data: { active: false } })
    expect(await w.take(id, 'generate')).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('nobody to ask'),
    })
    await w.db.tender.updateMany({ where: { rosterId: copyId }, data: { active: true } })
    expect(await w.again(id, 'generate')).toMatchObject({ ok: true, state: 'done' })
  })

  it('because its deadline has passed: a rehearsal that lay about for weeks is begun anew', async () => {
    const ctx = later(200 * 86_400_000)
    expect(await w.take(id, 'open', ctx)).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('over'),
    })
    expect(await version()).toBe(0)
  })
})

it('with more than 500 recipients the step Send waits for a second person', async () => {
  await w.stopOpen()
  const roster = await w.roster({ tenders: 501 })
  const few = (await w.db.tender.findMany({ where: { rosterId: roster.id }, take: 498 })).map((tender) => tender.id)
  await w.db.tender.updateMany({ where: { id: { in: few } }, data: { email: null, emailNorm: null } })
  id = await w.begin(roster.id)
  await w.passUntil(id, 'send')
  for (const refused of [await w.take(id, 'send'), await w.take(id, 'send')])
    expect(refused).toMatchObject({ ok: false, reason: 'second_person', text: expect.stringContaining('Olive Marsh') })
  expect(await viewOf('send')).toMatchObject({ state: 'running' })
  expect(await w.finish(id, 'send', w.press({}, w.max))).toMatchObject({ ok: true, state: 'done' })
  expect((await checks('send')).find(({ name }) => name === 'events')).toMatchObject({ found: '2, by Max Marsh' })
}, 180_000)
