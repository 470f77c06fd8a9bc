import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { weekday } from '@/lib/platform/plain-date'
import { localOf } from '@/lib/platform/zones'
import { must } from '@/lib/testing/engine'
import { type RehearsalWorld, rehearsalWorld } from '@/lib/testing/rehearsing'
import { tokenOf } from '../answers/effects'
import { submitAnswer } from '../answers/process'
import type { Choice, Settings } from '../schema'
import { findWeek, listAnswers, listShifts } from '../week/data'
import { approve, close, generate, makeWeek, open } from '../week/process'
import { listPattern } from './answers/data'
import { copyId } from './copy/rules'
import { listRehearsals, loadRehearsal, loadRehearsalStamp, rostersToRehearse } from './loaders'
import { beginRehearsal, stopRehearsal } from './process'

vi.hoisted(() => {
  process.env.ROSTER_BUILD = 'build-one'
})

// A whole rehearsal is some hundred statements: a loaded machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

let w: RehearsalWorld
beforeAll(async () => {
  w = await rehearsalWorld()
})
afterAll(() => w.end())
beforeEach(() => w.stopOpen())

const begin = (rosterId: string, ctx: Context = w.press(), commandId = newId()) =>
  beginRehearsal(ctx, { rosterId, commandId })

describe('a rehearsal begins', () => {
  it('with a copy and a scratch week in DRAFT, and with its event, all at once', async () => {
    const { id: rosterId } = await w.roster({
      tenders: 3,
      settings: { autopilot: true, makesWeeks: true, restHours: 9 },
    })
    const id = await w.begin(rosterId)
    const { runId, copyId: copy, address, operatorName, weekOf, zone } = await w.rehearsal(id)
    expect([address, operatorName, zone]).toEqual([w.olive.email, 'Olive Marsh', 'Europe/London'])
    const week = await findWeek(w.ctx, runId)
    expect(week).toMatchObject({
      kind: 'rehearsal',
      state: 'DRAFT',
      v2State: 'DRAFT',
      version: 0,
      shifts: 3,
      tenders: 3,
      autopilot: false,
    })
    expect(weekday(weekOf)).toBe(1)
    expect((week?.deadlineAt.getTime() ?? 0) - w.ctx.now().getTime()).toBeGreaterThan(28 * 86_400_000)
    const roster = await w.db.roster.findUniqueOrThrow({ where: { id: copy } })
    expect(roster).toMatchObject({ name: 'The Anchor (rehearsal)', rehearsalOf: rosterId })
    expect(roster.settings).toMatchObject({
      restHours: 9,
      autopilot: false,
      makesWeeks: false,
    } satisfies Partial<Settings>)
    expect(await w.factsOf(id)).toEqual([['began', null]])
    const view = await loadRehearsal(w.press(), id)
    expect(view).toMatchObject({
      status: 'open',
      next: 'open',
      inbox: [],
      inboxCount: 0,
      isThisBuild: true,
      locked: null,
    })
    expect(view?.steps.map(({ state }) => state).join(' ')).toBe('now todo todo todo todo todo todo todo')
  })

  it('once for one press, also when that comes twice at the same moment', async () => {
    const { id: rosterId } = await w.roster()
    const commandId = newId()
    const presses = await Promise.all([1, 2, 3].map(() => begin(rosterId, w.press(), commandId)))
    const ids = presses.map((one) => (one.ok ? one.id : one.text))
    expect(new Set(ids).size).toBe(1)
    expect(await begin(rosterId, w.press(), commandId)).toEqual({ ok: true, id: ids[0] })
    expect(await w.db.roster.count({ where: { rehearsalOf: rosterId } })).toBe(1)
    expect(await w.factsOf(ids[0] ?? '')).toEqual([['began', null]])
  })

  it('one at a time: of two people at once one begins it, and the other is led to it', async () => {
    const { id: rosterId } = await w.roster()
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([begin(rosterId), begin(rosterId, w.press({}, w.max))])
      const [first] = both.filter((one) => one.ok)
      const [second] = both.filter((one) => !one.ok)
      if (!first?.ok) throw new Error(JSON.stringify(both))
      expect(second).toMatchObject({
        reason: 'one_is_open',
        rehearsalId: first.id,
        text: expect.stringContaining('stop it first'),
      })
      expect(await begin(rosterId)).toMatchObject({ ok: false, rehearsalId: first.id })
      await must(stopRehearsal(w.press(), first.id, { commandId: newId() }))
    }
    expect(await w.db.rehearsal.count({ where: { ofRosterId: rosterId } })).toBe(5)
    expect((await listRehearsals(w.press())).slice(0, 2)).toMatchObject([
      { title: 'Rehearsal of The Anchor', status: 'stopped', passed: 0 },
      { status: 'stopped' },
    ])
  })

  it('not where it would rehearse nothing, and says what to do first', async () => {
    const [empty, bare, silent] = [await w.roster({ tenders: 0 }), await w.roster(), await w.roster()]
    await w.db.shiftTemplate.updateMany({ where: { rosterId: bare.id }, data: { active: false } })
    await w.db.tender.updateMany({ where: { rosterId: silent.id }, data: { email: null, emailNorm: null } })
    const told = { no_roster: newId(), no_tenders: empty.id, no_pattern: bare.id, nobody_to_mail: silent.id }
    const choices = await rostersToRehearse(w.press())
    for (const [reason, rosterId] of Object.entries(told)) {
      const refused = await begin(rosterId)
      expect(refused).toMatchObject({ ok: false, reason, text: expect.stringMatching(/(Add|Make|Give) /) })
      if (reason !== 'no_roster' && !refused.ok)
        expect(choices.find(({ id }) => id === rosterId)).toMatchObject({ reason: refused.text })
    }
    expect(choices.some(({ reason }) => reason === null)).toBe(true)
    expect(await w.db.roster.count({ where: { rehearsalOf: { in: Object.values(told) } } })).toBe(0)
  })

  it('by somebody who is signed in, whose address takes mail', async () => {
    const { id: rosterId } = await w.roster()
    expect(await begin(rosterId, { ...w.press(), actor: SYSTEM })).toMatchObject({ ok: false, reason: 'not_a_person' })
    await w.db.appUser.update({ where: { id: w.max.id }, data: { email: 'max at anchor' } })
    expect(await begin(rosterId, w.press({}, w.max))).toMatchObject({ ok: false, reason: 'no_address' })
    await w.db.appUser.update({ where: { id: w.max.id }, data: { disabledAt: w.ctx.now(), email: w.max.email } })
    expect(await begin(rosterId, w.press({}, w.max))).toMatchObject({ ok: false, reason: 'not_a_person' })
    await w.db.appUser.update({ where: { id: w.max.id }, data: { disabledAt: null } })
  })

  it('neither of a copy, and no copy stands among the rosters to choose from', async () => {
    const { id: rosterId } = await w.roster()
    const id = await w.begin(rosterId)
    const { copyId: copy } = await w.rehearsal(id)
    await w.stopOpen()
    expect(await begin(copy)).toMatchObject({ ok: false, reason: 'no_roster' })
    expect((await rostersToRehearse(w.press())).map((choice) => choice.id)).not.toContain(copy)
  })
})

