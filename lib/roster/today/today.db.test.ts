import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadToday } from '@/lib/alerts/loaders'
import { claimStatement } from '@/lib/engine/store'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { withClient } from '@/scripts/boot/roles.mjs'
import { rosterTick } from '../clock/process'
import { run } from '../machine'
import { momentOf } from '../rules'
import { dropShift } from '../shifts/process'
import { listShifts } from '../week/data'
import { loadWeek } from '../week/loaders'
import { approve, changeSettings, close, extend, generate, makeWeek, open, takeLate } from '../week/process'
import { loadRosterCards, rosterToday } from './loaders'
import { putAside } from './process'

let w: RosterWorld
beforeAll(async () => {
  w = await rosterWorld()
})
afterAll(() => w.end())

const HOUR = 3_600_000
const ctxAt = (at: Date | null) => w.later(w.ctx, (at?.getTime() ?? 0) + 60_000 - w.ctx.now().getTime())

/** The entries about one week, by what they say. */
async function about(id: string, ctx: Context = w.ctx) {
  const entries = await rosterToday.entries(ctx)
  return entries.filter(({ key, href }) => key.includes(id) || href.includes(id))
}
const titles = async (id: string, ctx: Context = w.ctx) => (await about(id, ctx)).map(({ title }) => title)
const sendBy = async (id: string) => {
  const { zone, weekOf, settings } = await w.week(id)
  return momentOf(zone, weekOf, settings.sendBy)
}
const labels = async (id: string, ctx: Context) =>
  (await about(id, ctx)).flatMap(({ actions }) => actions.map(({ label }) => label))

test('a form past its deadline is there with its buttons, and gone once it is closed or moved', async () => {
  const made = await w.weekIn('COLLECTING')
  const past = ctxAt((await w.week(made.id)).deadlineAt)
  expect(await about(made.id)).toEqual([])
  const [entry] = await about(made.id, past)
  expect(entry).toMatchObject({ urgency: 2, title: 'The form is past its deadline', href: `/roster/${made.id}` })
  expect(entry?.text).toMatch(/Week of .*4 of 4 answered/)
  expect(entry?.actions).toMatchObject([
    { action: 'closeForm', input: { runId: made.id, ...(await w.version(made.id)) } },
    { kind: 'link' },
  ])
  const deadline = new Date(past.now().getTime() + 48 * HOUR)
  await w.must(extend(past, made.id, { ...(await w.version(made.id)), deadline }))
  expect(await about(made.id, past)).toEqual([])
  const later = ctxAt(deadline)
  await w.must(close(later, made.id, await w.version(made.id)))
  expect(await titles(made.id, later)).toEqual(['The form has closed: ready to generate'])
})

test('who has not answered is worth a look in the last day', async () => {
  const made = await w.make()
  await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  expect(await titles(made.id)).toEqual(['4 tenders have not answered, and the form closes soon'])
  for (const { id } of made.tenders) await w.must(w.answer(made.id, id, 'yes'))
  expect(await about(made.id)).toEqual([])
})

test('a closed form is worth a look, names who came late, and becomes a decision past send by', async () => {
  const made = await w.weekIn('CLOSED')
  expect(await labels(made.id, w.ctx)).toEqual(['Generate the roster', 'Open the week'])
  await w.must(w.answer(made.id, made.tenders[0]?.id ?? '', 'no'))
  const [nudge] = await about(made.id)
  expect(nudge).toMatchObject({ urgency: 3, actions: [{ kind: 'link', label: 'Open the week' }] })
  expect(nudge?.text).toMatch('Late: Tender 1.')
  const active = (is: boolean) => w.db.tender.update({ where: { id: made.tenders[0]?.id ?? '' }, data: { active: is } })
  await active(false)
  // Whoever left works nothing of this week: their late answer holds nobody up.
  expect(await labels(made.id, w.ctx)).toEqual(['Generate the roster', 'Open the week'])
  await active(true)
  await w.must(takeLate(w.ctx, made.id, await w.version(made.id)))
  expect((await about(made.id))[0]?.text).not.toMatch('Late')
  expect((await about(made.id, ctxAt(await sendBy(made.id))))[0]?.urgency).toBe(2)
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  expect(await titles(made.id)).toEqual(['The roster is made: read it through and approve'])
  expect((await about(made.id, ctxAt(await sendBy(made.id))))[0]).toMatchObject({ urgency: 2 })
  await w.must(approve(w.ctx, made.id, await w.bound(made.id)))
  expect(await about(made.id)).toEqual([])
})

