import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { type RosterWorld, rosterWorld } from '@/lib/testing/roster'
import { legacyTick } from '../legacy/clock/process'
import { hashRoster } from '../picker/hash'
import type { Moment, Settings } from '../schema'
import { listSeats } from '../week/data'
import { approve, close, generate, makeWeek, open } from '../week/process'
import { rosterTick } from './process'
import type { StepName } from './rules'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * The nights on which the clocks change, by hand: a wall clock time that is skipped or comes twice that night, the Monday
 * after, and the instants at which the same time is struck the day before, that night, and the day after. What is skipped
 * is the first instant after the gap, what comes twice is the first of the two.
 */
const NIGHTS = [
  ['Europe/London', '01:30', 'skipped', '2026-03-30', '2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
  ['Europe/London', '01:30', 'twice', '2026-10-26', '2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
  ['Europe/London', '01:30', 'skipped', '2027-03-29', '2027-03-27T01:30Z', '2027-03-28T01:00Z', '2027-03-29T00:30Z'],
  ['Europe/London', '01:30', 'twice', '2027-11-01', '2027-10-30T00:30Z', '2027-10-31T00:30Z', '2027-11-01T01:30Z'],
  ['America/New_York', '02:30', 'skipped', '2026-03-09', '2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
  ['America/New_York', '01:30', 'twice', '2026-11-02', '2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
  ['America/New_York', '02:30', 'skipped', '2027-03-15', '2027-03-13T07:30Z', '2027-03-14T07:00Z', '2027-03-15T06:30Z'],
  ['America/New_York', '01:30', 'twice', '2027-11-08', '2027-11-06T05:30Z', '2027-11-07T05:30Z', '2027-11-08T06:30Z'],
] as const

const on = (daysBefore: number, time = '12:00'): Moment => ({ daysBefore, time })
const LAST: Pick<Settings, 'generates' | 'sendBy'> = { generates: on(-3), sendBy: on(-4) }

/** Weeks that have one thing due at the moment `at`, and nothing for days before and after it. */
const RHYTHMS: Record<
  'open' | 'close' | 'generate' | 'nudgeCollecting' | 'nudgeUnsent',
  (at: Moment) => Partial<Settings>
> = {
  open: (at) => ({ opens: at, closes: on(-2), ...LAST }),
  close: (at) => ({ opens: on(20), closes: at, ...LAST }),
  generate: (at) => ({ opens: on(20), closes: on(15), generates: at, sendBy: on(-4) }),
  nudgeCollecting: (at) => ({ opens: on(20), closes: at, ...LAST }),
  nudgeUnsent: (at) => ({ opens: on(20), closes: on(15), generates: on(14), sendBy: at }),
}
type Kind = keyof typeof RHYTHMS
const REACHED = {
  open: 'COLLECTING',
  close: 'CLOSED',
  generate: 'ASSIGNED',
  nudgeCollecting: 'COLLECTING',
  nudgeUnsent: 'APPROVED',
}

describe.each(NIGHTS)('%s, %s %s before %s', (zone, time, how, weekOf, ...struck) => {
  const moments = struck.map((text, n) => ({ at: new Date(text), moment: on(2 - n, time), index: n }))
  const early = new Date((moments[0]?.at.getTime() ?? 0) - 8 * DAY)
  let worlds: { w: RosterWorld; part: typeof rosterTick; kinds: Kind[]; autopilot: boolean }[]
  /** What each world has due at each of the three moments. */
  const weeks = new Map<RosterWorld, { id: string; kind: Kind; index: number }[]>()

  beforeAll(async () => {
    const [v2, old] = await Promise.all([rosterWorld(), rosterWorld()])
    await old.dormant()
    const olive = { id: newId(), email: 'olive@daybook.test', emailNorm: 'olive@daybook.test', name: 'Olive' }
    await v2.db.appUser.create({ data: { ...olive, role: 'operator', createdAt: v2.ctx.now() } })
    worlds = [
      { w: v2, part: rosterTick, kinds: Object.keys(RHYTHMS) as Kind[], autopilot: true },
      { w: old, part: legacyTick, kinds: ['open', 'close', 'generate'], autopilot: false },
    ]
    const made = worlds.flatMap(({ w, kinds, autopilot }) =>
      moments.flatMap(({ moment, index }) =>
        kinds.map(async (kind) => {
          const isPerson = kind === 'nudgeCollecting' || kind === 'nudgeUnsent'
          const settings = { ...RHYTHMS[kind](moment), autopilot: autopilot && !isPerson }
          return { w, id: await prepared(w, kind, settings), kind, index }
        }),
      ),
    )
    for (const { w, ...week } of await Promise.all(made)) weeks.set(w, [...(weeks.get(w) ?? []), week])
  }, 120_000)
  afterAll(() => Promise.all(worlds.map(({ w }) => w.end())))

  /** A week that was brought by its verbs, eight days early, to where its one thing is due next. */
  async function prepared(w: RosterWorld, kind: Kind, settings: Partial<Settings>): Promise<string> {
    const ctx = w.at(early)
    const { id: rosterId, tenders } = await w.roster({ zone, settings, tenders: 1 })
    const made = await makeWeek(ctx, { rosterId, weekOf })
    if (!made.ok) throw new Error(made.reason)
    const { id } = made
    if (kind === 'open') return id
    const { deadlineAt } = await w.week(id)
    const deadline = deadlineAt > ctx.now() ? deadlineAt : new Date(ctx.now().getTime() + HOUR)
    await w.must(open(ctx, id, { ...(await w.version(id)), deadline }))
    for (const tender of tenders) await w.must(w.answer(id, tender.id, 'yes', ctx))
    if (kind === 'close' || kind === 'nudgeCollecting') return id
    await w.must(close(ctx, id, await w.version(id)))
    if (kind === 'generate') return id
    await w.must(generate(ctx, id, await w.version(id)))
    const hash = hashRoster(await listSeats(ctx, id))
    await w.must(approve(ctx, id, { ...(await w.version(id)), hash }))
    return id
  }

  /** The context of a tick that is asked at this very instant; its statements read the database's clock from there on. */
  const frozen = (w: RosterWorld, at: Date): Context => ({ ...w.at(at), now: () => at })
  const whole = { left: () => 600_000 }
  const due = async ({ w, part }: (typeof worlds)[number], at: Date) => {
    const plan = await part.plan(frozen(w, at))
    const steps = plan.steps.flatMap((step) => ('week' in step ? [`${step.name} ${step.week.id}`] : ['another']))
    return { plan, steps: steps.sort() }
  }

  test.each(moments)('$at: nothing a second before, each step then, and none of them again', async ({ at, index }) => {
    for (const world of worlds) {
      const { w, part } = world
      const mine = (weeks.get(w) ?? []).filter((week) => week.index === index)
      const before = new Map(await Promise.all(mine.map(async ({ id }) => [id, await w.week(id)] as const)))
      const early = (await due(world, new Date(at.getTime() - SECOND))).steps
      expect(early).toEqual([])

      const { plan, steps } = await due(world, at)
      expect(steps).toEqual(mine.map(({ id, kind }) => `${kind satisfies StepName} ${id}`).sort())
      // Carried out too early, by a clock that is behind, the statements themselves refuse.
      const minute = w.at(new Date(at.getTime() - 60 * SECOND))
      expect(await part.run(minute, plan, whole)).toMatchObject({ done: 0, failed: mine.length })
      for (const { id } of mine) expect(await w.week(id)).toEqual(before.get(id))

      expect(await part.run(frozen(w, at), plan, whole)).toMatchObject({ done: mine.length, failed: 0 })
      for (const { id, kind } of mine) {
        expect([kind, (await w.week(id)).state]).toEqual([kind, REACHED[kind]])
        const nudges = await w.db.message.count({ where: { subjectId: id, kind: 'nudge' } })
        expect([kind, nudges]).toEqual([kind, kind.startsWith('nudge') ? 1 : 0])
      }
      // The same plan in another process, the next tick, and the same wall clock time when it comes the second time.
      expect(await part.run(frozen(w, at), plan, whole)).toMatchObject({ done: 0 })
      for (const later of [0, 30 * SECOND, HOUR, HOUR + SECOND])
        expect((await due(world, new Date(at.getTime() + later))).steps).toEqual([])
    }
  })

  test(`the deadline that is shown is struck once, though ${time} is ${how} that night`, async () => {
    for (const { w, kinds } of worlds)
      for (const { at, index } of moments) {
        const [closing] = (weeks.get(w) ?? []).filter((week) => week.kind === 'close' && week.index === index)
        expect(kinds).toContain('close')
        expect((await w.week(closing?.id ?? '')).deadlineAt).toEqual(at)
      }
  })
})
