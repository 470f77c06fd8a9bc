import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TodayEntry } from '@/lib/alerts/schema'
import { newId } from '@/lib/platform/ids'
import { messageKinds, subjects } from '@/lib/registry'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { itArrived, letGo, retryMessages } from '../process'
import { captureTransport } from '../transport/capture'
import type { Answer, Transport } from '../transport/contract'
import { messagesToday } from './loaders'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  await w.db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: w.ctx.now() },
  })
})
afterAll(() => w.end())

const entries = () => messagesToday(subjects).entries(w.ctx)

/** A week whose mails went out through a mail server that answered as told, and took the rest. */
async function sentWith(answers: Answer[], tenders = 4) {
  const made = await w.weekIn('APPROVED', { tenders })
  await w.must(w.queue(made))
  const left = [...answers]
  const transport: Transport = {
    ...captureTransport(),
    name: 'smtp',
    send: async () => left.shift() ?? { kind: 'sent', providerId: null },
  }
  await w.post(w.ctx, transport, made.id)
  return made
}
const LOST: Answer = { kind: 'no_answer', code: 'ECONNECTION', detail: '' }
const REFUSED: Answer = { kind: 'not_sent', permanent: true, service: false, code: 'EENVELOPE', detail: '550 no' }

const inputOf = (entry: TodayEntry | undefined, label: string) => {
  const button = entry?.actions.find((action) => action.label === label)
  if (button?.kind !== 'move') throw new Error(`no button ${label}`)
  return { commandId: newId(), ...(button.input as { rows: { id: string; seen: number }[] }) }
}

test('a mail that may not have arrived is there with its two decisions, and gone once decided', async () => {
  const made = await sentWith([LOST])
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({ urgency: 2, tone: 'act' })
  expect(entry?.title).toMatch(/^The schedule mail to Tender \d may not have arrived$/)
  expect(entry?.text).toMatch(/Week of .*The mail server closed the line. 3 of 4 are sent\./)
  expect(entry?.actions.map(({ label }) => label)).toEqual(['It arrived', 'Send again'])
  expect(entry?.actions[1]).toMatchObject({ action: 'sendAgain', confirm: { danger: true } })
  const decided = await itArrived(w.ctx, messageKinds(w.ctx), inputOf(entry, 'It arrived'))
  expect(decided.done).toBe(1)
  expect(await entries()).toEqual([])
  expect((await w.week(made.id)).state).toBe('SENT')
})

test('a mail that failed can be tried again or let go with a reason; who is second is told', async () => {
  const made = await sentWith([REFUSED])
  const [entry] = await entries()
  expect(entry).toMatchObject({ urgency: 2, tone: 'bad' })
  expect(entry?.actions).toMatchObject([
    { action: 'retryMessages', primary: true },
    { action: 'letMessagesGo', confirm: { field: { name: 'reason' } } },
  ])
  const input = { ...inputOf(entry, 'Let it go'), reason: 'Told by phone.' }
  expect((await letGo(w.ctx, messageKinds(w.ctx), input)).done).toBe(1)
  const second = await retryMessages(w.ctx, messageKinds(w.ctx), inputOf(entry, 'Try again'))
  expect(second).toMatchObject({ done: 0, rows: [{ outcome: 'not_now', state: 'let_go' }] })
  expect(await entries()).toEqual([])
  expect((await w.week(made.id)).state).toBe('SENT')
})

test('three stand alone; more about one week are one entry that leads to the Outbox', async () => {
  await sentWith(Array<Answer>(3).fill(LOST))
  expect(await entries()).toHaveLength(3)
  const many = await sentWith(Array<Answer>(23).fill(LOST), 30)
  const group = (await entries()).filter(({ href }) => href.includes(many.id))
  expect(group).toMatchObject([
    {
      title: '23 schedule mails may not have arrived',
      href: `/outbox?subject=${many.id}&state=unknown`,
      actions: [{ kind: 'link', label: 'Decide in the Outbox' }],
    },
  ])
})

test('beyond six weeks all of them are one entry', async () => {
  for (let weeks = 0; weeks < 6; weeks++) await sentWith([REFUSED])
  const [entry, ...others] = await entries()
  expect(others).toEqual([])
  expect(entry).toMatchObject({ key: 'messages', title: '32 messages need a decision', href: '/outbox?state=waiting' })
})

test('a restore on hold is an alarm', async () => {
  await w.db.restoreHold.create({
    data: { id: newId(), detectedAt: w.ctx.now(), seenEpoch: 0, seenSeal: 9, databaseSeal: 1 },
  })
  const [alarm] = (await entries()).filter(({ urgency }) => urgency === 1)
  expect(alarm?.title).toMatch('Nothing leaves')
})