test('an approved week is an alarm past send by, and no more once its mails are written', async () => {
  const made = await w.weekIn('APPROVED')
  const past = ctxAt(await sendBy(made.id))
  expect(await about(made.id, past)).toMatchObject([{ urgency: 1, title: 'The schedule is approved and not sent' }])
  await w.must(w.queue(made, past))
  expect(await about(made.id, past)).toEqual([])
})

test('a draft waits for its opening, says what is in its way, and when its deadline passed', async () => {
  const made = await w.make()
  const week = await w.week(made.id)
  const due = ctxAt(week.opensAt)
  expect(await about(made.id)).toEqual([])
  expect(await titles(made.id, due)).toEqual(['A form waits to be opened'])
  await w.must(
    changeSettings(w.ctx, made.id, {
      ...(await w.version(made.id)),
      ...{ autopilot: true, opens: null, closes: null, generates: null, sendBy: null },
    }),
  )
  expect(await about(made.id, due)).toEqual([])
  expect(await titles(made.id, ctxAt(week.deadlineAt))).toEqual(['A deadline passed before its form was opened'])
})

test('a draft behind an open form leads to it, on Today and on its own page', async () => {
  const first = await w.weekIn('COLLECTING')
  const weekOf = new Date(Date.parse(`${first.weekOf}T00:00:00Z`) + 7 * 24 * HOUR).toISOString().slice(0, 10)
  const second = await makeWeek(w.ctx, { rosterId: first.rosterId, weekOf })
  if (!second.ok) throw new Error(second.reason)
  const due = ctxAt((await w.week(second.id)).opensAt)
  const [entry] = await about(second.id, due)
  expect(entry).toMatchObject({ urgency: 3, title: 'A form could be open by now' })
  expect(entry?.actions).toMatchObject([{ label: 'Open the other week', href: `/roster/${first.id}` }])
  expect((await loadWeek(due, second.id))?.blockedBy).toMatchObject({ href: `/roster/${first.id}` })
  await w.must(close(w.ctx, first.id, await w.version(first.id)))
  expect(await titles(second.id, due)).toEqual(['A form waits to be opened'])
  expect((await loadWeek(due, second.id))?.blockedBy).toBe(null)
})

