import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimStatement } from '@/lib/engine/store'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { run } from '../machine'
import { momentOf, weekOfInstant } from '../rules'
import { edit } from '../seats/process'
import { listSeats } from '../week/data'
import { changeSettings, close, reopenAssigned } from '../week/process'
import { rosterTick } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  for (const [email, disabled] of [
    ['olive@daybook.test', false],
    ['gone@daybook.test', true],
  ] as const)
    await w.db.appUser.create({
      data: {
        ...{ id: newId(), email, emailNorm: email, name: email, role: 'operator', createdAt: w.ctx.now() },
        disabledAt: disabled ? w.ctx.now() : null,
      },
    })
})
afterAll(() => w.end())

const tickAt = async (at: Date) => {
  const ctx = w.later(w.ctx, at.getTime() - w.ctx.now().getTime())
  return rosterTick.run(ctx, await rosterTick.plan(ctx), { left: () => 60_000 })
}
const nudges = (id: string) => w.db.message.findMany({ where: { subjectId: id, kind: 'nudge' } })
const state = async (id: string) => (await w.week(id)).state
const after = (date: Date | null, ms = 60_000) => new Date((date?.getTime() ?? 0) + ms)

test('a passed deadline is told once a run, to operators who can sign in, and moves nothing', async () => {
  const made = await w.weekIn('COLLECTING')
  const { deadlineAt } = await w.week(made.id)
  await tickAt(after(deadlineAt, -60_000))
  expect(await nudges(made.id)).toHaveLength(0)
  await Promise.all([tickAt(after(deadlineAt)), tickAt(after(deadlineAt)), tickAt(after(deadlineAt))])
  await tickAt(after(deadlineAt, 3_600_000))
  expect((await nudges(made.id)).map((row) => row.recipient)).toEqual(['olive@daybook.test'])
  expect(await state(made.id)).toBe('COLLECTING')
  const facts = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.nudged_collecting' } })
  expect(facts).toHaveLength(1)
})

test('an approved week that is not sent by its time is told once, and not while its mails are under way', async () => {
  const made = await w.weekIn('APPROVED')
  const week = await w.week(made.id)
  const sendBy = momentOf(week.zone, week.weekOf, week.settings.sendBy)
  await tickAt(after(sendBy, -60_000))
  expect(await nudges(made.id)).toHaveLength(0)
  await tickAt(after(sendBy))
  await tickAt(after(sendBy, 3_600_000))
  expect(await nudges(made.id)).toHaveLength(1)

  const queued = await w.weekIn('APPROVED')
  await w.must(w.queue(queued))
  const { settings, zone } = await w.week(queued.id)
  await tickAt(after(momentOf(zone, queued.weekOf, settings.sendBy)))
  expect(await nudges(queued.id)).toHaveLength(0)
})

test('autopilot opens, closes and generates, one step a tick, and stops there', async () => {
  const made = await w.make({ settings: { autopilot: true } })
  const week = await w.week(made.id)
  await tickAt(after(week.opensAt, -60_000))
  expect(await state(made.id)).toBe('DRAFT')
  await tickAt(after(week.opensAt))
  expect(await state(made.id)).toBe('COLLECTING')
  await tickAt(after(week.deadlineAt, -60_000))
  expect(await state(made.id)).toBe('COLLECTING')
  await tickAt(after(week.deadlineAt))
  expect(await state(made.id)).toBe('CLOSED')
  const generates = momentOf(week.zone, week.weekOf, week.settings.generates)
  await tickAt(after(generates))
  expect(await state(made.id)).toBe('ASSIGNED')
  await tickAt(after(generates, 3_600_000))
  expect(await state(made.id)).toBe('ASSIGNED')
  const actors = (await w.moves(made.id)).slice(1).map((event) => event.actorKind)
  expect(actors).toEqual(['autopilot', 'autopilot', 'autopilot'])
  expect(await nudges(made.id)).toHaveLength(0)
})

test('autopilot does not open a week whose deadline has passed', async () => {
  const made = await w.make({ settings: { autopilot: true } })
  await tickAt(after((await w.week(made.id)).deadlineAt))
  expect(await state(made.id)).toBe('DRAFT')
})

