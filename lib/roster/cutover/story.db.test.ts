import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { addDays } from '@/lib/platform/plain-date'
import { subjects } from '@/lib/registry'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { flagTo, flip, rehearsed } from '@/lib/testing/two-engines'
import { loadTimeline } from '@/lib/timeline/loaders'
import { rosterTick } from '../clock/process'
import { legacyTick } from '../legacy/clock/process'
import { legacyProgress } from '../legacy/rules'
import { loadRosters, loadWeeks } from '../people/loaders'
import { momentOf, weekOfInstant } from '../rules'
import { send, settle } from '../sending/process'
import { loadRosterCards, rosterToday } from '../today/loaders'
import { loadWeek } from '../week/loaders'
import { approve, close, makeWeek, unapprove } from '../week/process'
import { loadCutover } from './loaders'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR

let w: RosterWorld
let roster: Awaited<ReturnType<RosterWorld['roster']>>
beforeEach(async () => {
  w = await rosterWorld()
  // A week is sent four days before it begins, and the next one's form opens a day later: the gap in between.
  const opens = { daysBefore: 10, time: '09:00' }
  roster = await w.roster({ settings: { opens, autopilot: true } })
})
afterEach(() => w.end())

const row = (id: string) => w.db.rosterRun.findUniqueOrThrow({ where: { id } })
const everyRow = () => w.db.rosterRun.findMany({ where: { kind: 'week' }, orderBy: { weekOf: 'asc' } })
/** One tick, as a server runs it: both engines' parts, whoever is in charge. */
async function tick(at: Date): Promise<Context> {
  const ctx = w.at(at)
  for (const part of [rosterTick, legacyTick]) {
    const report = await part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
    expect(report).toMatchObject({ failed: 0, left: 0 })
  }
  return ctx
}
const after = (at: Date, ms = MINUTE) => new Date(at.getTime() + ms)

/** The week after the latest, as its operator makes it in the gap; the first one's form opens tomorrow. */
async function nextWeek(at: Date): Promise<string> {
  const ctx = w.at(at)
  const last = (await everyRow()).at(-1)?.weekOf.toISOString().slice(0, 10)
  const weekOf = last ? addDays(last, 7) : addDays(weekOfInstant('Europe/London', at), 14)
  const made = await w.must(makeWeek(ctx, { rosterId: roster.id, weekOf }))
  return made.id
}

const version = (id: string) => w.version(id)
const state = async (id: string) => (await w.week(id)).state

/**
 * A week from its making to SENT by whichever engine is in charge: the clock opens, closes and generates, a person
 * approves and sends. @param look what is tried in each state
 * @returns an instant in the gap after it
 */
async function carry(id: string, look: (state: string, ctx: Context) => Promise<void> = async () => {}): Promise<Date> {
  const { opensAt, deadlineAt, zone, weekOf, settings } = await w.week(id)
  await look('DRAFT', w.at(opensAt))
  const opened = await tick(after(opensAt))
  expect(await state(id)).toBe('COLLECTING')
  await look('COLLECTING', opened)
  for (const tender of roster.tenders) await w.must(w.answer(id, tender.id, 'yes', opened))
  const closed = await tick(after(deadlineAt))
  expect(await state(id)).toBe('CLOSED')
  await look('CLOSED', closed)
  const generated = await tick(after(momentOf(zone, weekOf, settings.generates)))
  expect(await state(id)).toBe('ASSIGNED')
  await look('ASSIGNED', generated)
  const read = w.later(generated, HOUR)
  await w.must(approve(read, id, await w.bound(id)))
  await look('APPROVED', read)
  const left = w.later(read, HOUR)
  await w.must(send(left, id, { ...(await w.bound(id)), typed: weekOf }))
  await look('APPROVED', left)
  await w.post(left)
  await settle(left, id)
  expect(await state(id)).toBe('SENT')
  const mails = (await w.rows(id)).map(({ personId, state: mail }) => [personId, mail])
  expect(mails.sort()).toEqual(roster.tenders.map((tender) => [tender.id, 'sent']).sort())
  return w.later(left, HOUR).now()
}

