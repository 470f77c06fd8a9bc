import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { everything, turnFlag, weekFromBefore } from '@/lib/testing/legacy'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { everyStamps, stateByTheRules } from '@/lib/testing/stamps'
import { killed } from '@/lib/testing/two-engines'
import { nudge } from '../clock/effects'
import { PILOT, rosterTick, takeStep } from '../clock/process'
import type { StepName } from '../clock/rules'
import { legacyTick, WEEKLY } from '../legacy/clock/process'
import { momentOf } from '../rules'

const STATES = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED'] as const
const STEPS: StepName[] = ['adopt', 'open', 'close', 'generate', 'settle', 'nudgeCollecting', 'nudgeUnsent']
const STEPS_OF_OLD: StepName[] = ['open', 'close', 'generate', 'settle']
const HOUR = 3_600_000

let w: RosterWorld
/** Weeks of either engine in every state, on autopilot or not; of approved ones, one whose mails are all decided. */
let weeks: { id: string; weekOf: string; rosterId: string }[]

beforeAll(async () => {
  w = await rosterWorld()
  await w.db.appUser.create({
    data: {
      ...{ id: newId(), email: 'olive@daybook.test', emailNorm: 'olive@daybook.test', name: 'Olive' },
      ...{ role: 'operator', createdAt: w.ctx.now() },
    },
  })
  weeks = []
  for (const autopilot of [true, false])
    for (const state of STATES) weeks.push(await w.weekIn(state, { settings: { autopilot } }))
  const settled = await w.weekIn('APPROVED')
  await w.db.tender.updateMany({ where: { rosterId: settled.rosterId }, data: { email: null, emailNorm: null } })
  await w.must(w.queue(settled))
  weeks.push(settled, await w.make({ settings: { makesWeeks: true } }))
  const kinds = new Map(everyStamps().map((row) => [`${row.status} ${stateByTheRules(row)}`, row]))
  for (const row of kinds.values()) weeks.push(await weekFromBefore(w, row))
}, 120_000)
afterAll(() => w.end())

/** A minute past each moment of each week's rhythm, and of its end: whenever a clock might find something to do. */
async function moments(): Promise<Date[]> {
  const found = new Set<number>()
  for (const { id } of weeks) {
    const { zone, weekOf, settings, opensAt, deadlineAt, endsAt } = await w.week(id)
    const all = [
      opensAt,
      deadlineAt,
      endsAt,
      ...[settings.generates, settings.sendBy].map((at) => momentOf(zone, weekOf, at)),
    ]
    for (const at of all) found.add(at.getTime() + 60_000)
  }
  return [...found].sort((a, b) => a - b).map((at) => new Date(at))
}

const whole = { left: () => 600_000 }
const isOwn = (step: object): step is { week: { id: string } } => 'week' in step

/** Nothing at all comes of `work`. */
async function nothing(work: () => Promise<unknown>): Promise<void> {
  const before = await everything(w)
  await work()
  expect(await everything(w)).toEqual(before)
}

describe('while v2 is in charge the old clock does nothing', () => {
  test('it finds nothing to do, whatever the rows say', async () => {
    for (const at of await moments()) expect((await legacyTick.plan(w.at(at))).due).toBe(0)
  })

  test('what it found before the engines were changed over it leaves undone', async () => {
    let found = 0
    for (const at of await moments()) {
      const plan = await legacyTick.plan(killed(w.at(at)))
      found += plan.due
      await nothing(() => legacyTick.run(w.at(at), plan, whole))
    }
    expect(found).toBeGreaterThan(10)
  })

  test('nor does any step of it, taken by itself', async () => {
    for (const { id } of weeks)
      for (const name of STEPS_OF_OLD)
        await nothing(async () => {
          const week = await w.week(id)
          const late = w.at(new Date(week.endsAt.getTime() - HOUR))
          await takeStep(late, WEEKLY, { week, name })
        })
  })
})

describe.each([
  { flag: 'dormant', as: (ctx: Context) => ctx },
  { flag: 'live, in a process that is switched off', as: killed },
])('while v2 may not act ($flag) its part of the tick leaves every real week alone', ({ flag, as }) => {
  beforeAll(async () => {
    if (flag === 'dormant') await turnFlag(w, 'rollBack')
  })
  afterAll(async () => {
    if (flag === 'dormant') await turnFlag(w, 'goLive')
  })

  test('it finds nothing to do, whatever the rows say', async () => {
    for (const at of await moments()) expect((await rosterTick.plan(as(w.at(at)))).due).toBe(0)
  })

  test('what it found before it leaves undone', async () => {
    let found = 0
    if (flag === 'dormant') await turnFlag(w, 'goLive')
    const plans = []
    for (const at of await moments()) plans.push({ at, plan: await rosterTick.plan(w.at(at)) })
    if (flag === 'dormant') await turnFlag(w, 'rollBack')
    for (const { at, plan } of plans) {
      found += plan.steps.filter(isOwn).length
      await nothing(() => rosterTick.run(as(w.at(at)), plan, whole))
    }
    expect(found).toBeGreaterThan(10)
  })

  test('nor does any step of it, taken by itself, at any time', async () => {
    for (const { id } of weeks) {
      const week = await w.week(id)
      const late = as(w.at(new Date(week.endsAt.getTime() - HOUR)))
      for (const name of STEPS) await nothing(() => takeStep(late, PILOT, { week, name }))
      for (const kind of ['collecting', 'unsent'] as const)
        await nothing(async () => expect(await nudge(late, kind, week)).toBe(false))
    }
  })
})

test('with the engines as they were, the same steps are taken', async () => {
  const open = await w.weekIn('DRAFT', { settings: { autopilot: true } })
  const week = await w.week(open.id)
  expect(await takeStep(w.at(new Date(week.opensAt.getTime() + 1000)), PILOT, { week, name: 'open' })).toBe(true)
  const late = await w.weekIn('COLLECTING')
  const told = await w.week(late.id)
  expect(await nudge(w.at(new Date(told.deadlineAt.getTime() + 1000)), 'collecting', told)).toBe(true)
})
