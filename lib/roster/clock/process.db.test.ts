import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { momentOf } from '../rules'
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
  const mine = () => w.db.rosterRun.count({ where: { rosterId: made.rosterId } })
  await tickAt(new Date(opens.getTime() - 8 * 24 * 3_600_000))
  expect(await mine()).toBe(1)
  const when = new Date(opens.getTime() - 6 * 24 * 3_600_000)
  await Promise.all([tickAt(when), tickAt(when)])
  await tickAt(when)
  expect(await mine()).toBe(2)
})

test('a week that ends unsent leaves one event', async () => {
  const made = await w.weekIn('ASSIGNED')
  const over = after((await w.week(made.id)).endsAt)
  await Promise.all([tickAt(over), tickAt(over)])
  await tickAt(over)
  const events = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.ended_unsent' } })
  expect(events.map((event) => event.data)).toEqual([{ state: 'ASSIGNED' }])
})