test('the clock makes the next week once, a week before its form opens', async () => {
  const made = await w.make({ settings: { makesWeeks: true } })
  const next = new Date(`${made.weekOf}T00:00:00Z`).getTime() + 7 * 24 * 3_600_000
  const weekOf = new Date(next).toISOString().slice(0, 10)
  const opens = momentOf('Europe/London', weekOf, { daysBefore: 14, time: '09:00' })
  const mine = () => w.db.rosterRun.count({ where: { rosterId: made.rosterId, weekOf: new Date(next) } })
  await tickAt(new Date(opens.getTime() - 8 * 24 * 3_600_000))
  expect(await mine()).toBe(0)
  const when = new Date(opens.getTime() - 6 * 24 * 3_600_000)
  await Promise.all([tickAt(when), tickAt(when)])
  await tickAt(when)
  expect(await mine()).toBe(1)
})

test('a week that ends unsent leaves one event', async () => {
  const made = await w.weekIn('ASSIGNED')
  const over = after((await w.week(made.id)).endsAt)
  await Promise.all([tickAt(over), tickAt(over)])
  await tickAt(over)
  const events = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.ended_unsent' } })
  expect(events.map((event) => event.data)).toEqual([{ state: 'ASSIGNED' }])
})

/** A lease whose holder died: claimed an hour ago, and over. */
async function crash(id: string, edge: string, lease: string, at: Date) {
  const order = { id, ...(await w.version(id)), commandId: newId(), reason: null, attempt: null, data: {}, set: {} }
  const then = w.later(w.ctx, at.getTime() - w.ctx.now().getTime() - 3_600_000)
  await claimStatement(then, run, { edge, lease, token: newId(), order, guards: [] })
}

test('an action that crashed keeps nobody from being told', async () => {
  const open = await w.weekIn('COLLECTING')
  const { deadlineAt } = await w.week(open.id)
  await crash(open.id, 'close', 'close', after(deadlineAt))
  await tickAt(after(deadlineAt))
  expect(await nudges(open.id)).toHaveLength(1)

  const made = await w.weekIn('APPROVED')
  const { settings, zone } = await w.week(made.id)
  const sendBy = momentOf(zone, made.weekOf, settings.sendBy)
  await crash(made.id, 'queue', 'send', after(sendBy))
  await tickAt(after(sendBy))
  expect(await nudges(made.id)).toHaveLength(1)
})

test('nobody is told to send a week that is over, nor is one that the last tick settles said to have ended unsent', async () => {
  const made = await w.weekIn('APPROVED')
  const over = after((await w.week(made.id)).endsAt)
  await tickAt(over)
  expect(await nudges(made.id)).toHaveLength(0)

  const late = await w.weekIn('APPROVED')
  await w.db.tender.updateMany({ where: { rosterId: late.rosterId }, data: { email: null, emailNorm: null } })
  await w.must(w.queue(late))
  await tickAt(after((await w.week(late.id)).endsAt))
  expect(await state(late.id)).toBe('SENT')
  expect(await w.db.auditEvent.count({ where: { subjectId: late.id, type: 'run.ended_unsent' } })).toBe(0)
})

test('a step that breaks leaves the others their turn', async () => {
  const made = await w.weekIn('COLLECTING')
  const ctx = w.later(w.ctx, after((await w.week(made.id)).deadlineAt).getTime() - w.ctx.now().getTime())
  const { steps } = await rosterTick.plan(ctx)
  const broken = {
    make: { rosterId: made.rosterId, weekOf: 'never' },
    ...{ rosterName: 'The Anchor', zone: 'Europe/London', opensAt: ctx.now() },
  }
  const plan = { due: steps.length + 1, steps: [broken, ...steps] }
  const report = await rosterTick.run(ctx, plan, { left: () => 60_000 })
  expect(report.failed).toBeGreaterThan(0)
  expect(await nudges(made.id)).toHaveLength(1)
})