/** Every page that shows weeks, read as the engine in charge has them. @returns each week's state as its page says it */
async function walk(at: Date): Promise<string[]> {
  const ctx = w.at(at)
  await loadRosters(ctx)
  await loadRosterCards(ctx)
  await rosterToday.entries(ctx)
  await loadCutover(ctx)
  await loadTimeline(ctx, subjects, { desk: 'roster' })
  const shown: string[] = []
  for (const { id, v2State, ...stamps } of await everyRow()) {
    const page = await loadWeek(ctx, id)
    if (!page) throw new Error(`no page of ${id}`)
    // What v2 left reads the same by the stamps alone: nothing of it surprises an engine that knows no states.
    if (v2State !== null) expect(legacyProgress(stamps)).toBe(v2State)
    expect(page.halfDone).toBe(false)
    shown.push(page.state)
  }
  expect((await loadWeeks(ctx, roster.id)).map((week) => week.state).reverse()).toEqual(shown)
  return shown
}

test('the cut-over: two weeks on v2, back in the gap, a week of the old engine, and v2 once more', async () => {
  await flagTo(w.ctx, 'DORMANT', roster.id)
  await rehearsed(w.ctx, roster.id)
  const monday = new Date(`${weekOfInstant('Europe/London', w.ctx.now())}T12:00:00Z`)
  let now = after(monday, 3 * 24 * HOUR)
  await w.must(flip(w.at(now), 'goLive'))

  // Two weeks on v2. A rollback in the middle is refused at each state, and nothing of the week is touched.
  const onV2: string[] = []
  for (let n = 0; n < 2; n++) {
    const id = await nextWeek(now)
    now = await carry(id, async (at, ctx) => {
      if (at === 'DRAFT') return
      const before = await row(id)
      expect(before.v2State).toBe(at)
      expect(await flip(ctx, 'rollBack'), at).toMatchObject({ ok: false, kind: 'guard', reason: 'gap' })
      expect(await row(id)).toEqual(before)
    })
    onV2.push(id)
  }
  expect((await Promise.all(onV2.map(row))).map((week) => [week.v2State, week.status])).toEqual([
    ['SENT', 'sent'],
    ['SENT', 'sent'],
  ])

  // Back, in the gap: only the flip. Every row is as it was, and the old engine reads each without surprise.
  const before = await everyRow()
  await w.must(flip(w.at(now), 'rollBack'))
  expect(await everyRow()).toEqual(before)
  expect((await walk(now)).slice(0, 2)).toEqual(['SENT', 'SENT'])
  await tick(after(now, HOUR))
  expect((await everyRow()).slice(0, 2)).toEqual(before.slice(0, 2))
  for (const id of onV2)
    expect(await unapprove(w.at(now), id, await version(id))).toMatchObject({ reason: 'not_from_SENT' })

  // The next week is the old engine's from its first move to the end.
  const old = await nextWeek(now)
  now = await carry(old, async (at, ctx) => {
    if (at !== 'DRAFT') expect((await row(old)).v2State).toBeNull()
    if (at !== 'DRAFT') expect(await flip(ctx, 'goLive'), at).toMatchObject({ reason: 'gap' })
  })
  expect(await row(old)).toMatchObject({ v2State: null, status: 'sent', sentAt: expect.any(Date) })
  expect((await walk(now)).slice(0, 3)).toEqual(['SENT', 'SENT', 'SENT'])

  // A second cut-over asks for another rehearsal. A sent week stays as the old engine left it, final for v2 too; the next
  // one, which the old engine made, v2 adopts at its first touch.
  const again = await nextWeek(now)
  expect((await row(again)).v2State).toBeNull()
  expect(await flip(w.at(now), 'goLive')).toMatchObject({ reason: 'rehearsal' })
  await rehearsed(w.at(now), roster.id)
  await w.must(flip(w.at(after(now)), 'goLive'))
  const sent = await row(old)
  expect(await close(w.at(now), old, await version(old))).toMatchObject({ ok: false, reason: 'not_from_SENT' })
  now = await carry(again)
  expect(await row(old)).toEqual(sent)
  expect((await walk(now)).slice(0, 4)).toEqual(['SENT', 'SENT', 'SENT', 'SENT'])
  expect(await row(again)).toMatchObject({ v2State: 'SENT', status: 'sent' })
  expect((await w.moves(again)).map(({ edge }) => edge).slice(0, 3)).toEqual(['birth', 'adopt', 'open'])

  // Nobody has the schedule of a week twice, and nobody was forgotten, whichever engine sent it.
  for (const id of [...onV2, old, again]) expect(await w.rows(id)).toHaveLength(roster.tenders.length)
  expect(now.getTime() - monday.getTime()).toBeGreaterThan(3 * WEEK)
}, 240_000)