it('its stamp changes with whatever its page shows, and with nothing else', async () => {
  const { id: rosterId } = await w.roster()
  const id = await w.begin(rosterId)
  const stamps = new Set<string>()
  const look = async () => (await loadRehearsalStamp(w.press(), id))?.stamp ?? 'none'
  stamps.add(await look())
  expect(await look()).toBe([...stamps][0])
  await w.finish(id, 'open')
  stamps.add(await look())
  await w.finish(id, 'extend')
  stamps.add(await look())
  await must(stopRehearsal(w.press(), id, { commandId: newId() }))
  stamps.add(await look())
  expect(stamps.size).toBe(4)
  expect(await loadRehearsalStamp(w.press(), id)).toMatchObject({ status: 'stopped', inFlight: false })
  expect(await loadRehearsalStamp(w.press(), newId())).toBeNull()
  expect(await loadRehearsal(w.press(), newId())).toBeNull()
})

describe('what people answer', () => {
  const saidIn = async (id: string, rosterId: string) => {
    const { runId } = await w.rehearsal(id)
    const templates = await w.db.shiftTemplate.findMany({ where: { rosterId }, orderBy: { weekday: 'asc' } })
    const shifts = await listPattern(w.ctx, runId)
    const answers = await listAnswers(w.ctx, runId)
    return async (tenderId: string) => {
      const answer = answers.find((one) => one.tenderId === copyId(id, 'tender', tenderId))
      if (!answer) return null
      const said = templates.map((template) => {
        const shift = shifts.find(({ templateId }) => templateId === copyId(id, 'template', template.id))
        return answer.choices[shift?.id ?? '']
      })
      return [...said, answer.most]
    }
  }

  it('is what they said in the last sent week, shift of the pattern by shift of the pattern', async () => {
    const made = await w.make({ tenders: 3 })
    const [ana = '', ben = '', cy = ''] = made.tenders.map(({ id }) => id)
    await must(open(w.ctx, made.id, { version: 0, deadline: w.deadline() }))
    const shifts = await listShifts(w.ctx, made.id)
    const say = (tenderId: string, said: Choice[], most: number | null) =>
      must(
        submitAnswer(w.ctx, {
          token: tokenOf(made.id, tenderId),
          choices: Object.fromEntries(shifts.map(({ id }, n) => [id, said[n] ?? 'no'])),
          most,
          note: 'Between us.',
        }),
      )
    await say(ana, ['no', 'no', 'no'], null)
    await say(ana, ['yes', 'no', 'if_needed'], 2)
    await say(ben, ['no', 'no', 'no'], null)
    await must(close(w.ctx, made.id, await w.version(made.id)))
    await say(ana, ['no', 'no', 'no'], null)
    await must(generate(w.ctx, made.id, await w.version(made.id)))
    await must(approve(w.ctx, made.id, await w.bound(made.id)))
    await must(w.queue(made))
    await w.post(w.ctx, undefined, made.id)
    // A later week that is not sent counts for nothing; who came since was never asked; a shift came since.
    const next = await must(makeWeek(w.ctx, { rosterId: made.rosterId, weekOf: '2046-01-01' }))
    await must(open(w.ctx, next.id, { version: 0, deadline: w.deadline() }))
    const dev = newId()
    const dee = { id: dev, name: 'Zoe', email: 'zoe@x.test', emailNorm: 'zoe@x.test', keyHolder: false }
    await w.db.tender.create({ data: { ...dee, rosterId: made.rosterId, active: true, createdAt: w.ctx.now() } })
    const [pattern] = await w.db.shiftTemplate.findMany({ where: { rosterId: made.rosterId } })
    if (!pattern) throw new Error('three were made')
    await w.db.shiftTemplate.create({ data: { ...pattern, id: newId(), weekday: 7 } })

    const id = await w.begin(made.rosterId)
    await w.passUntil(id, 'close')
    const said = await saidIn(id, made.rosterId)
    expect(await said(ana)).toEqual(['yes', 'no', 'if_needed', 'yes', 2])
    expect(await said(ben)).toEqual(['no', 'no', 'no', 'yes', null])
    expect(await said(cy)).toBeNull()
    expect(await said(dev)).toEqual(['yes', 'yes', 'yes', 'yes', null])
    const { runId } = await w.rehearsal(id)
    expect((await listAnswers(w.ctx, runId)).map(({ note }) => note)).not.toContain('Between us.')
    await w.passUntil(id)
  })

  it('is yes to everything where no week was sent yet, or where the last one would leave the roster empty', async () => {
    const fresh = await w.roster({ tenders: 2 })
    const id = await w.begin(fresh.id)
    await w.passUntil(id)
    const said = await saidIn(id, fresh.id)
    for (const { id: tender } of fresh.tenders) expect((await said(tender))?.at(-1)).toBeNull()
    await w.stopOpen()

    const made = await w.make({ tenders: 2 })
    await must(open(w.ctx, made.id, { version: 0, deadline: w.deadline() }))
    for (const tender of made.tenders) await must(w.answer(made.id, tender.id, 'no'))
    await must(close(w.ctx, made.id, await w.version(made.id)))
    await must(generate(w.ctx, made.id, await w.version(made.id)))
    await must(approve(w.ctx, made.id, await w.bound(made.id)))
    await must(w.queue(made))
    await w.post(w.ctx, undefined, made.id)
    const other = await w.begin(made.rosterId)
    await w.passUntil(other, 'close')
    const now = await saidIn(other, made.rosterId)
    for (const { id: tender } of made.tenders) expect(await now(tender)).toEqual(['yes', 'yes', 'yes', null])
  })
})

