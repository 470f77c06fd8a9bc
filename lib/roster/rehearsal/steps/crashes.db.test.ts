import { spawn } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { loadRehearsal } from '../loaders'
import { beginRehearsal, decideMails, signRehearsal, stopRehearsal } from '../process'
import { STEPS, type StepName } from '../schema'
import { PARTS } from './schema'

const mailbox = await vi.hoisted(async () => {
  const opened = await (await import('@/lib/testing/mailbox')).openMailbox()
  process.env.SMTP_URL = `smtp://127.0.0.1:${opened.port}`
  process.env.ROSTER_BUILD = 'build-one'
  process.env.DAYBOOK_TEST = '1'
  delete process.env.DATABASE_URL
  return opened
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
let rosterId: string
beforeAll(async () => {
  w = await rehearsalWorld()
  rosterId = (await w.roster()).id
})
afterAll(async () => {
  await w.end()
  await mailbox.close()
})
let id: string
beforeEach(async () => {
  await w.stopOpen()
  id = await w.begin(rosterId)
  mailbox.received.length = 0
})
afterEach(() => {
  delete process.env.DAYBOOK_FAILPOINT
})

const later = (ms: number): Context => w.press({ shift: ms, now: () => new Date(w.ctx.now().getTime() + ms) })

/** A press during which the server's work breaks off at the point. */
async function broken(point: string, press: () => Promise<unknown>): Promise<void> {
  process.env.DAYBOOK_FAILPOINT = `${point}:throw`
  await expect(press()).rejects.toThrow(point)
  delete process.env.DAYBOOK_FAILPOINT
}

/** Another server takes the step, and is killed at the point. */
function killed(point: string, step: StepName): Promise<NodeJS.Signals | null> {
  const actor = JSON.stringify({ kind: 'user', id: w.olive.id, name: w.olive.name })
  const code = `
    const { takeStep } = await import('./lib/roster/rehearsal/process.ts')
    const { context } = await import('./lib/platform/context.ts')
    await takeStep(context({ actor: ${actor}, shift: 0 }), '${id}', { step: '${step}' })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: { ...process.env, DATABASE_URL: w.database.url, DAYBOOK_FAILPOINT: `${point}:kill` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal)))
}

/** Everything happened once: each move, each answer that was due, each mail, each step, the two answers out of turn. */
async function once(): Promise<void> {
  const { runId } = await w.rehearsal(id)
  expect((await w.factsOf(id)).filter(([type]) => type === 'step_passed').map(([, step]) => step)).toEqual([...STEPS])
  expect((await w.moves(runId)).map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  const answers = await w.db.availability.findMany({ where: { runId } })
  expect([answers.length, answers.filter(({ note }) => note !== '').length]).toEqual([6, 2])
  expect(new Set(answers.filter(({ note }) => note === '').map(({ tenderId }) => tenderId)).size).toBe(4)
  expect((await w.mailsOf(runId)).map(({ state }) => state)).toEqual(Array(10).fill('sent'))
  expect(mailbox.received).toHaveLength(10)
  expect(new Set(mailbox.received.map(({ messageId }) => messageId)).size).toBe(10)
  expect(new Set(mailbox.received.map(({ to }) => to))).toEqual(new Set([w.olive.email]))
}

const pointsOf = (step: StepName) =>
  ['begun', ...PARTS[step], 'judged', 'ended'].map((point) => `rehearsal.${step}.${point}`)

it('begun and not answered: the same press finds what it began', async () => {
  await w.stopOpen()
  const press = { rosterId, commandId: newId() }
  await broken('rehearsal.begin.begun', () => beginRehearsal(w.press(), press))
  const begun = await must(beginRehearsal(w.press(), press))
  expect(await w.factsOf(begun.id)).toEqual([['began', null]])
})

describe.each(STEPS)('the step %s', (step) => {
  it(`broken off at each of its ${pointsOf(step).length} places goes on with the truth, and does nothing twice`, async () => {
    await w.passUntil(id, step)
    for (const point of pointsOf(step)) {
      if (point.endsWith('.ended')) {
        await broken(point, () => w.take(id, step))
        expect(await w.stepOf(id, step)).toMatchObject({ passed: true })
        continue
      }
      await broken(point, () => w.take(id, step))
      const view = await loadRehearsal(w.press(), id)
      expect(view).toMatchObject({ next: step, status: 'open' })
      expect(view?.steps.find(({ name }) => name === step)).toMatchObject({ state: 'running', help: null })
    }
    expect(await w.take(id, step, w.press({}, w.max))).toMatchObject({ ok: true, state: 'done' })
    await w.passUntil(id)
    await once()
    await must(signRehearsal(w.press(), id, { name: w.olive.name, commandId: newId() }))
  })
})

/** The engine's own places, where a lease is held: one a kind of lease, and each of them by FULL=1. */
const LEASED: [StepName, string, number][] = [
  ['close', 'run.close.after-claim', 60],
  ['regenerate', 'run.regenerate.after-claim', 120],
  ['send', 'run.queue.before-finalize', 120],
  ['send', 'run.send.after-claim', 120],
]
if (process.env.FULL)
  LEASED.push(
    ['generate', 'run.generate.after-claim', 120],
    ['generate', 'run.generate.before-finalize', 120],
    ['regenerate', 'run.close.before-finalize', 60],
    ['send', 'run.queue.after-claim', 120],
  )

it.each(LEASED)(
  '%s, its server dead at %s: the step says until when the lease holds, and goes on after it',
  async (step, point, seconds) => {
    await w.passUntil(id, step)
    await broken(point, () => w.take(id, step))
    const held = await w.take(id, step, w.press({}, w.max))
    expect(held).toMatchObject({
      ok: false,
      reason: 'held',
      text: expect.stringMatching(/goes on after \d\d:\d\d:\d\d G/),
    })
    const view = await loadRehearsal(w.press(), id)
    expect(view).toMatchObject({ inFlight: true, next: step, lease: held.text })
    const after = later((seconds + 1) * 1000)
    expect(await w.finish(id, step, after)).toMatchObject({ ok: true, state: 'done' })
    expect(await w.checksOf(id, step)).toContain('after one that died')
    await w.passUntil(id, null, after)
    await once()
  },
)

/** One a step, and each of them by FULL=1: a process takes seconds to come up. */
const KILLS: [StepName, string][] = STEPS.flatMap((step) => {
  const points = pointsOf(step)
  return (process.env.FULL ? points : points.slice(1, 2)).map((point): [StepName, string] => [step, point])
})

it.each(KILLS)(
  '%s, its server killed at %s: another one goes on with it',
  async (step, point) => {
    await w.passUntil(id, step)
    expect(await killed(point, step)).toBe('SIGKILL')
    await w.passUntil(id)
    await once()
  },
  60_000,
)

describe('a server that dies while mails leave', () => {
  it('leaves what was not called to the next press, and what may have left to the operator', async () => {
    await w.passUntil(id, 'send')
    const before = mailbox.received.length
    expect(await killed('after-accept', 'send')).toBe('SIGKILL')
    expect(await w.take(id, 'send')).toMatchObject({ ok: true, state: 'running' })
    const view = await loadRehearsal(w.press(), id)
    expect(view).toMatchObject({ inFlight: true, lease: expect.stringContaining('sending mails') })
    const after = later(3_600_000)
    expect(await w.take(id, 'send', after)).toMatchObject({
      ok: true,
      state: 'failed',
      text: expect.stringContaining('may have arrived or not'),
    })
    const [unknown] = (await loadRehearsal(after, id))?.waiting ?? []
    const rows = (unknown?.rows ?? []).map(({ id: row, seen }) => ({ id: row, seen }))
    expect(rows.length).toBeGreaterThan(0)
    // The operator looks into their inbox, and says of each what they found.
    const arrived = new Set(mailbox.received.map(({ messageId }) => messageId))
    for (const row of rows) {
      const { messageId } = await w.db.message.findUniqueOrThrow({ where: { id: row.id } })
      const decision = arrived.has(messageId) ? 'itArrived' : 'sendAgain'
      await must(decideMails(after, id, { commandId: newId(), decision, rows: [row] }))
    }
    expect(await w.again(id, 'send', after)).toMatchObject({ ok: true, state: 'done' })
    const { runId } = await w.rehearsal(id)
    expect((await w.moves(runId)).map(({ version }) => version)).toHaveLength(12)
    const ids = mailbox.received.slice(before).map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(4)
  }, 60_000)
})

describe('stopping lets go of what was written and not sent', () => {
  const states = async () => (await w.mailsOf((await w.rehearsal(id)).runId)).map(({ state }) => state)

  it('also when the server broke off between the two: by the same press, or by whichever comes next', async () => {
    for (const next of ['same', 'other'] as const) {
      await w.stopOpen()
      id = await w.begin(rosterId)
      await broken('rehearsal.open.move', () => w.take(id, 'open'))
      const commandId = newId()
      await broken('rehearsal.stop.stopped', () => stopRehearsal(w.press(), id, { commandId }))
      expect(await states()).toEqual(Array(4).fill('queued'))
      if (next === 'same') await must(stopRehearsal(w.press(), id, { commandId }))
      else expect(await w.take(id, 'open', w.press({}, w.max))).toMatchObject({ ok: false, reason: 'stopped' })
      expect(await states()).toEqual(Array(4).fill('let_go'))
    }
  })

  it('also what a press writes that was at work meanwhile', async () => {
    process.env.DAYBOOK_FAILPOINT = 'rehearsal.open.begun:stall=2000'
    const taking = w.take(id, 'open')
    await expect.poll(() => w.stepOf(id, 'open')).not.toBeNull()
    await must(stopRehearsal(w.press(), id, { commandId: newId() }))
    expect(await taking).toMatchObject({ ok: false, reason: 'stopped' })
    expect(await states()).toEqual(Array(4).fill('let_go'))
    expect(mailbox.received).toEqual([])
  })
})
