import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { rosterTick } from './clock/process'
import { legacyTick } from './legacy/clock/process'
import { hashRoster } from './picker/hash'
import { momentOf } from './rules'
import { listAnswers, listSeats } from './week/data'
import { approve, close, extend, generate, makeWeek, open, reopen, reopenAssigned } from './week/process'

/** Scenarios of SCENARIOS.md that no other file has a reason to hold. */
let w: RosterWorld
/** One whose real weeks the old engine moves. */
let dormant: RosterWorld
beforeAll(async () => {
  ;[w, dormant] = await Promise.all([rosterWorld(), rosterWorld()])
  await dormant.dormant()
  const who = { id: newId(), email: 'olive@daybook.test', emailNorm: 'olive@daybook.test', name: 'Olive' }
  await w.db.appUser.create({ data: { ...who, role: 'operator', createdAt: w.ctx.now() } })
})
afterAll(() => Promise.all([w.end(), dormant.end()]))

const HOUR = 3_600_000
const ROUNDS = process.env.FULL ? 60 : 8

const at = (instant: string | Date): Context => w.at(new Date(instant))
const before = (instant: string) => new Date(Date.parse(instant) - 1_000)
const clocked = async (part: typeof rosterTick | typeof legacyTick, ctx: Context) =>
  part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
const state = async (id: string) => (await w.week(id)).state

// The Mondays after the four nights: 01:30 and 02:30 come twice, are skipped, or are what they always are.
const NIGHTS = [
  ['Europe/London', '2026-10-26', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
  ['Europe/London', '2027-03-29', '2027-03-28T01:00:00Z', '2027-03-28T01:30:00Z'],
  ['America/New_York', '2026-11-02', '2026-11-01T05:30:00Z', '2026-11-01T07:30:00Z'],
  ['America/New_York', '2027-03-15', '2027-03-14T06:30:00Z', '2027-03-14T07:00:00Z'],
] as const

describe.each(NIGHTS)('as the clocks of %s change before %s', (zone, weekOf, first, second) => {
  // Eight days earlier, when the letters of the zone are still the old ones.
  const then = () => at(new Date(Date.parse(first) - 8 * 24 * 3_600_000))

  async function made(world: RosterWorld, settings: object): Promise<string> {
    const { id: rosterId } = await world.roster({ zone, settings })
    const week = await makeWeek(world.at(then().now()), { rosterId, weekOf })
    if (!week.ok) throw new Error(week.reason)
    return week.id
  }
  const nudges = (id: string) => w.db.message.count({ where: { subjectId: id, kind: 'nudge' } })

  test('a form that is past its deadline is told at 01:30 local, and not a second before', async () => {
    const closes = { daysBefore: 1, time: '01:30' }
    const id = await made(w, { closes, generates: closes, sendBy: { daysBefore: 1, time: '02:30' } })
    const { deadlineAt, version } = await w.week(id)
    await w.must(open(then(), id, { version, deadline: deadlineAt }))
    await clocked(rosterTick, at(before(first)))
    expect(await nudges(id)).toBe(0)
    await clocked(rosterTick, at(first))
    await clocked(rosterTick, at(first))
    expect([await nudges(id), await state(id)]).toEqual([1, 'COLLECTING'])
  })

  test('a roster that is approved and not sent is told at 02:30 local, and not a second before', async () => {
    const ctx = then()
    const sendBy = { daysBefore: 1, time: '02:30' }
    const id = await made(w, { sendBy })
    const press = async () => ({ version: (await w.week(id)).version })
    await w.must(open(ctx, id, { ...(await press()), deadline: new Date(ctx.now().getTime() + 3_600_000) }))
    await w.must(close(ctx, id, await press()))
    await w.must(generate(ctx, id, await press()))
    await w.must(approve(ctx, id, { ...(await press()), hash: hashRoster(await listSeats(ctx, id)) }))
    await clocked(rosterTick, at(before(second)))
    expect(await nudges(id)).toBe(0)
    await clocked(rosterTick, at(second))
    await clocked(rosterTick, at(second))
    expect([await nudges(id), await state(id)]).toEqual([1, 'APPROVED'])
  })

  test('the old clock opens, closes and generates by the same wall clock as autopilot, to the second', async () => {
    const night = { opens: '00:30', closes: '01:30', generates: '02:30', sendBy: '04:00' }
    const settings = Object.fromEntries(Object.entries(night).map(([name, time]) => [name, { daysBefore: 1, time }]))
    const worlds = [
      { world: w, part: rosterTick, id: await made(w, { ...settings, autopilot: true }) },
      { world: dormant, part: legacyTick, id: await made(dormant, settings) },
    ]
    for (const { world, part, id } of worlds) {
      const { opensAt } = await world.week(id)
      const steps = [opensAt.toISOString(), first, second]
      for (const [index, reached] of ['COLLECTING', 'CLOSED', 'ASSIGNED'].entries()) {
        const instant = steps[index] ?? ''
        const was = (await world.week(id)).state
        await clocked(part, world.at(before(instant)))
        expect((await world.week(id)).state).toBe(was)
        await clocked(part, world.at(new Date(instant)))
        expect((await world.week(id)).state).toBe(reached)
      }
    }
  })
})

test('four ticks at once after two days without a server take each step of autopilot once', async () => {
  const made = await w.weekIn('COLLECTING', { settings: { autopilot: true } })
  const { deadlineAt, zone, weekOf, settings } = await w.week(made.id)
  const together = async (instant: Date) => {
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: 4 }, () => clocked(rosterTick, at(instant))))
    return (await w.moves(made.id)).map(({ edge }) => edge)
  }
  expect(await together(new Date(deadlineAt.getTime() + 2 * 24 * HOUR))).toEqual(['birth', 'open', 'close'])
  const generates = new Date(momentOf(zone, weekOf, settings.generates).getTime() + 2 * 24 * HOUR)
  expect(await together(generates)).toEqual(['birth', 'open', 'close', 'generate'])
})