describe('the scratch week', () => {
  /** So many ms from now to an instant: the clock of everything that a press does. */
  const at = (iso: string) => Date.parse(iso) - w.ctx.now().getTime()

  it.each([
    ['Europe/London', '2027-02-14T12:00:00Z', 'forward', '2027-03-28', { daysBefore: -6, time: '01:30' }],
    ['Europe/London', '2026-09-14T12:00:00Z', 'back', '2026-10-25', { daysBefore: -6, time: '01:30' }],
    ['America/New_York', '2027-02-03T12:00:00Z', 'forward', '2027-03-14', { daysBefore: -6, time: '02:30' }],
    ['Australia/Lord_Howe', '2026-08-26T12:00:00Z', 'forward', '2026-10-04', { daysBefore: -6, time: '02:10' }],
  ])('of %s is rehearsed over a change of the clocks (%s, %s)', async (zone, now, _way, sunday, closes) => {
    const ctx = w.press({ shift: at(now), now: () => new Date(w.ctx.now().getTime() + at(now)) })
    const { id: rosterId } = await w.roster({
      zone,
      settings: { closes, generates: closes, sendBy: { daysBefore: -6, time: '18:00' } },
    })
    // Over the night of the change, and within the hour that the clocks skip or say twice.
    await w.db.shiftTemplate.createMany({
      data: [7, 6].map((day) => ({
        ...{
          id: newId(),
          rosterId,
          weekday: day,
          startTime: day === 7 ? '01:30' : '20:00',
          endTime: '04:00',
          role: 'Door',
        },
        ...{ minSeats: 1, targetSeats: 1, keyWanted: false, active: true },
      })),
    })
    const id = (await must(begin(rosterId, ctx))).id
    const { runId, weekOf } = await w.rehearsal(id)
    const days = (await listShifts(ctx, runId)).map(({ date }) => date)
    expect([weekOf, sunday]).toEqual([days.sort()[0], days.at(-1)])
    await w.passUntil(id, null, ctx)
    const deadlines = (await w.moves(runId)).flatMap(({ data }) => {
      const { deadline } = data as { deadline?: string }
      return deadline ? [localOf(zone, new Date(deadline))] : []
    })
    const { time: wall } = closes
    expect(deadlines.slice(0, 2).map(({ time }) => time.slice(0, 5))).toEqual([wall, wall])
    expect(deadlines.at(-1)?.date).toBe(sunday)
    await w.stopOpen()
  })
})