test('a week that ended unsent waits until a person puts it aside: once, and nobody after them', async () => {
  const made = await w.weekIn('ASSIGNED')
  const { endsAt } = await w.week(made.id)
  const over = ctxAt(endsAt)
  await rosterTick.run(over, await rosterTick.plan(over), { left: () => 60_000 })
  const [entry] = await about(made.id, over)
  expect(entry).toMatchObject({ urgency: 2, title: 'A week ended and its schedule was never sent' })
  expect(entry?.text).toMatch('still assigned')
  const seen = await w.version(made.id)
  expect(await putAside(w.ctx, made.id, seen)).toMatchObject({ ok: false, reason: 'This week is not over yet.' })
  expect(await putAside(over, made.id, { version: seen.version - 1 })).toMatchObject({ ok: false, code: 'conflict' })
  expect(await putAside(over, newId(), seen)).toMatchObject({ ok: false, code: 'not_found' })
  expect(await about(made.id, over)).toHaveLength(1)

  const other: Context = { ...over, actor: { kind: 'user', id: newId(), name: 'Oscar' } }
  const answers = await Promise.all([putAside(over, made.id, seen), putAside(other, made.id, seen)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const winner = answers[0]?.ok ? over : other
  expect(answers.find(({ ok }) => !ok)).toMatchObject({
    code: 'conflict',
    reason: `${winner.actor.name} put this week aside already.`,
  })
  expect(await putAside(winner, made.id, seen), 'pressed again by the same person').toEqual({ ok: true })
  expect(await about(made.id, over)).toEqual([])
  const facts = await w.db.auditEvent.findMany({ where: { subjectId: made.id, type: 'run.set_aside' } })
  expect(facts.map(({ data, version }) => [data, version])).toEqual([[{ state: 'ASSIGNED' }, null]])
  expect((await w.week(made.id)).state).toBe('ASSIGNED')
})

test('a generate that failed says why, with Try again; a lease that ran out says what stopped', async () => {
  const made = await w.weekIn('CLOSED')
  await w.db.rosterRun.update({ where: { id: made.id }, data: { lastError: 'Nobody holds a key.' } })
  const [failed] = await about(made.id)
  expect(failed).toMatchObject({ urgency: 1, tone: 'bad', title: 'The roster could not be generated' })
  expect(failed?.text).toMatch('Nobody holds a key. Nothing was changed.')
  expect(failed?.actions[0]).toMatchObject({ label: 'Try again', action: 'generateRoster' })
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  expect(await titles(made.id)).toEqual(['The roster is made: read it through and approve'])

  const stopped = await w.weekIn('CLOSED')
  const order = { id: stopped.id, ...(await w.version(stopped.id)), commandId: newId(), reason: null, attempt: null }
  const then = w.later(w.ctx, -HOUR)
  await claimStatement(then, run, {
    ...{ edge: 'generate', lease: 'generate', token: newId(), guards: [] },
    order: { ...order, data: {}, set: {} },
  })
  expect(await titles(stopped.id)).toEqual(['Generating the roster stopped half-way'])
  await w.must(generate(w.ctx, stopped.id, await w.version(stopped.id)))
  expect(await titles(stopped.id)).toEqual(['The roster is made: read it through and approve'])
})

test('whom the next schedule would not reach is worth a look from the roster on', async () => {
  const made = await w.weekIn('CLOSED')
  const [first, second] = made.tenders
  await w.db.tender.update({ where: { id: first?.id ?? '' }, data: { unsubscribedAt: w.ctx.now() } })
  await w.db.tender.update({ where: { id: second?.id ?? '' }, data: { bouncedAt: w.ctx.now() } })
  const problems = async () => (await about(made.rosterId)).filter(({ key }) => key.endsWith(':problems'))
  expect(await problems()).toEqual([])
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  expect(await problems()).toMatchObject([{ urgency: 3, title: 'The schedule may not reach 2 tenders' }])
  await w.db.tender.updateMany({ where: { rosterId: made.rosterId }, data: { unsubscribedAt: null, bouncedAt: null } })
  expect(await problems()).toEqual([])
})

test('a roster without a week on its way says so, and its card shows the week that comes next', async () => {
  const { id } = await w.roster()
  expect(await titles(id)).toEqual(['No week is being prepared'])
  const card = async (rosterId: string) => (await loadRosterCards(w.ctx)).find((one) => one.rosterId === rosterId)
  expect(await card(id)).toMatchObject({ week: null, sendBy: null })
  const made = await w.weekIn('CLOSED')
  expect(await card(made.rosterId)).toMatchObject({
    week: { href: `/roster/${made.id}`, mark: { label: 'Closed' }, text: '3 shifts, 6 seats. 4 of 4 answered.' },
    sendBy: { iso: (await sendBy(made.id)).toISOString() },
  })
})

test('a shift that was taken out is counted nowhere, and a rehearsal’s week is not there at all', async () => {
  const made = await w.weekIn('COLLECTING')
  const card = async () => (await loadRosterCards(w.ctx)).find(({ rosterId }) => rosterId === made.rosterId)?.week
  expect((await card())?.text).toMatch('3 shifts, 6 seats.')
  const [shift] = await listShifts(w.ctx, made.id)
  await w.must(dropShift(w.ctx, made.id, await w.version(made.id), shift?.id ?? ''))
  expect((await card())?.text).toMatch('2 shifts, 4 seats.')

  const past = ctxAt((await w.week(made.id)).deadlineAt)
  expect(await titles(made.id, past)).toHaveLength(1)
  await withClient(w.database.ownerUrl, (owner) =>
    owner.query(`ALTER TABLE roster_run DISABLE TRIGGER USER; UPDATE roster_run SET kind = 'rehearsal' WHERE id = '${made.id}';
      ALTER TABLE roster_run ENABLE TRIGGER USER`),
  )
  expect(await titles(made.id, past)).toEqual([])
  expect(await card()).toBeNull()
})

test('each role sees its own: who may not operate a roster is told nothing of one', async () => {
  await w.db.company.create({
    data: { id: newId(), name: 'The Anchor', zone: 'Europe/London', sample: false, createdAt: w.ctx.now() },
  })
  const shown = async (role: Parameters<typeof loadToday>[2]) => (await loadToday(w.ctx, [rosterToday], role)).entries
  expect((await shown('operator')).length).toBeGreaterThan(0)
  expect((await shown('admin')).length).toBeGreaterThan(0)
  for (const role of ['editor', 'office', 'engineer', 'supervisor'] as const) expect(await shown(role)).toEqual([])
})
