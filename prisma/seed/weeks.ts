import { deliver } from '@/lib/messages/effects'
import { captureTransport } from '@/lib/messages/transport/capture'
import { as, type Context, TICK } from '@/lib/platform/context'
import { tokenOf } from '@/lib/roster/answers/effects'
import { submitAnswer } from '@/lib/roster/answers/process'
import { rosterMessages } from '@/lib/roster/effects'
import type { RunState } from '@/lib/roster/machine'
import { hashText } from '@/lib/roster/picker/draw'
import { hashRoster } from '@/lib/roster/picker/hash'
import { momentOf } from '@/lib/roster/rules'
import type { Choice } from '@/lib/roster/schema'
import { send, settle } from '@/lib/roster/sending/process'
import { findWeek, listSeats, listShifts, listTenders, type Week, type WeekShift } from '@/lib/roster/week/data'
import { approve, close, generate, makeWeek, open } from '@/lib/roster/week/process'
import { QUIET } from './names'

const ORDER: RunState[] = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED', 'SENT']
const HOUR = 3_600_000

/** The same context with its clock set to an instant: a past week happens at its own times. */
const at = (ctx: Context, instant: Date): Context => {
  const shift = ctx.shift + instant.getTime() - ctx.now().getTime()
  const started = ctx.now().getTime()
  return { ...ctx, shift, now: () => new Date(instant.getTime() + ctx.now().getTime() - started) }
}

const press = async (ctx: Context, id: string) => ({ version: (await found(ctx, id)).version })

async function found(ctx: Context, id: string): Promise<Week> {
  const week = await findWeek(ctx, id)
  if (!week) throw new Error(`The week ${id} was made and is not there.`)
  return week
}

async function must(what: string, outcome: Promise<{ ok: boolean }>): Promise<void> {
  const done = await outcome
  if (!done.ok) throw new Error(`The sample could not ${what}: ${JSON.stringify(done)}`)
}

/** What somebody says of a shift: drawn by name, shift and week, so that every seeding of a week says the same. */
function choiceOf(tender: string, weekOf: string, shift: WeekShift): Choice {
  const drawn = hashText(`${tender}/${shift.date.slice(8)}/${shift.startTime}/${weekOf}`, 7) % 100
  return drawn < 36 ? 'yes' : drawn < 52 ? 'if_needed' : 'no'
}

async function answer(ctx: Context, week: Week, quiet: boolean): Promise<void> {
  const [tenders, shifts] = await Promise.all([listTenders(ctx, week.id), listShifts(ctx, week.id)])
  const saying = tenders.filter((tender) => !(quiet && QUIET.has(tender.name)))
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

/** Mails of the sample are captured, never sent. */
const mail = (ctx: Context, subjectId: string) =>
  deliver(ctx, {
    kinds: rosterMessages(ctx),
    transport: captureTransport(),
    subjectId,
    budget: { ms: 60_000, rows: 1_000 },
  })

/** One thing that happened to a week, at its time. */
type Happening = { at: Date; run: (ctx: Context) => Promise<void> }

/**
 * What happens to a week up to a state, by the same verbs that buttons call, each at the time at which it would have
 * happened. @param latest times are moved back so that the first is before it, and the others follow by the hour
 */
function lifeOf({ rosterId, zone, weekOf, until, latest }: WeekPlan): Happening[] {
  const life: Happening[] = []
  let id = ''
  const step = (state: RunState, daysBefore: number, time: string, run: (ctx: Context) => Promise<void>) => {
    if (ORDER.indexOf(until) < ORDER.indexOf(state)) return
    const usual = momentOf(zone, weekOf, { daysBefore, time }).getTime()
    life.push({ at: new Date(Math.min(usual, latest.getTime() + life.length * HOUR)), run })
  }
  const bound = async (ctx: Context) => ({ ...(await press(ctx, id)), hash: hashRoster(await listSeats(ctx, id)) })

  step('DRAFT', 18, '09:00', async (ctx) => {
    const made = await makeWeek(ctx, { rosterId, weekOf })
    if (!made.ok) throw new Error(`The sample could not make the week of ${weekOf}: ${made.reason}`)
    id = made.id
  })
  step('COLLECTING', 14, '09:00', async (ctx) => {
    const { deadlineAt, version } = await found(ctx, id)
    await must('open', open(ctx, id, { version, deadline: deadlineAt ?? new Date(ctx.now().getTime() + 24 * HOUR) }))
    await mail(ctx, id)
  })
  step('COLLECTING', 10, '19:30', async (ctx) => answer(ctx, await found(ctx, id), until !== 'SENT'))
  step('CLOSED', 7, '08:00', async (ctx) => must('close', close(ctx, id, await press(ctx, id))))
  step('ASSIGNED', 7, '09:05', async (ctx) => must('generate', generate(ctx, id, await press(ctx, id))))
  step('APPROVED', 6, '18:20', async (ctx) => must('approve', approve(ctx, id, await bound(ctx))))
  step('SENT', 4, '18:00', async (ctx) => {
    await must('send', send(ctx, id, { ...(await bound(ctx)), typed: weekOf }))
    await mail(ctx, id)
    await settle(as(ctx, TICK), id)
    const { state } = await found(ctx, id)
    if (state !== 'SENT') throw new Error(`The sample's week of ${weekOf} ended ${state}.`)
  })
  return life
}

export type WeekPlan = { rosterId: string; zone: string; weekOf: string; until: RunState; latest: Date }

/** Lets everything happen in the order of its times, so that the record reads as it would have been written. */
export async function live(ctx: Context, weeks: readonly WeekPlan[]): Promise<void> {
  const happenings = weeks.flatMap(lifeOf).sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const { at: instant, run } of happenings) await run(at(ctx, instant))
}
