import type { Outcome } from '@/lib/engine/outcome'
import { deliver } from '@/lib/messages/effects'
import { itArrived, letGo, retryMessages, sendAgain } from '@/lib/messages/process'
import { type Context, TICK } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { tokenOf } from '@/lib/roster/answers/effects'
import { submitAnswer } from '@/lib/roster/answers/process'
import { rosterTick } from '@/lib/roster/clock/process'
import { rosterMessages } from '@/lib/roster/effects'
import { findCharge } from '@/lib/roster/engines/data'
import { engineOf } from '@/lib/roster/engines/rules'
import { legacyTick } from '@/lib/roster/legacy/clock/process'
import { putAside } from '@/lib/roster/today/process'
import { listShifts } from '@/lib/roster/week/data'
import type { Halt } from '../halts'
import { flip, rehearsed } from '../two-engines'
import { act, type By, comeBack, type Work } from './acting'
import { type Command, STATES } from './commands'
import { judgePress, Violation } from './laws'
import type { Take } from './mailbox'
import type { Row } from './rows'
import type { Known, Page, Town } from './town'
import { editOf, forward, isDone, load, pressOf, said, sideways } from './verbs'

type Seeing = { op: 0 | 1; fresh: boolean }

/** The page that an operator presses on: loaded now, or what they saw last. */
async function pageOf(town: Town, known: Known, { op, fresh }: Seeing): Promise<Page> {
  const operator = town.operators[op]
  const before = fresh ? undefined : operator.pages.get(known.id)
  const page = before ?? (await load(town.context(op, operator.actor), known))
  operator.pages.set(known.id, page)
  return page
}

type Button = {
  op: 0 | 1
  halt: Halt | null
  says: string
  /** The week and the page that it is pressed on. */
  known: Known
  page: Page
  run: (ctx: Context) => Promise<Outcome>
}

/** Presses a button, and remembers it to be pressed again. */
async function press(town: Town, { op, halt, says, known: { id }, page, run }: Button): Promise<unknown> {
  const operator = town.operators[op]
  const repeated = { says, run, wasDone: false }
  // It ends a week whose mails are decided, whatever its page showed: the tick's step as much as a button's.
  const isSettling = says.startsWith('settle')
  if (!isSettling) operator.last = repeated
  return act(town, { process: op, actor: operator.actor, halt, says }, async (ctx) => {
    const outcome = await run(ctx)
    repeated.wasDone ||= isDone(outcome)
    const { requestId } = ctx
    if (outcome.ok && outcome.kind === 'moved' && !isSettling)
      await judgePress(town.db, { id, requestId, from: page.version, to: outcome.version })
    return outcome
  })
}

/** A part of the tick: planned, and then run. While its engine is not in charge there is nothing in it. */
const ticking = (part: 'v2' | 'old'): Work => {
  const of = part === 'v2' ? rosterTick : legacyTick
  return async (ctx) => {
    const before = engineOf(await findCharge(ctx))
    const plan = await of.plan(ctx)
    const isItsTurn = before === part || engineOf(await findCharge(ctx)) === part
    if (!isItsTurn && plan.steps.length > 0) throw new Violation(`the clock of ${part} plans while it may not act`)
    return of.run(ctx, plan, { left: () => 60_000 })
  }
}

/** Delivers what may be delivered, to a mail server that treats each tender's mail as told. */
export const delivering =
  (town: Town, { takes, subjectId }: { takes: readonly Take[]; subjectId?: string | undefined }): Work =>
  (ctx, die) => {
    const take = (to: string) => takes[Number(/^tender(\d)/.exec(to)?.[1] ?? 1) - 1] ?? 'take'
    return deliver(ctx, {
      kinds: rosterMessages(ctx),
      transport: town.mailbox.transport(take, die),
      ...(subjectId ? { subjectId } : {}),
      budget: { ms: 600_000, rows: 1_000 },
    })
  }

