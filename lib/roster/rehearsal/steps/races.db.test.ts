import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { findWeek } from '../../week/data'
import { loadRehearsal } from '../loaders'
import { signRehearsal, takeStep } from '../process'
import { STEPS, type StepName } from '../schema'

const mailbox = await vi.hoisted(async () => {
  const opened = await (await import('@/lib/testing/mailbox')).openMailbox()
  process.env.SMTP_URL = `smtp://127.0.0.1:${opened.port}`
  process.env.ROSTER_BUILD = 'build-one'
  return opened
})
/** The published count by FULL=1; the test's name says what it ran. */
const ROUNDS = process.env.FULL ? 20 : 3

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
/** Two people on two servers. */
let olive: Context
let max: Context
beforeAll(async () => {
  w = await rehearsalWorld()
  olive = w.elsewhere()
  max = w.elsewhere(w.max)
})
afterAll(async () => {
  for (const { db } of [olive, max]) await (db as typeof w.db).$disconnect()
  await w.end()
  await mailbox.close()
})
beforeEach(async () => {
  await w.stopOpen()
  mailbox.received.length = 0
})

/** Both press at once, until one of them finds the step ended. @returns what each was told first */
async function both(id: string, step: StepName) {
  const press = (by: Context) => takeStep({ ...by, requestId: newId() }, id, { step })
  const told = await Promise.all([press(olive), press(max)])
  for (let tries = 0; tries < 50 && !(await w.stepOf(id, step))?.passed; tries++) await press(max)
  return told
}

describe(`two people press at once, in ${ROUNDS} rehearsals`, () => {
  it('each step: one does it, both see it, and everything happens once', async () => {
    const roster = await w.roster({ tenders: 5 })
    for (let round = 0; round < ROUNDS; round++) {
      mailbox.received.length = 0
      const id = await w.begin(roster.id, round % 2 ? max : olive)
      const operator = round % 2 ? w.max : w.olive
      for (const step of STEPS) {
        for (const told of await both(id, step))
          if (told.ok) expect(['done', 'running']).toContain(told.state)
          else expect(told).toMatchObject({ reason: 'held', text: expect.stringContaining('Somebody') })
        expect(await w.checksOf(id, step)).not.toContain('"ok":false')
        expect((await w.factsOf(id)).filter(([, of]) => of === step)).toEqual([['step_passed', step]])
      }
      const { runId } = await w.rehearsal(id)
      expect(await findWeek(w.ctx, runId)).toMatchObject({ state: 'SENT', version: 11 })
      expect((await w.moves(runId)).map(({ version }) => version)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
      const answers = await w.db.availability.findMany({ where: { runId } })
      expect(
        answers
          .map(({ note }) => note)
          .filter(Boolean)
          .sort(),
      ).toHaveLength(2)
      expect(answers).toHaveLength(7)
      expect(mailbox.received.map(({ to }) => to)).toEqual(Array(13).fill(operator.email))
      expect(new Set(mailbox.received.map(({ messageId }) => messageId)).size).toBe(13)
      await must(signRehearsal(olive, id, { name: 'Olive Marsh', commandId: newId() }))
    }
  }, 600_000)
})

it('a roster of 200 tenders is rehearsed, in portions, by two people who both keep pressing', async () => {
  const roster = await w.roster({ tenders: 200 })
  await w.db.shiftTemplate.createMany({
    data: [2, 4, 6, 7].flatMap((weekday) =>
      ['Bar', 'Door', 'Cellar'].map((role) => ({
        ...{ id: newId(), rosterId: roster.id, weekday, startTime: '18:00', endTime: '23:30', role },
        ...{ minSeats: 2, targetSeats: 4, keyWanted: role === 'Bar', active: true },
      })),
    ),
  })
  const id = await w.begin(roster.id)
  for (const step of STEPS) {
    const began = performance.now()
    await both(id, step)
    console.log(`${step}: ${Math.round(performance.now() - began)} ms with 200 tenders`)
    expect(await w.stepOf(id, step)).toMatchObject({ passed: true })
  }
  const began = performance.now()
  const view = await loadRehearsal(w.press(), id)
  console.log(`page: ${Math.round(performance.now() - began)} ms`)
  expect(view).toMatchObject({ status: 'ready', inboxCount: 500, others: 0 })
  expect(view?.inbox).toHaveLength(100)
  expect(mailbox.received).toHaveLength(500)
  expect(new Set(mailbox.received.map(({ messageId }) => messageId)).size).toBe(500)
  expect(new Set(mailbox.received.map(({ to }) => to))).toEqual(new Set([w.olive.email]))
  expect(mailbox.schedules().get(w.olive.email)).toBe(200)
}, 300_000)