test('one closes while the other moves the deadline: one of the two happens, and the form is as that one says', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = await w.weekIn('COLLECTING', { tenders: 2 })
    const press = await w.version(made.id)
    const deadline = new Date(w.ctx.now().getTime() + 48 * HOUR)
    const [closing, extending] = await Promise.all([
      close(w.ctx, made.id, press),
      extend(w.ctx, made.id, { ...press, deadline }),
    ])
    expect([closing.ok, extending.ok].filter(Boolean)).toHaveLength(1)
    const week = await w.week(made.id)
    expect([week.state, week.lease]).toEqual([closing.ok ? 'CLOSED' : 'COLLECTING', null])
    if (extending.ok) expect(week.deadlineAt).toEqual(deadline)
    const refused = closing.ok ? extending : closing
    expect(refused).toMatchObject({ ok: false, kind: expect.stringMatching(/^(lost|lease|illegal)$/) })
  }
})

test('a form that was closed by mistake is opened again: links and answers stay, and the silent alone are written to', async () => {
  const made = await w.make()
  const [answered, ...silent] = made.tenders.map(({ id }) => id)
  await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  await w.must(w.answer(made.id, answered ?? '', 'yes'))
  await w.post()
  const links = () => w.db.availabilityLink.findMany({ where: { runId: made.id }, orderBy: { tenderId: 'asc' } })
  const [linksBefore, invited] = [await links(), await invitationsOf(made.id)]
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.must(reopen(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  expect(await links()).toEqual(linksBefore)
  const again = (await invitationsOf(made.id)).filter(({ id }) => !invited.some((one) => one.id === id))
  expect(again.map(({ personId }) => personId).sort()).toEqual([...silent].sort())
  await w.must(w.answer(made.id, silent[0] ?? '', 'no'))
  expect((await listAnswers(w.ctx, made.id)).map(({ tenderId, inTime }) => [tenderId, inTime])).toEqual([
    [answered, true],
    [silent[0], true],
  ])
})

test('a week that was closed too early with nobody’s answer gives an empty roster, which can be opened again', async () => {
  const made = await w.make()
  await w.must(open(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  expect(await listSeats(w.ctx, made.id)).toEqual([])
  await w.must(reopenAssigned(w.ctx, made.id, { ...(await w.version(made.id)), deadline: w.deadline() }))
  for (const { id } of made.tenders) await w.must(w.answer(made.id, id, 'yes'))
  await w.must(close(w.ctx, made.id, await w.version(made.id)))
  await w.must(generate(w.ctx, made.id, await w.version(made.id)))
  expect((await listSeats(w.ctx, made.id)).length).toBeGreaterThan(0)
})

const invitationsOf = (id: string) => w.db.message.findMany({ where: { subjectId: id, kind: 'invitation' } })