const DECIDES = { retry: retryMessages, sendAgain, itArrived } as const
const FROM = {
  retry: ['failed'],
  sendAgain: ['unknown'],
  itArrived: ['unknown'],
  letGo: ['queued', 'failed', 'unknown'],
}

type Deciding = Extract<Command, { do: 'decide' }>

/** A decision of the Outbox over what the page showed. Nobody says that a mail arrived which did not. */
async function decide(town: Town, known: Known, { how, op, fresh, halt }: Deciding): Promise<void> {
  const { rows: all } = await pageOf(town, known, { op, fresh })
  const rows = all
    .filter(({ id, state }) => FROM[how].includes(state) && (how !== 'itArrived' || town.mailbox.has(id)))
    .map(({ id, seen }) => ({ id, seen }))
  if (rows.length === 0) return
  const input = { commandId: newId(), rows }
  const run = (ctx: Context) => {
    const kinds = rosterMessages(ctx)
    return how === 'letGo' ? letGo(ctx, kinds, { ...input, reason: 'by hand' }) : DECIDES[how](ctx, kinds, input)
  }
  await act(town, { process: op, actor: town.operators[op].actor, halt, says: `${how} ${rows.length}` }, run)
}

const wayTo = ({ state, queued }: Page): number =>
  STATES.findIndex((name) => name === (state === 'APPROVED' && queued ? 'QUEUED' : state))

type Carrying = Extract<Command, { do: 'carry' }>

/** Presses the next button, and the next, until a week is where it is to be or one is refused. */
export async function carry(town: Town, known: Known, { op, to }: Pick<Carrying, 'op' | 'to'>): Promise<void> {
  for (let n = 0; n < 8; n++) {
    const page = await pageOf(town, known, { op, fresh: true })
    if (wayTo(page) >= STATES.indexOf(to)) return
    const what = forward(page)
    if (what === 'settle') {
      const by = { process: op, actor: TICK, halt: null, says: `deliver ${known.weekOf}` }
      await act(town, by, delivering(town, { takes: [], subjectId: known.id }))
      return
    }
    const run = pressOf(what, { known, page, hours: 30 })
    const outcome = await press(town, { op, halt: null, says: `${what} ${known.weekOf}`, known, page, run })
    if (!isDone(outcome)) return
  }
}

const isUnsent = ({ state }: Row) => state !== 'SENT'
const isQueued = ({ state, mails }: Row) => state !== 'SENT' && mails.length > 0

/** The weeks that a command is about, where there are such. */
const ABOUT: Readonly<Record<Extract<Command, { week: number | null }>['do'], (row: Row) => boolean>> = {
  look: isUnsent,
  press: isUnsent,
  carry: isUnsent,
  aside: isUnsent,
  edit: ({ state }) => state === 'ASSIGNED' || state === 'APPROVED',
  deliver: isQueued,
  decide: ({ mails }) => mails.some(({ state }) => state === 'failed' || state === 'unknown'),
  answer: ({ state }) => state !== 'DRAFT' && state !== 'SENT',
}

/** One command of a history. */
export async function play(town: Town, command: Command): Promise<void> {
  if ('week' in command && command.week !== null) {
    const isAny = command.week === 0
    const known = town.week(command.week, isAny ? () => true : ABOUT[command.do])
    if (known) await playWeek(town, known, command)
    return
  }
  const by = (process: 0 | 1, says: string, halt: Halt | null): By => ({ process, actor: TICK, says, halt })
  switch (command.do) {
    case 'deliver':
      await act(town, by(command.process, 'deliver', command.halt), delivering(town, command))
      return
    case 'tick':
      await act(town, by(command.process, `tick of ${command.part}`, command.halt), ticking(command.part))
      return
    case 'again':
      return again(town, command)
    case 'flip':
      return flipFlag(town, command)
    case 'switch':
      town.killed[command.process] = !town.killed[command.process]
      town.tell(`process ${command.process} is ${town.killed[command.process] ? 'switched off' : 'switched on'}`)
      return
    case 'make': {
      const place = town.places[command.roster % town.places.length]
      if (place && town.weeks.filter((one) => one.place === place).length < 4)
        await town.make(place, town.context(command.op, town.operators[command.op].actor))
      return
    }
    case 'resume': {
      const [waiting] = town.waiting.splice(command.which % Math.max(1, town.waiting.length), 1)
      if (waiting) await comeBack(town, waiting)
      return
    }
    case 'time':
      town.clock.shift += command.ms
      town.tell(`it is ${town.now().toISOString()}`)
  }
}

