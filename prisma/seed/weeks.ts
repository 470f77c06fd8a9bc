import { as, type Context, TICK } from '@/lib/platform/context'
import { tokenOf } from '@/lib/roster/answers/effects'
import { submitAnswer } from '@/lib/roster/answers/process'
import { legacyTick } from '@/lib/roster/legacy/clock/process'
import type { RunState } from '@/lib/roster/machine'
import { hashText } from '@/lib/roster/picker/draw'
import { hashRoster } from '@/lib/roster/picker/hash'
import { momentOf } from '@/lib/roster/rules'
import type { Choice, Moment } from '@/lib/roster/schema'
import { send, settle } from '@/lib/roster/sending/process'
import { listSeats, listShifts, listTenders, type Week, type WeekShift } from '@/lib/roster/week/data'
import { approve, changeSettings, close, generate, makeWeek, open } from '@/lib/roster/week/process'
import { answerLate, loseOne, mail, shapeByHand, swapSeats } from './happenings'
import { QUIET } from './names'
import type { Pace } from './pace'
import { at, found, must, press } from './press'

const ORDER: RunState[] = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'SENT']
const HOUR = 3_600_000
/** The clock looks every half a minute, and nobody is faster. */
const LATER_MS = 30_000

/** What somebody says of a shift: drawn by name, shift and week, so that every seeding of a week says the same. */
function choiceOf(tender: string, weekOf: string, shift: WeekShift): Choice {
  const drawn = hashText(`${tender}/${shift.date.slice(8)}/${shift.startTime}/${weekOf}`, 7) % 100
  return drawn < 36 ? 'yes' : drawn < 52 ? 'if_needed' : 'no'
}

async function answer(ctx: Context, week: Week, quiet: boolean): Promise<void> {
  const [tenders, shifts] = await Promise.all([listTenders(ctx, week.id), listShifts(ctx, week.id)])
  const lost = await ctx.db.message.findMany({ where: { subjectId: week.id, state: 'unknown' } })
  const saying = tenders.filter(
    ({ id, name }) => !(quiet && QUIET.has(name)) && !lost.some(({ personId }) => personId === id),
  )
  await Promise.all(
    saying.map((tender) =>
      submitAnswer(ctx, {
        token: tokenOf(week.id, tender.id),
        choices: Object.fromEntries(shifts.map((shift) => [shift.id, choiceOf(tender.name, week.weekOf, shift)])),
        most: 1 + (hashText(`${tender.name}/most`, 3) % 3),
        note: tender.name === 'Rosa Lind' ? 'Late train on Friday, after 17:30 please.' : '',
      }),
    ),
  )
}

/** One thing that happened to a week, at its time. */
export type Happening = { at: Date; run: (ctx: Context) => Promise<void> }

/** The old engine's clock looks, as it does in a tick, and must have brought the week to a state. */
async function ticked(ctx: Context, id: string, state: RunState): Promise<void> {
  const clock = as(ctx, TICK)
  await legacyTick.run(clock, await legacyTick.plan(clock), { left: () => 60_000 })
  const week = await found(ctx, id)
  if (week.state !== state) throw new Error(`The clock left the sample's week of ${week.weekOf} ${week.state}.`)
}

/**
 * What happens to a week up to a state, by the same verbs that buttons call, each at the time at which it would have
 * happened. @param latest times are moved back so that the first is before it, and the others follow by the hour
 */
function lifeOf({ rosterId, zone, weekOf, until, latest, ...plan }: WeekPlan): Happening[] {
  const { rhythm, made, answered, approved } = plan.pace
  const life: Happening[] = []
  let id = ''
  const step = (state: RunState, moment: Moment, run: (ctx: Context) => Promise<void>) => {
    if (ORDER.indexOf(until) < ORDER.indexOf(state)) return
    const usual = momentOf(zone, weekOf, moment).getTime() + LATER_MS
    life.push({ at: new Date(Math.min(usual, latest.getTime() + life.length * HOUR)), run })
  }
  /** A step that the old engine's clock takes by itself, and that a person presses under the new one. */
  const timed = (state: RunState, ctx: Context, run: () => Promise<void>) =>
    plan.byClock ? ticked(ctx, id, state) : run()
  const bound = async (ctx: Context) => ({ ...(await press(ctx, id)), hash: hashRoster(await listSeats(ctx, id)) })

  step('DRAFT', made, async (ctx) => {
    const week = await makeWeek(ctx, { rosterId, weekOf })
    if (!week.ok) throw new Error(`The sample could not make the week of ${weekOf}: ${week.reason}`)
    id = week.id
  })
  const { opens = null } = plan
  if (opens)
    step('DRAFT', { ...made, time: '10:15' }, async (ctx) => {
      const own = { autopilot: false, opens, closes: null, generates: null, sendBy: null }
      await must('hold a form back', changeSettings(ctx, id, { ...own, ...(await press(ctx, id)) }))
    })
  step('COLLECTING', opens ?? rhythm.opens, async (ctx) => {
    const { deadlineAt, version } = await found(ctx, id)
    await timed('COLLECTING', ctx, () => must('open', open(ctx, id, { version, deadline: deadlineAt })))
    if (until === 'COLLECTING') await loseOne(ctx, id)
    await mail(ctx, id)
  })
  step('COLLECTING', answered, async (ctx) => answer(ctx, await found(ctx, id), until !== 'SENT'))
  step('CLOSED', rhythm.closes, async (ctx) =>
    timed('CLOSED', ctx, async () => must('close', close(ctx, id, await press(ctx, id)))),
  )
  if (until === 'CLOSED') step('CLOSED', { ...rhythm.closes, time: '08:40' }, (ctx) => answerLate(ctx, id))
  step('ASSIGNED', rhythm.generates, async (ctx) =>
    timed('ASSIGNED', ctx, async () => must('generate', generate(ctx, id, await press(ctx, id)))),
  )
  if (until === 'ASSIGNED') step('ASSIGNED', { ...rhythm.generates, time: '12:10' }, (ctx) => shapeByHand(ctx, id))
  step('APPROVED', approved, async (ctx) => must('approve', approve(ctx, id, await bound(ctx))))
  step('SENT', rhythm.sendBy, async (ctx) => {
    await must('send', send(ctx, id, { ...(await bound(ctx)), typed: weekOf }))
    await mail(ctx, id)
    await settle(as(ctx, TICK), id)
    const { state } = await found(ctx, id)
    if (state !== 'SENT') throw new Error(`The sample's week of ${weekOf} ended ${state}.`)
  })
  if (plan.swaps) step('SENT', { ...rhythm.sendBy, time: '20:15' }, (ctx) => swapSeats(ctx, id))
  return life
}

export type WeekPlan = {
  rosterId: string
  zone: string
  weekOf: string
  until: RunState
  latest: Date
  pace: Pace
  /** The week is lived before the cut-over: the old engine's clock opens, closes and generates it. */
  byClock?: boolean
  /** Its form opens at a time of its own. */
  opens?: Moment
  /** After it is sent two of its seats change hands. */
  swaps?: boolean
}

/**
 * Lets everything happen in the order of its times, so that the record reads as it would have been written.
 * @param others what happens beside the weeks
 */
export async function live(ctx: Context, weeks: readonly WeekPlan[], others: readonly Happening[] = []): Promise<void> {
  const happenings = [...weeks.flatMap(lifeOf), ...others].sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at: instant, run } of happenings) await run(at(ctx, instant))
}
