import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { as, TICK } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { turnFlag, weekFromBefore } from '@/lib/testing/legacy'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { killed } from '@/lib/testing/two-engines'
import { momentOf } from '../../rules'
import { edit } from '../../seats/process'
import { listSeats } from '../../week/data'
import { changeSettings, close, extend, makeWeek, open, reopenAssigned } from '../../week/process'
import { legacyTick } from './process'

const SECOND = 1000
const HOUR = 3_600_000
const OWN = { opens: null, closes: null, generates: null, sendBy: null }
const NEVER = { status: 'pending', openedAt: null, closedAt: null, generatedAt: null, reopenedAt: null, sentAt: null }

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
  await w.db.appUser.create({
    data: {
      ...{ id: newId(), email: 'olive@daybook.test', emailNorm: 'olive@daybook.test', name: 'Olive' },
      ...{ role: 'operator', createdAt: w.ctx.now() },
    },
  })
  await w.dormant()
})
afterAll(() => w.end())

/** The old engine's part of a tick at an instant: what is due of one week, so that a test is not another's. */
async function tickAt(at: Date, id: string, by = w.ctx) {
  const ctx = as(w.at(at, by), TICK)
  const plan = await legacyTick.plan(ctx)
  const steps = plan.steps.filter((step) => 'week' in step && step.week.id === id)
  return legacyTick.run(ctx, { due: steps.length, steps }, { left: () => 60_000 })
}
const after = (date: Date, ms = SECOND) => new Date(date.getTime() + ms)
const state = async (id: string) => (await w.week(id)).state
const generatesAt = async (id: string) => {
  const { zone, weekOf, settings } = await w.week(id)
  return momentOf(zone, weekOf, settings.generates)
}
const moved = async (id: string) => (await w.moves(id)).slice(1).map(({ edge, actorKind }) => `${edge} by ${actorKind}`)