async function playWeek(town: Town, known: Known, command: Extract<Command, { week: number | null }>): Promise<void> {
  const name = `${known.weekOf} of ${town.places.indexOf(known.place)}`
  switch (command.do) {
    case 'look':
      await pageOf(town, known, { op: command.op, fresh: true })
      return
    case 'press': {
      const page = await pageOf(town, known, command)
      const { what: asked, hours } = command
      const what = asked === 'forward' ? forward(page) : asked === 'sideways' ? sideways(page, command.choice) : asked
      const run = pressOf(what, { known, page, hours })
      await press(town, {
        ...command,
        says: `${what} ${name}${command.fresh ? '' : ` on a page of ${page.version}`}`,
        known,
        page,
        run,
      })
      return
    }
    case 'edit': {
      const page = await pageOf(town, known, command)
      const run = editOf({ known, page, hours: 0 }, command.how, known.place.tenders)
      await press(town, { ...command, says: `edit ${name}`, known, page, run })
      return
    }
    case 'carry':
      return carry(town, known, command)
    case 'deliver': {
      const by = { process: command.process, actor: TICK, halt: command.halt, says: `deliver ${name}` }
      await act(town, by, delivering(town, { takes: command.takes, subjectId: known.id }))
      return
    }
    case 'answer': {
      const tender = known.place.tenders[command.tender % known.place.tenders.length]
      const ctx = town.context(0, TICK)
      const choices = Object.fromEntries((await listShifts(ctx, known.id)).map(({ id }) => [id, command.choice]))
      const token = tokenOf(known.id, tender?.id ?? '')
      const answered = await submitAnswer(ctx, { token, choices, most: null, note: '' })
      town.tell(`answer ${name}: ${answered.ok ? (answered.inTime ? 'in time' : 'late') : answered.reason}`)
      return
    }
    case 'decide':
      return decide(town, known, command)
    case 'aside': {
      const page = await pageOf(town, known, { op: command.op, fresh: true })
      const ctx = town.context(command.op, town.operators[command.op].actor)
      town.tell(`put aside ${name}: ${said(await putAside(ctx, known.id, page))}`)
    }
  }
}

/** The last button once more, as the same command: what happened is answered again, and happens once. */
async function again(town: Town, { op, halt }: Extract<Command, { do: 'again' }>): Promise<void> {
  const operator = town.operators[op]
  const { last } = operator
  if (!last) return
  const { wasDone } = last
  const by = { process: op, actor: operator.actor, halt, says: `again: ${last.says}` }
  await act(town, by, async (ctx) => {
    const outcome = await last.run(ctx)
    last.wasDone ||= isDone(outcome)
    if (wasDone && !isDone(outcome)) throw new Violation(`${last.says} was done, and its repeat says ${said(outcome)}`)
    return outcome
  })
}

/** A flip of the flag, after a rehearsal of its own where one is to be. */
async function flipFlag(town: Town, { op, rehearses, halt }: Extract<Command, { do: 'flip' }>): Promise<void> {
  const operator = town.operators[op]
  const edge = town.flag === 'LIVE' ? 'rollBack' : 'goLive'
  const [place] = town.places
  if (edge === 'goLive' && rehearses && place) await rehearsed(town.context(op, operator.actor), place.id)
  await act(town, { process: op, actor: operator.actor, halt, says: edge }, (ctx) => flip(ctx, edge))
}
