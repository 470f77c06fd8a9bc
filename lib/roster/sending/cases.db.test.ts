import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadOutbox } from '@/lib/messages/loaders'
import { itArrived, sendAgain } from '@/lib/messages/process'
import { smtpTransport } from '@/lib/messages/transport/smtp'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { rosterMessages } from '../effects'
import { send } from './process'

/** After this long every lease and every backoff of a dead process is over. */
const LATER_MS = 3_600_000

let w: RosterWorld
let url: string
/** Whose mail the server answered with 250, each time it did. */
let accepted: string[] = []
/** After so many it hangs up in the middle of the text, without an answer. */
let dropsAfter = Number.POSITIVE_INFINITY
let onDrop = () => {}

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, session, done) {
    stream.resume()
    stream.on('end', () => {
      if (accepted.length >= dropsAfter) {
        for (const connection of server.connections) connection.close()
        onDrop()
        return
      }
      for (const { address } of session.envelope.rcptTo) accepted.push(address)
      done()
    })
  },
})
// A killed client resets its line.
server.on('error', () => {})

beforeAll(async () => {
  w = await rosterWorld()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise<void>((closed) => server.close(() => closed()))
  await w.end()
})

/** Another process delivers the roster's mails to the real mail server. */
function deliverer(failpoint?: string): { child: ChildProcess; ended: Promise<NodeJS.Signals | null> } {
  const code = `
    const { deliver } = await import('./lib/messages/effects.ts')
    const { smtpTransport } = await import('./lib/messages/transport/smtp.ts')
    const { context, TICK } = await import('./lib/platform/context.ts')
    const { rosterMessages } = await import('./lib/roster/effects.ts')
    const ctx = context({ actor: TICK, shift: 0 })
    await deliver(ctx, { kinds: rosterMessages(ctx), transport: smtpTransport({ url: '${url}' }), budget: { ms: 30000, rows: 1000 } })`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    env: {
      ...process.env,
      DATABASE_URL: w.database.url,
      DAYBOOK_TEST: '1',
      ...(failpoint ? { DAYBOOK_FAILPOINT: `${failpoint}:kill` } : {}),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, ended: new Promise((resolve) => child.on('exit', (_code, signal) => resolve(signal))) }
}

async function tick(shift: number) {
  const transport = smtpTransport({ url })
  const ctx = w.later(w.ctx, shift)
  await w.post(ctx, transport)
  transport.close()
}

const countsOf = (made: { rosterId: string }) => {
  const counts = new Map<string, number>()
  for (const to of accepted) if (to.includes(made.rosterId)) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}
const statesOf = async (id: string) => (await w.rows(id)).map((row) => row.state)

test('case A1: two sends of one week in the same moment write each mail once; the other is told it is being sent', async () => {
  for (let round = 0; round < 4; round++) {
    const made = await w.weekIn('APPROVED', { tenders: 6 })
    const bound = { ...(await w.bound(made.id)), typed: made.weekOf }
    const outcomes = await Promise.all(
      Array.from({ length: 2 }, () => send(w.ctx, made.id, { ...bound, commandId: newId() })),
    )
    // A third that comes after both has read the page before them.
    outcomes.push(await send(w.ctx, made.id, { ...bound, commandId: newId() }))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    for (const outcome of outcomes) if (!outcome.ok) expect(['already_queued', 'lease_send']).toContain(outcome.reason)
    expect(await w.rows(made.id)).toHaveLength(6)
    await tick(0)
    expect([...countsOf(made).values()]).toEqual([1, 1, 1, 1, 1, 1])
    expect((await w.week(made.id)).state).toBe('SENT')
    expect(await send(w.ctx, made.id, { ...bound, commandId: newId() })).toMatchObject({ reason: 'not_from_SENT' })
  }
}, 120_000)

test('case A2: 60 recipients, the provider drops after 25 and the process is killed: each gets exactly one', async () => {
  const made = await w.weekIn('APPROVED', { tenders: 60 })
  await w.must(w.queue(made))
  accepted = []
  dropsAfter = 25
  const { child, ended } = deliverer()
  onDrop = () => child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
  onDrop = () => {}
  dropsAfter = Number.POSITIVE_INFINITY
  expect(accepted).toHaveLength(25)

  // Once while the dead one's leases run, then after they ran out, then again: nothing unknown is sent by itself.
  for (const shift of [0, LATER_MS, 2 * LATER_MS]) await tick(shift)
  const rows = await w.rows(made.id)
  const unknown = rows.filter(({ state }) => state === 'unknown')
  expect(unknown.length).toBeGreaterThan(0)
  expect(unknown.length).toBeLessThanOrEqual(8)
  expect(rows.filter(({ state }) => state === 'sent')).toHaveLength(60 - unknown.length)
  expect([...countsOf(made).values()].filter((count) => count !== 1)).toEqual([])
  for (const { state, recipient } of rows) if (state === 'sent') expect(countsOf(made).get(recipient)).toBe(1)
  expect((await w.week(made.id)).state).toBe('APPROVED')

  // They are shown, and wait for a person who knows which of them arrived.
  const { waiting } = await loadOutbox(w.ctx, [], { subject: made.id })
  expect(waiting.map(({ state, rows: shown }) => [state, shown.length])).toEqual([['unknown', unknown.length]])
  const missing = unknown.filter(({ recipient }) => !countsOf(made).has(recipient))
  const arrived = unknown.filter(({ recipient }) => countsOf(made).has(recipient))
  const rowsOf = (some: typeof rows) => some.map(({ id, fence }) => ({ id, seen: Number(fence) }))
  if (missing.length > 0) await sendAgain(w.ctx, rosterMessages(w.ctx), { commandId: newId(), rows: rowsOf(missing) })
  if (arrived.length > 0) await itArrived(w.ctx, rosterMessages(w.ctx), { commandId: newId(), rows: rowsOf(arrived) })
  await tick(3 * LATER_MS)
  expect(countsOf(made).size).toBe(60)
  expect([...countsOf(made).values()].filter((count) => count !== 1)).toEqual([])
  expect((await w.week(made.id)).state).toBe('SENT')
}, 120_000)

test('case A3: killed after the batch was read and before a mail left: SENT only once each row is at its end', async () => {
  const made = await w.weekIn('APPROVED', { tenders: 12 })
  await w.must(w.queue(made))
  accepted = []
  expect(await deliverer('after-claim').ended).toBe('SIGKILL')
  expect(accepted).toEqual([])
  expect(new Set(await statesOf(made.id))).toContain('claimed')
  expect((await w.week(made.id)).state).toBe('APPROVED')

  // While the dead one's claims are live nobody else takes them, and the week is not done.
  await tick(0)
  const held = (await statesOf(made.id)).filter((state) => state !== 'sent')
  expect(held.length).toBeGreaterThan(0)
  expect((await w.week(made.id)).state).toBe('APPROVED')

  await tick(LATER_MS)
  expect(await statesOf(made.id)).toEqual(Array(12).fill('sent'))
  expect([...countsOf(made).values()]).toEqual(Array(12).fill(1))
  expect((await w.week(made.id)).state).toBe('SENT')
}, 120_000)
