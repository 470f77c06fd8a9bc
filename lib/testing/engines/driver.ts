import type { TodayButton } from '@/lib/alerts/schema'
import { loadOutbox } from '@/lib/messages/loaders'
import type { DecisionName } from '@/lib/messages/machine'
import { itArrived, letGo, retryMessages, sendAgain } from '@/lib/messages/process'
import { type Context, TICK } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { typedInstant } from '@/lib/platform/local-time'
import { rosterTick } from '@/lib/roster/clock/process'
import { readGates } from '@/lib/roster/cutover/data'
import { rosterMessages } from '@/lib/roster/effects'
import { finishWithOld } from '@/lib/roster/engines/process'
import { legacyTick } from '@/lib/roster/legacy/clock/process'
import type { RunEdge } from '@/lib/roster/machine'
import { send } from '@/lib/roster/sending/process'
import { rosterToday } from '@/lib/roster/today/loaders'
import { putAside } from '@/lib/roster/today/process'
import { findWeek } from '@/lib/roster/week/data'
import { loadWeek } from '@/lib/roster/week/loaders'
import { approve, close, generate, open } from '@/lib/roster/week/process'
import type { WeekView } from '@/lib/roster/week/schema'
import { comeBack } from './acting'
import { judge, Violation } from './laws'
import { delivering } from './play'
import { readRows } from './rows'
import type { Known, Town } from './town'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** So many rounds without a week that ends: then time goes on faster, until the weeks are over. */
const PATIENCE = 5
const ROUNDS = 60

/** The steps to a sent week, in the order in which a page leads there. */
const WAY: readonly RunEdge[] = ['open', 'close', 'generate', 'approve', 'queue']

/** Presses the next button that the page of a week offers. @returns whether there was one, and it happened */
async function pressNext(ctx: Context, { id, weekOf }: Known): Promise<boolean> {
  const view = await loadWeek(ctx, id)
  if (!view || view.lease) return false
  const press = { version: view.version, commandId: newId() }
  if (view.halfDone) return (await finishWithOld(ctx, id, press)).ok
  const edge = WAY.find((name) => view.edges[name].allowed)
  if (!edge) return false
  switch (edge) {
    case 'open':
      return (await open(ctx, id, { ...press, deadline: deadlineIn(view) })).ok
    case 'close':
      return (await close(ctx, id, press)).ok
    case 'generate':
      return (await generate(ctx, id, press)).ok
    case 'approve':
      return (await approve(ctx, id, { ...press, hash: view.hash })).ok
    default:
      return (await send(ctx, id, { ...press, hash: view.hash, typed: weekOf })).ok
  }
}

/** The deadline that the dialog begins with. */
function deadlineIn({ zone, suggested }: WeekView): Date {
  const typed = typedInstant(zone, suggested)
  if (!typed.ok) throw new Violation(`the dialog suggests ${suggested}: ${typed.reason}`)
  return typed.instant
}

/** The buttons of Today that go without leaving it, as its actions call the verbs. Those of the Outbox are pressed there. */
const ON_TODAY: Readonly<Record<string, (ctx: Context, id: string, version: number) => Promise<unknown>>> = {
  closeForm: (ctx, id, version) => close(ctx, id, { version, commandId: newId() }),
  generateRoster: (ctx, id, version) => generate(ctx, id, { version, commandId: newId() }),
  finishWithOld: (ctx, id, version) => finishWithOld(ctx, id, { version, commandId: newId() }),
  putAside: (ctx, id, version) => putAside(ctx, id, { version }),
}

async function pressToday(ctx: Context): Promise<void> {
  const pressed = async (button: TodayButton) => {
    if (button.kind !== 'move') return
    const { runId, version } = button.input as { runId: string; version: number }
    await ON_TODAY[button.action]?.(ctx, runId, version)
  }
  for (const { actions } of await rosterToday.entries(ctx)) for (const button of actions) await pressed(button)
}