test('autopilot does nothing by a plan that a change of the week’s times overtook', async () => {
  const made = await w.make({ settings: { autopilot: true } })
  const week = await w.week(made.id)
  const at = w.later(w.ctx, after(week.opensAt).getTime() - w.ctx.now().getTime())
  const plan = await rosterTick.plan(at)
  const none = { opens: null, closes: null, generates: null, sendBy: null }
  const closes = { daysBefore: 7, time: '08:30' }
  await w.must(changeSettings(w.ctx, made.id, { version: week.version, autopilot: true, ...none, closes }))
  const { deadlineAt } = await w.week(made.id)
  await rosterTick.run(at, plan, { left: () => 60_000 })
  expect(await state(made.id)).toBe('DRAFT')
  await tickAt(at.now())
  expect((await w.week(made.id)).deadlineAt).toEqual(deadlineAt)

  await tickAt(after(deadlineAt))
  const generates = after(momentOf(week.zone, week.weekOf, week.settings.generates), 3_600_000)
  const closed = w.later(w.ctx, generates.getTime() - w.ctx.now().getTime())
  const second = await rosterTick.plan(closed)
  const later = { generates: { daysBefore: 5, time: '09:00' } }
  await w.must(
    changeSettings(closed, made.id, { ...(await w.version(made.id)), autopilot: true, ...none, closes, ...later }),
  )
  await rosterTick.run(closed, second, { left: () => 60_000 })
  expect(await state(made.id)).toBe('CLOSED')
  await tickAt(generates)
  expect(await state(made.id)).toBe('CLOSED')
  await tickAt(after(generates, 3 * 24 * 3_600_000))
  expect(await state(made.id)).toBe('ASSIGNED')
})

test('autopilot does not close or generate once a person has switched it off', async () => {
  const made = await w.weekIn('COLLECTING', { settings: { autopilot: true } })
  const at = w.later(w.ctx, after((await w.week(made.id)).deadlineAt).getTime() - w.ctx.now().getTime())
  const none = { opens: null, closes: null, generates: null, sendBy: null }
  const off = async (id: string) =>
    w.must(changeSettings(w.ctx, id, { ...(await w.version(id)), autopilot: false, ...none }))
  const plan = await rosterTick.plan(at)
  await off(made.id)
  await rosterTick.run(at, plan, { left: () => 60_000 })
  expect(await state(made.id)).toBe('COLLECTING')

  const closed = await w.weekIn('CLOSED', { settings: { autopilot: true } })
  const week = await w.week(closed.id)
  const due = after(momentOf(week.zone, week.weekOf, week.settings.generates))
  const ctx = w.later(w.ctx, due.getTime() - w.ctx.now().getTime())
  const second = await rosterTick.plan(ctx)
  await off(closed.id)
  await rosterTick.run(ctx, second, { left: () => 60_000 })
  expect(await state(closed.id)).toBe('CLOSED')
})

test('a generate of autopilot that cannot succeed is tried once, and waits for a person with its reason', async () => {
  const made = await w.weekIn('ASSIGNED', { settings: { autopilot: true } })
  const [seat] = await listSeats(w.ctx, made.id)
  const pair = { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' }
  await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...pair }))
  await w.must(reopenAssigned(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.db.tender.update({ where: { id: pair.tenderId }, data: { active: false } })
  const week = await w.week(made.id)
  const due = momentOf(week.zone, week.weekOf, week.settings.generates)
  for (const minutes of [1, 2, 3]) await tickAt(after(due, minutes * 60_000))
  const released = await w.db.auditEvent.count({ where: { subjectId: made.id, type: 'lease.released' } })
  expect([await state(made.id), released]).toEqual(['CLOSED', 1])
  expect((await w.week(made.id)).lastError).toMatch('is pinned')
})

test('the clock goes on making weeks after a time without any, and fills a week that was left out', async () => {
  const { id: rosterId } = await w.roster({ settings: { makesWeeks: true } })
  const years = 3 * 365 * 24 * 3_600_000
  const monday = (ms: number) => new Date(`${weekOfInstant('Europe/London', new Date(ms))}T12:00:00Z`).getTime()
  const weeks = async () =>
    (await w.db.rosterRun.findMany({ where: { rosterId }, orderBy: { weekOf: 'asc' } })).map(({ weekOf }) =>
      weekOf.toISOString().slice(0, 10),
    )
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const [first, later] = [monday(w.ctx.now().getTime()), monday(w.ctx.now().getTime() + years)]
  const week = 7 * 24 * 3_600_000
  await tickAt(new Date(first))
  expect((await weeks()).slice(0, 1)).toEqual([day(first + week)])
  await tickAt(new Date(later))
  expect((await weeks()).at(-1)).toBe(day(later + week))
  for (let ticks = 0; ticks < 4; ticks++) await tickAt(new Date(later))
  expect((await weeks()).slice(-3)).toEqual([day(later + week), day(later + 2 * week), day(later + 3 * week)])
})
