import { deliver } from '@/lib/messages/effects'
import { captureTransport } from '@/lib/messages/transport/capture'
import type { Transport } from '@/lib/messages/transport/contract'
import { type Context, context } from '@/lib/platform/context'
import { connect } from '@/lib/platform/database'
import { newId } from '@/lib/platform/ids'
import { tokenOf } from '@/lib/roster/answers/effects'
import { type Answered, submitAnswer } from '@/lib/roster/answers/process'
import { FLAG_ID } from '@/lib/roster/cutover/machine'
import { rollBack } from '@/lib/roster/cutover/process'
import { rosterMessages } from '@/lib/roster/effects'
import { hashRoster } from '@/lib/roster/picker/hash'
import type { Choice, Settings } from '@/lib/roster/schema'
import { send } from '@/lib/roster/sending/process'
import { findWeek, listSeats, listShifts, type Week } from '@/lib/roster/week/data'
import { approve, close, generate, makeWeek, open } from '@/lib/roster/week/process'
import { type TestDatabase, testDatabase } from './database'
import { must } from './engine'
import type { TestServer } from './server'

const HOUR = 3_600_000
const RHYTHM: Settings = {
  opens: { daysBefore: 14, time: '09:00' },
  closes: { daysBefore: 7, time: '08:00' },
  generates: { daysBefore: 7, time: '09:00' },
  sendBy: { daysBefore: 4, time: '18:00' },
  autopilot: false,
  makesWeeks: false,
  restHours: 0,
}

export type RosterWorld = Awaited<ReturnType<typeof rosterWorld>>

/** A roster of four tenders and three shifts in a database of its own, and the verbs with a week's version read for them. */
export async function rosterWorld(server?: TestServer, made?: TestDatabase) {
  const database = made ?? (await testDatabase(server))
  const db = connect(database.url)
  const operator = newId()
  const ctx = context({ actor: { kind: 'user', id: operator, name: 'Olive' }, db, shift: 0 })
  let weeks = 0

  const later = (from: Context, ms: number): Context => ({
    ...from,
    shift: from.shift + ms,
    now: () => new Date(from.now().getTime() + ms),
  })
  /** The world as it is at an instant. */
  const at = (instant: Date, from: Context = ctx): Context => later(from, instant.getTime() - from.now().getTime())

  /** Hands the weeks to the old engine, by the button for it: no week may be under way. */
  async function dormant(): Promise<void> {
    const { version } = await db.cutover.findUniqueOrThrow({ where: { id: FLAG_ID } })
    await must(rollBack(ctx, { version }))
  }

  async function roster(options: { tenders?: number; settings?: Partial<Settings>; zone?: string } = {}) {
    const id = newId()
    const zone = options.zone ?? 'Europe/London'
    await db.roster.create({
      data: { id, name: 'The Anchor', zone, settings: { ...RHYTHM, ...options.settings }, createdAt: ctx.now() },
    })
    const tenders = Array.from({ length: options.tenders ?? 4 }, (_, k) => ({ id: newId(), name: `Tender ${k + 1}` }))
    await db.tender.createMany({
      data: tenders.map((tender, k) => {
        const email = `tender${k + 1}.${id}@anchor.test`
        return {
          ...tender,
          rosterId: id,
          email,
          emailNorm: email,
          keyHolder: k % 2 === 0,
          active: true,
          createdAt: ctx.now(),
        }
      }),
    })
    await db.shiftTemplate.createMany({
      data: [1, 3, 5].map((weekday) => {
        const hours = { startTime: '18:00', endTime: weekday === 5 ? '00:30' : '23:00' }
        return {
          id: newId(),
          rosterId: id,
          weekday,
          ...hours,
          role: 'Bar',
          minSeats: 1,
          targetSeats: 2,
          keyWanted: true,
          active: true,
        }
      }),
    })
    return { id, tenders }
  }

  const week = async (id: string): Promise<Week> => {
    const found = await findWeek(ctx, id)
    if (!found) throw new Error(`no week ${id}`)
    return found
  }
  const version = async (id: string) => ({ version: (await week(id)).version })
  const bound = async (id: string) => ({ ...(await version(id)), hash: hashRoster(await listSeats(ctx, id)) })

  /** A week of its own, years ahead, so that nothing is over or late unless a test moves the clock. */
  async function make(options: Parameters<typeof roster>[0] = {}) {
    const made = await roster(options)
    weeks += 1
    const weekOf = new Date(Date.UTC(2040, 0, 2) + weeks * 7 * 24 * HOUR).toISOString().slice(0, 10)
    const run = await makeWeek(ctx, { rosterId: made.id, weekOf })
    if (!run.ok) throw new Error(run.reason)
    return { ...made, rosterId: made.id, id: run.id, weekOf }
  }

  const deadline = () => new Date(ctx.now().getTime() + 24 * HOUR)

  async function answer(id: string, tenderId: string, choice: Choice, by: Context = ctx): Promise<Answered> {
    const shifts = await listShifts(by, id)
    const choices = Object.fromEntries(shifts.map((shift) => [shift.id, choice]))
    return submitAnswer(by, { token: tokenOf(id, tenderId), choices, most: null, note: '' })
  }

  /** Takes a new week to a state by the real verbs; every tender says yes to everything. */
  async function weekIn(
    state: 'DRAFT' | 'COLLECTING' | 'CLOSED' | 'ASSIGNED' | 'APPROVED',
    options: Parameters<typeof roster>[0] = {},
  ) {
    const made = await make(options)
    const order = ['DRAFT', 'COLLECTING', 'CLOSED', 'ASSIGNED', 'APPROVED']
    const to = order.indexOf(state)
    if (to >= 1) await must(open(ctx, made.id, { ...(await version(made.id)), deadline: deadline() }))
    if (to >= 1) for (const tender of made.tenders) await must(answer(made.id, tender.id, 'yes'))
    if (to >= 2) await must(close(ctx, made.id, await version(made.id)))
    if (to >= 3) await must(generate(ctx, made.id, await version(made.id)))
    if (to >= 4) await must(approve(ctx, made.id, await bound(made.id)))
    return made
  }

  const queue = async (made: { id: string; weekOf: string }, by: Context = ctx) =>
    send(by, made.id, { ...(await bound(made.id)), typed: made.weekOf })

  const post = (by: Context = ctx, transport: Transport = captureTransport(), subjectId?: string) =>
    deliver(by, {
      kinds: rosterMessages(by),
      transport,
      ...(subjectId ? { subjectId } : {}),
      budget: { ms: 20_000, rows: 10_000 },
    })

  const moves = (id: string) =>
    db.auditEvent.findMany({
      where: { machine: 'run', subjectId: id, version: { not: null } },
      orderBy: { version: 'asc' },
    })

  const rows = (id: string) =>
    db.message.findMany({ where: { subjectId: id, kind: 'schedule' }, orderBy: { id: 'asc' } })

  async function end() {
    await db.$disconnect()
    await database.drop()
  }
  return {
    database,
    db,
    ctx,
    operator,
    later,
    at,
    dormant,
    roster,
    make,
    week,
    version,
    bound,
    weekIn,
    answer,
    queue,
    post,
    moves,
    rows,
    must,
    deadline,
    end,
  }
}
