import { Turnstile } from '@/lib/messages/delivery/rules'
import { readClock } from '@/lib/platform/clock'
import type { Actor, Context } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import { addDays } from '@/lib/platform/plain-date'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import type { CutoverState } from '@/lib/roster/cutover/machine'
import { weekOfInstant } from '@/lib/roster/rules'
import { makeWeek } from '@/lib/roster/week/process'
import type { Worker } from '../halts'
import type { RosterWorld } from '../roster'
import { flagTo } from '../two-engines'
import type { Setup, State } from './commands'
import { Mailbox } from './mailbox'
import type { Row } from './rows'

/** Ahead of the database's clock, in ms: one clock for all histories on a database. */
export type Clock = { shift: number }

export type Place = { id: string; zone: string; tenders: { id: string; email: string }[]; states: State[] }
export type Known = { id: string; weekOf: string; place: Place }

/** A worker of a process that stands still. */
export type Waiting = { says: string; worker: Worker<unknown> }

/** What a page showed when it was loaded: every button brings what stood there. */
export type Page = {
  version: number
  hash: string
  state: string
  halfDone: boolean
  queued: boolean
  rows: { id: string; seen: number; state: string }[]
}

export type Operator = { actor: Actor; pages: Map<string, Page>; last: Repeated | null }
/** A button that was pressed, to be pressed again as the same command. */
export type Repeated = { says: string; run: (ctx: Context) => Promise<unknown>; wasDone: boolean }

/** A company of two operators at two processes, its mailboxes, and what is known of it outside of its database. */
export class Town {
  readonly mailbox: Mailbox
  readonly places: Place[] = []
  readonly weeks: Known[] = []
  readonly killed: [boolean, boolean]
  readonly operators: [Operator, Operator]
  readonly waiting: Waiting[] = []
  /** What happened, a line each, for whoever reads a failure. */
  readonly story: string[] = []
  /** The flag as its events tell it, and how far the record was read. */
  flag: CutoverState = 'DORMANT'
  read = 0n
  /** The weeks as they were after the last step. */
  seen: ReadonlyMap<string, Row> = new Map()
  /** A sent week as it was when it was first seen sent. */
  readonly sent = new Map<string, string>()
  #works = 0

  constructor(
    readonly w: Pick<RosterWorld, 'db' | 'roster'>,
    readonly clock: Clock,
    readonly setup: Setup,
  ) {
    this.mailbox = new Mailbox(setup.keyed, () => this.now().getTime())
    this.killed = [...setup.killed]
    const operator = (name: string): Operator => ({
      actor: { kind: 'user', id: newId(), name },
      pages: new Map(),
      last: null,
    })
    this.operators = [operator('Olive'), operator('Otto')]
  }

  get db(): PrismaClient {
    return this.w.db
  }

  now = (): Date => readClock(this.clock.shift)

  /**
   * The world as a process has it. Its clock goes on while its worker stands still: the shift is read when it is used.
   * The id of the request says whether the process was switched off, for whoever reads the record.
   */
  context(process: 0 | 1, actor: Actor): Context {
    const { clock } = this
    const killed = this.killed[process]
    const shift = { valueOf: () => clock.shift } as unknown as number
    this.#works += 1
    return { db: this.db, actor, requestId: `${killed ? 'off' : 'on'}:${this.#works}`, shift, killed, now: this.now }
  }

  tell(line: string): void {
    this.story.push(line)
  }

  /** One of the weeks that something is about, or of all where it is about none. */
  week(index: number, isMeant: (row: Row) => boolean): Known | undefined {
    const meant = this.weeks.filter(({ id }) => {
      const row = this.seen.get(id)
      return row !== undefined && isMeant(row)
    })
    const among = meant.length > 0 ? meant : this.weeks
    return among[index % Math.max(1, among.length)]
  }

  /** Makes the next week of a roster, the first two weeks ahead, as its button does. */
  async make(place: Place, ctx: Context): Promise<void> {
    const first = addDays(weekOfInstant(place.zone, this.now()), 14)
    const latest = this.weeks.filter((one) => one.place === place).at(-1)?.weekOf
    const weekOf = latest && addDays(latest, 7) > first ? addDays(latest, 7) : first
    const made = await makeWeek(ctx, { rosterId: place.id, weekOf, commandId: newId() })
    if (!made.ok) throw new Error(`no week: ${made.reason}`)
    this.weeks.push({ id: made.id, weekOf, place })
  }
}

/** A turnstile for each delivery: those of other processes stand in nobody's way here. */
const manyLines = () => {
  ;(globalThis as { daybookLines?: Turnstile }).daybookLines = new Turnstile(10_000)
}

/** Begins a history: rosters and weeks as the setup says, under the flag that it says. */
export async function beginTown(
  w: Pick<RosterWorld, 'db' | 'roster' | 'ctx'>,
  clock: Clock,
  setup: Setup,
): Promise<Town> {
  manyLines()
  const town = new Town(w, clock, setup)
  const able = { ...town.context(0, town.operators[0].actor), killed: false }
  for (const weeks of setup.weeks) {
    const { id, tenders } = await w.roster({ zone: setup.zone, settings: { autopilot: setup.autopilot } })
    const withAddress = tenders.map((tender, k) => ({ id: tender.id, email: `tender${k + 1}.${id}@anchor.test` }))
    town.places.push({ id, zone: setup.zone, tenders: withAddress, states: weeks })
  }
  const [first] = town.places
  if (first) await flagTo(able, setup.flag, first.id)
  for (const place of town.places)
    for (const _ of place.states) await town.make(place, town.context(0, town.operators[0].actor))
  town.flag = setup.flag
  const last = await town.db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  town.read = last?.id ?? 0n
  return town
}