/** Decides what waits in the Outbox, honestly: what arrived did, what did not is sent again, what is too late is let go. */
async function decideAll(town: Town, ctx: Context, isOver: (id: string) => boolean): Promise<void> {
  const kinds = rosterMessages(ctx)
  for (const { id: week } of town.weeks) {
    const { rows } = await loadOutbox(ctx, [], { subject: week, kind: 'schedule' })
    for (const { id, seen, decisions } of rows) {
      const may = (name: DecisionName) => decisions.includes(name)
      const input = { commandId: newId(), rows: [{ id, seen }] }
      if (may('itArrived') && town.mailbox.has(id)) await itArrived(ctx, kinds, input)
      else if (isOver(week)) {
        if (may('letGo')) await letGo(ctx, kinds, { ...input, reason: 'The week is over.' })
      } else if (may('retry')) await retryMessages(ctx, kinds, input)
      else if (may('sendAgain')) await sendAgain(ctx, kinds, input)
    }
  }
}

/** Both processes tick, and the mail server takes everything. */
async function tickAll(town: Town): Promise<void> {
  for (const process of [0, 1] as const) {
    const ctx = town.context(process, TICK)
    for (const part of [rosterTick, legacyTick]) await part.run(ctx, await part.plan(ctx), { left: () => 60_000 })
    await delivering(town, { takes: [] })(ctx, () => {})
  }
}

/**
 * Weeks that still need somebody: neither sent, nor ended and put aside by somebody who saw them; and those that keep
 * the gap closed: a form that was left open, mails that nobody decided.
 */
async function listLeft(town: Town, ctx: Context): Promise<Known[]> {
  const rows = await readRows(
    town.db,
    town.weeks.map(({ id }) => id),
  )
  const { busy } = await readGates(ctx)
  const ended = new Set(rows.filter(({ state, aside }) => state === 'SENT' || aside).map(({ id }) => id))
  return town.weeks.filter(({ id }) => !ended.has(id) || busy.some((week) => week.id === id))
}

/**
 * The end of a history: whatever stood still comes back or is dead, and a person presses the buttons that pages offer,
 * and those alone. Each week that had a day left is sent to everybody, each other one is, or ended unsent and was seen.
 * @throws Violation where something is stuck, or a law is broken on the way
 */
export async function bringToEnd(town: Town): Promise<void> {
  const { end, comeBack: isBack } = town.setup
  town.tell(`the end: ${end}`)
  const [one, two] = { lifted: [false, false], killed: [true, true], mixed: [false, true] }[end]
  town.killed.splice(0, 2, one ?? false, two ?? false)
  for (const waiting of town.waiting.splice(0)) {
    if (isBack) await comeBack(town, waiting)
    else waiting.worker.die()
    await judge(town)
  }
  const person = () => town.context(0, town.operators[0].actor)
  const times = await endsOf(town, person())
  const lifted = town.now().getTime()
  const isOver = (id: string) => (times.get(id) ?? 0) <= town.now().getTime()

  let quiet = 0
  for (let round = 0; ; round++) {
    const left = await listLeft(town, person())
    if (left.length === 0) break
    if (round >= ROUNDS) throw new Violation(`stuck: ${left.map(({ weekOf }) => weekOf).join(', ')}`)
    let moved = 0
    for (const known of left) for (let n = 0; n < 6 && (await pressNext(person(), known)); n++) moved += 1
    await tickAll(town)
    await pressToday(person())
    await decideAll(town, person(), isOver)
    await judge(town)
    quiet = moved > 0 ? 0 : quiet + 1
    town.clock.shift += quiet > PATIENCE ? DAY : 10 * MINUTE
  }
  await judgeEnd(town, (id) => (times.get(id) ?? 0) - lifted > DAY)
}

async function endsOf(town: Town, ctx: Context): Promise<Map<string, number>> {
  const weeks = await Promise.all(town.weeks.map(({ id }) => findWeek(ctx, id)))
  return new Map(weeks.flatMap((week) => (week ? [[week.id, week.endsAt.getTime()] as const] : [])))
}

/** Nobody is forgotten who could still be told in time. */
async function judgeEnd(town: Town, hadTime: (id: string) => boolean): Promise<void> {
  const rows = await readRows(
    town.db,
    town.weeks.map(({ id }) => id),
  )
  for (const row of rows) {
    const weekOf = town.weeks.find(({ id }) => id === row.id)?.weekOf
    if (row.state !== 'SENT' && hadTime(row.id)) throw new Violation(`${weekOf} had time, and was never sent`)
  }
}
