import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claim, intend } from '@/lib/messages/delivery/data'
import { dueOf } from '@/lib/messages/effects'
import { CALL_SLACK_MS, CLAIM_LEASE_MS } from '@/lib/messages/rules'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Transport } from '@/lib/messages/transport/contract'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { keepSeen } from '@/lib/platform/seen'
import { messageKinds } from '@/lib/registry'
import { nameWeeks } from '@/lib/roster/record/data'
import { close } from '@/lib/roster/week/process'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { messageDelivery } from './delivery'
import { previewTick } from './preview/loaders'
import { tick } from './tick'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const names = { machine: 'run', desk: 'roster', state: () => null, event: () => '', names: nameWeeks }
const partBy = (transport: Transport) => messageDelivery(messageKinds, () => transport, [names])
const smtp: Transport = { ...captureTransport(), name: 'smtp' }
const keyed: Transport = { ...captureTransport(), name: 'resend', keyWindowMs: 24 * 3_600_000 }

/** What a tick would do with the messages, so long after now, as texts; and what it then reports. */
async function told(transport: Transport, ms = 0) {
  const at = new Date(w.ctx.now().getTime() + ms)
  const [part] = (await previewTick(w.ctx, [partBy(transport)], at)).parts
  if (!part || part.error) throw new Error(part?.error ?? 'no part')
  return part
}
const lines = async (transport: Transport, ms = 0) =>
  (await told(transport, ms)).lines.map(({ what, why, subject }) => `${what}: ${subject}. ${why}`)
const ticked = async (transport: Transport, ms = 0) => (await tick(w.later(w.ctx, ms), [partBy(transport)])).parts[0]
/** Everything that is left over from a test goes out. */
const drain = () => ticked(captureTransport())

const queued = async () => {
  const made = await w.weekIn('APPROVED')
  await drain()
  await w.must(w.queue(made))
  return made
}
const dueRows = (by: Context, transport: Transport, subjectId: string) =>
  dueOf(by, { kinds: messageKinds(by), transport, subjectId })

describe('what may leave', () => {
  test('is counted by kind and week, with a link, and as many leave as were told', async () => {
    const made = await queued()
    const part = await told(smtp)
    expect(part).toEqual({
      name: 'messages',
      due: 4,
      more: 0,
      lines: [
        {
          what: 'Send 4 schedule mails',
          why: 'Queued, and free to leave since then.',
          subject: expect.stringMatching(/eek of /),
          href: `/roster/${made.id}`,
          at: expect.any(String),
          local: expect.any(String),
          count: 4,
        },
      ],
    })
    expect((await w.rows(made.id)).map(({ state }) => state)).toEqual(Array(4).fill('queued'))
    expect(await lines(captureTransport())).toEqual([
      expect.stringMatching(/^Capture 4 schedule mails: .* No mail server is set, so they are kept in the Outbox\.$/),
    ])
    expect(await ticked(captureTransport())).toMatchObject({ due: 4, done: 4 })
    expect(await told(captureTransport())).toMatchObject({ due: 0, lines: [] })
  })

  test('is nothing at an instant before it was queued', async () => {
    await queued()
    expect(await told(smtp, -3_600_000)).toMatchObject({ due: 0, more: 0, lines: [] })
    expect(await told(smtp)).toMatchObject({ due: 4 })
    await drain()
  })

  test('is nothing once its week is over', async () => {
    const made = await queued()
    const { endsAt } = await w.week(made.id)
    const past = (endsAt?.getTime() ?? 0) - w.ctx.now().getTime()
    expect(await told(smtp, past - 60_000)).toMatchObject({ due: 4 })
    expect(await told(smtp, past)).toMatchObject({ due: 0, lines: [] })
    await drain()
  })
})

describe('what crashed workers left', () => {
  /** Claims two mails and calls for one of them, as a process that was killed leaves them. */
  async function crash(transport: Transport) {
    const made = await queued()
    const where = dueRows(w.ctx, transport, made.id)
    const [called] = await claim(w.ctx, { where, limit: 2 })
    if (!called || !(await intend(w.ctx, called, transport))) throw new Error('nothing was claimed')
    return made
  }

  test('is queued again or waits for a decision, told before the lease runs out and after it', async () => {
    const made = await crash(smtp)
    expect((await lines(smtp)).map((line) => line.replace(/: .*/, ''))).toEqual(['Send 2 schedule mails'])
    const after = Math.max(CLAIM_LEASE_MS, smtp.callMs + CALL_SLACK_MS) + 1_000
    expect((await lines(smtp, after)).map((line) => line.replace(/: .*?\. /, '. '))).toEqual([
      'Queue 1 schedule mail again. Whoever had taken it up stopped before anything left.',
      'Leave 1 schedule mail to your decision. Whoever was sending this stopped in the middle, and nobody can say whether it left.',
      'Send 2 schedule mails. Queued, and free to leave since then.',
    ])
    expect(await told(smtp, after)).toMatchObject({ due: 4, more: 0 })
    expect(await ticked(captureTransport(), after)).toMatchObject({ done: 5, left: 0 })
    const states = (await w.rows(made.id)).map(({ state }) => state).sort()
    expect(states).toEqual(['sent', 'sent', 'sent', 'unknown'])
  })

  test('is asked again under its key where the service has one, and parked once the key is over', async () => {
    await crash(keyed)
    const after = Math.max(CLAIM_LEASE_MS, keyed.callMs + CALL_SLACK_MS) + 1_000
    expect(await lines(keyed, after)).toContainEqual(
      expect.stringMatching(/^Queue 1 schedule mail again: .* asked again under the same key\.$/),
    )
    expect(await lines(keyed, 25 * 3_600_000)).toContainEqual(
      expect.stringMatching(/^Leave 1 schedule mail to your decision: /),
    )
    await ticked(captureTransport(), 25 * 3_600_000)
  })
})

test('what nobody wants any more is let go, with its reason', async () => {
  await drain()
  const asked = await w.weekIn('COLLECTING')
  expect(await lines(smtp)).toEqual([expect.stringMatching(/^Send 4 invitation mails: /)])
  await w.must(close(w.ctx, asked.id, await w.version(asked.id)))
  expect(await lines(smtp)).toEqual([
    expect.stringMatching(/^Let 4 invitation mails go: .*\. The form was closed before this could be sent\.$/),
  ])
  expect(await told(smtp)).toMatchObject({ due: 4, more: 0 })
  expect(await ticked(smtp)).toMatchObject({ due: 4, done: 4 })
})

describe('while a restore waits to be confirmed', () => {
  const seen = join(process.env.DAYBOOK_HOME ?? '', 'seen')

  test('nothing is said to leave, and a restore that nobody found yet is not written down', async () => {
    await queued()
    keepSeen({ epoch: 0, seal: 1_000_000 })
    const part = await told(smtp)
    expect(part).toEqual({
      name: 'messages',
      due: 0,
      more: 0,
      lines: [],
      note: 'Nothing leaves before the restore is confirmed in the Outbox. 4 messages wait.',
    })
    expect(await w.db.restoreHold.count()).toBe(0)
    rmSync(seen)
    expect(await told(smtp)).toMatchObject({ due: 4 })
    await w.db.restoreHold.create({
      data: { id: newId(), detectedAt: w.ctx.now(), seenEpoch: 0, seenSeal: 9, databaseSeal: 1 },
    })
    expect(await told(smtp)).toMatchObject({ due: 0, note: expect.stringContaining('4 messages wait') })
    expect(await ticked(smtp)).toMatchObject({ done: 0, left: 4 })
  })
})