describe('the weekly clock of the old engine', () => {
  test('opens, closes and generates every week at its roster’s times, and then leaves it to people', async () => {
    const made = await w.make()
    const { opensAt, deadlineAt, endsAt, zone, weekOf, settings, autopilot } = await w.week(made.id)
    expect(autopilot).toBe(false)
    const times = [opensAt, deadlineAt, await generatesAt(made.id)]
    for (const [n, name] of ['COLLECTING', 'CLOSED', 'ASSIGNED'].entries()) {
      const at = times[n] ?? new Date(0)
      const before = await state(made.id)
      expect((await tickAt(after(at, -30 * SECOND), made.id)).due).toBe(0)
      expect(await state(made.id)).toBe(before)
      const reports = await Promise.all([tickAt(after(at), made.id), tickAt(after(at), made.id)])
      expect(reports.map(({ done }) => done).sort()).toEqual([0, 1])
      expect(await state(made.id)).toBe(name)
      expect((await tickAt(after(at, 2 * SECOND), made.id)).due).toBe(0)
    }
    const steps = ['oldOpen by tick', 'oldClose by tick', 'oldGenerate by tick']
    expect(await moved(made.id)).toEqual(steps)
    // Past the time to send by: nobody is told, and nothing is approved or sent.
    await tickAt(after(momentOf(zone, weekOf, settings.sendBy), HOUR), made.id)
    expect(await moved(made.id)).toEqual(steps)
    expect(await w.db.message.count({ where: { subjectId: made.id, kind: { in: ['nudge', 'schedule'] } } })).toBe(0)
    await tickAt(after(endsAt), made.id)
    await tickAt(after(endsAt, HOUR), made.id)
    const facts = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.ended_unsent' } })
    expect(facts.map(({ data }) => data)).toEqual([{ state: 'ASSIGNED' }])
    expect(await state(made.id)).toBe('ASSIGNED')
  })

  test('goes by a week’s own times, and by the deadline that a person moved', async () => {
    const made = await w.make()
    const own = { closes: { daysBefore: 6, time: '10:00' }, generates: { daysBefore: 5, time: '11:00' } }
    await w.must(changeSettings(w.ctx, made.id, { ...(await w.version(made.id)), autopilot: false, ...OWN, ...own }))
    const { opensAt, deadlineAt } = await w.week(made.id)
    expect(deadlineAt).toEqual(momentOf('Europe/London', made.weekOf, own.closes))
    await tickAt(after(opensAt), made.id)
    const later = after(deadlineAt, 3 * HOUR)
    await w.must(extend(w.ctx, made.id, { ...(await w.version(made.id)), deadline: later }))
    expect((await tickAt(after(deadlineAt), made.id)).due).toBe(0)
    await tickAt(after(later), made.id)
    expect(await state(made.id)).toBe('CLOSED')
    expect((await tickAt(after(await generatesAt(made.id), -30 * SECOND), made.id)).due).toBe(0)
    await tickAt(after(momentOf('Europe/London', made.weekOf, own.generates)), made.id)
    expect(await state(made.id)).toBe('ASSIGNED')
  })

  test('does not what a plan says that a person overtook', async () => {
    const made = await w.weekIn('COLLECTING')
    const { deadlineAt } = await w.week(made.id)
    const ctx = w.at(after(deadlineAt))
    const plan = await legacyTick.plan(ctx)
    await w.must(extend(w.ctx, made.id, { ...(await w.version(made.id)), deadline: after(deadlineAt, 5 * HOUR) }))
    await legacyTick.run(ctx, plan, { left: () => 60_000 })
    expect(await state(made.id)).toBe('COLLECTING')
  })

  test('opens no week whose deadline has passed, nor one beside another open form', async () => {
    const late = await w.make()
    expect((await tickAt(after((await w.week(late.id)).deadlineAt), late.id)).due).toBe(0)
    const first = await w.weekIn('COLLECTING')
    const beside = await makeWeek(w.ctx, { rosterId: first.rosterId, weekOf: '2041-09-02' })
    const id = beside.ok ? beside.id : ''
    expect((await tickAt(after((await w.week(id)).opensAt), id)).due).toBe(0)
    await w.must(close(w.ctx, first.id, await w.version(first.id)))
    expect(await tickAt(after((await w.week(id)).opensAt), id)).toMatchObject({ due: 1, done: 1 })
  })

  test('generates again after a form that was opened again, and keeps a failure for a person to read', async () => {
    const made = await w.weekIn('ASSIGNED')
    const [seat] = await listSeats(w.ctx, made.id)
    const pair = { shiftId: seat?.shiftId ?? '', tenderId: seat?.tenderId ?? '' }
    await w.must(edit(w.ctx, made.id, await w.version(made.id), { change: 'pin', ...pair }))
    await w.must(reopenAssigned(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    await w.must(close(w.ctx, made.id, await w.version(made.id)))
    await w.db.tender.update({ where: { id: pair.tenderId }, data: { active: false } })
    for (const minutes of [1, 2, 3]) await tickAt(after(await generatesAt(made.id), minutes * 60 * SECOND), made.id)
    expect(await w.week(made.id)).toMatchObject({ state: 'CLOSED', lastError: expect.stringContaining('is pinned') })
    expect(await w.db.auditEvent.count({ where: { subjectId: made.id, type: 'lease.released' } })).toBe(1)
  })

  test('makes the next week once, as one of its own', async () => {
    const { id: rosterId } = await w.roster({ settings: { makesWeeks: true } })
    const when = new Date('2044-03-02T12:00:00Z')
    const run = async () => {
      const plan = await legacyTick.plan(w.at(when))
      const steps = plan.steps.filter((step) => 'make' in step && step.make.rosterId === rosterId)
      return legacyTick.run(w.at(when), { due: steps.length, steps }, { left: () => 60_000 })
    }
    await Promise.all([run(), run()])
    const [week, ...more] = await w.db.rosterRun.findMany({ where: { rosterId }, orderBy: { weekOf: 'asc' } })
    expect(week).toMatchObject({ v2State: null, version: 0, openedAt: null, weekOf: new Date('2044-03-07') })
    expect(more.length).toBeLessThanOrEqual(1)
  })

  test('ends a week whose mails are all decided', async () => {
    const made = await w.weekIn('APPROVED')
    await w.db.tender.updateMany({ where: { rosterId: made.rosterId }, data: { email: null, emailNorm: null } })
    await w.must(w.queue(made))
    expect(await tickAt(w.ctx.now(), made.id)).toMatchObject({ due: 1, done: 1 })
    expect(await w.week(made.id)).toMatchObject({ state: 'SENT', status: 'sent', v2State: null })
  })
})

describe('weeks that are not quite its own', () => {
  test('one from before there were columns for its times goes by the rhythm', async () => {
    const made = await weekFromBefore(w, NEVER, { weekOf: '2043-06-01' })
    const { zone, settings } = await w.week(made.id)
    for (const [moment, next] of [
      [settings.opens, 'COLLECTING'],
      [settings.closes, 'CLOSED'],
      [settings.generates, 'ASSIGNED'],
    ] as const) {
      const at = momentOf(zone, made.weekOf, moment)
      expect((await tickAt(after(at, -30 * SECOND), made.id)).due).toBe(0)
      await tickAt(after(at), made.id)
      expect(await state(made.id)).toBe(next)
    }
  })

  test('a draft that v2 made is taken over and opened; what v2 has begun is left alone', async () => {
    await turnFlag(w, 'goLive')
    const draft = await w.make()
    const begun = await w.weekIn('COLLECTING')
    await turnFlag(w, 'rollBack')
    await tickAt(after((await w.week(draft.id)).opensAt), draft.id)
    expect(await w.week(draft.id)).toMatchObject({ v2State: null, state: 'COLLECTING' })
    expect((await w.moves(draft.id)).map(({ edge }) => edge)).toEqual(['birth', 'unadopt', 'oldOpen'])
    expect((await tickAt(after((await w.week(begun.id)).deadlineAt), begun.id)).due).toBe(0)
    expect(await w.week(begun.id)).toMatchObject({ v2State: 'COLLECTING' })
  })

  test('in a process that is switched off it goes on with its own, beside one that is live', async () => {
    const made = await w.make()
    await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
    await turnFlag(w, 'goLive')
    try {
      const late = after((await w.week(made.id)).deadlineAt)
      expect((await tickAt(late, made.id)).due).toBe(0)
      await tickAt(late, made.id, killed(w.ctx))
      expect(await w.week(made.id)).toMatchObject({ v2State: null, state: 'CLOSED' })
    } finally {
      await turnFlag(w, 'rollBack')
    }
  })
})
