import type { Outcome } from '@/lib/engine/outcome'
import type { Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { findCharge } from '@/lib/roster/engines/data'
import { finishWithOld } from '@/lib/roster/engines/process'
import { engineOf, isHalfDone } from '@/lib/roster/engines/rules'
import { hashRoster } from '@/lib/roster/picker/hash'
import type { Change } from '@/lib/roster/schema'
import { edit } from '@/lib/roster/seats/process'
import { send, settle } from '@/lib/roster/sending/process'
import { findWeek, listSeats, listShifts } from '@/lib/roster/week/data'
import * as verbs from '@/lib/roster/week/process'
import type { Press } from './commands'
import type { Known, Page } from './town'

const HOUR = 3_600_000

/** Those that are buttons themselves. */
type Named = Exclude<Press, 'forward' | 'sideways'>

/** A week's page, loaded now. */
export async function load(ctx: Context, { id }: Known): Promise<Page> {
  const week = await findWeek(ctx, id)
  if (!week) throw new Error(`no week ${id}`)
  const [charge, seats, rows] = await Promise.all([
    findCharge(ctx),
    listSeats(ctx, id),
    ctx.db.message.findMany({
      where: { subjectId: id, kind: 'schedule' },
      select: { id: true, fence: true, state: true },
      orderBy: { id: 'asc' },
    }),
  ])
  return {
    version: week.version,
    hash: hashRoster(seats),
    state: week.state,
    halfDone: isHalfDone(week, engineOf(charge)),
    queued: week.queuedAt !== null,
    rows: rows.map(({ id: row, fence, state }) => ({ id: row, seen: Number(fence), state })),
  }
}

const FORWARD: Readonly<Record<string, Named>> = {
  DRAFT: 'open',
  COLLECTING: 'close',
  CLOSED: 'generate',
  ASSIGNED: 'approve',
  APPROVED: 'queue',
  SENT: 'queue',
}

const SIDEWAYS: Readonly<Record<string, readonly Named[]>> = {
  DRAFT: ['settings', 'open'],
  COLLECTING: ['extend', 'settings'],
  CLOSED: ['reopen', 'takeLate', 'lateAndGenerate', 'settings'],
  ASSIGNED: ['regenerate', 'reopenAssigned', 'takeLate', 'lateAndGenerate', 'settings'],
  APPROVED: ['unapprove', 'unapprove', 'settings', 'queue'],
  SENT: ['unapprove', 'queue', 'settle'],
}

/** Another button that its state has. */
export function sideways({ state }: Page, choice: number): Named {
  const among = SIDEWAYS[state] ?? []
  return among[choice % Math.max(1, among.length)] ?? 'settings'
}

/** The button that a page shows as the next step. */
export function forward({ state, halfDone, queued }: Page): Named {
  if (halfDone) return 'finish'
  return state === 'APPROVED' && queued ? 'settle' : (FORWARD[state] ?? 'open')
}

type Pressing = { known: Known; page: Page; hours: number }
type Run = (ctx: Context) => Promise<Outcome>

/** A button as its action calls the verb: the same command each time that it is run. */
export function pressOf(what: Named, { known, page, hours }: Pressing): Run {
  const { id, weekOf } = known
  const press = { version: page.version, commandId: newId() }
  const bound = { ...press, hash: page.hash }
  const until = (ctx: Context) => ({ ...press, deadline: new Date(ctx.now().getTime() + hours * HOUR) })
  const runs: Record<Named, Run> = {
    open: (ctx) => verbs.open(ctx, id, until(ctx)),
    extend: (ctx) => verbs.extend(ctx, id, until(ctx)),
    reopen: (ctx) => verbs.reopen(ctx, id, until(ctx)),
    reopenAssigned: (ctx) => verbs.reopenAssigned(ctx, id, until(ctx)),
    close: (ctx) => verbs.close(ctx, id, press),
    generate: (ctx) => verbs.generate(ctx, id, press),
    regenerate: (ctx) => verbs.regenerate(ctx, id, press),
    takeLate: (ctx) => verbs.takeLate(ctx, id, press),
    lateAndGenerate: (ctx) => verbs.takeLateAndGenerate(ctx, id, press),
    approve: (ctx) => verbs.approve(ctx, id, bound),
    unapprove: (ctx) => verbs.unapprove(ctx, id, press),
    queue: (ctx) => send(ctx, id, { ...bound, typed: weekOf }),
    settle: (ctx) => settle(ctx, id),
    settings: (ctx) => changed(ctx, id, press, hours),
    finish: (ctx) => finishWithOld(ctx, id, press),
  }
  return runs[what]
}

/** Turns autopilot over, and moves the closing within the rhythm. */
async function changed(ctx: Context, id: string, press: object, hours: number): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) throw new Error(`no week ${id}`)
  const closes = hours > 30 ? { daysBefore: 8, time: '08:00' } : null
  const own = { autopilot: !week.autopilot, opens: null, closes, generates: null, sendBy: null }
  return verbs.changeSettings(ctx, id, { version: week.version, ...press, ...own })
}

/** A change of the roster by hand: one of those that could be asked for. */
export function editOf({ known: { id }, page }: Pressing, how: number, tenders: readonly { id: string }[]): Run {
  const press = { version: page.version, commandId: newId() }
  return async (ctx) => {
    const [seats, shifts] = [await listSeats(ctx, id), await listShifts(ctx, id)]
    const pair = (of: number) => ({
      shiftId: shifts[of % Math.max(1, shifts.length)]?.id ?? newId(),
      tenderId: tenders[Math.floor(of / 3) % tenders.length]?.id ?? newId(),
    })
    const seat = seats[how % Math.max(1, seats.length)]
    const held = seat ? { shiftId: seat.shiftId, tenderId: seat.tenderId } : pair(how)
    const to = pair(how + 5)
    const changes: Change[] = [
      { change: 'remove', ...held },
      { change: 'ban', ...held },
      { change: 'pin', ...pair(how) },
      { change: 'move', ...held, toShiftId: to.shiftId, toTenderId: to.tenderId },
      { change: 'unban', ...pair(how) },
    ]
    return edit(ctx, id, press, changes[how % changes.length] ?? { change: 'remove', ...held })
  }
}

/** Whether a verb's answer says that it happened. */
export const isDone = (outcome: unknown): boolean =>
  typeof outcome === 'object' && outcome !== null && 'ok' in outcome && outcome.ok === true

/** An answer in a word or two, for the story. */
export function said(outcome: unknown): string {
  if (typeof outcome !== 'object' || outcome === null) return 'done'
  if ('ok' in outcome && 'kind' in outcome)
    return outcome.ok ? String(outcome.kind) : `${outcome.kind} ${'reason' in outcome ? outcome.reason : ''}`
  if ('reason' in outcome) return String(outcome.reason)
  return JSON.stringify(outcome)
}
