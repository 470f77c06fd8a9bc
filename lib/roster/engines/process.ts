import { findCommand } from '@/lib/engine/audit'
import { again } from '@/lib/engine/explain'
import { type Outcome, type Refused, refused } from '@/lib/engine/outcome'
import type { LeasedOptions, MoveOptions } from '@/lib/engine/request'
import { AT, type Values } from '@/lib/engine/sql'
import { transition } from '@/lib/engine/transition'
import type { Context } from '@/lib/platform/context'
import { deriveId } from '@/lib/platform/ids'
import type { Prisma } from '@/lib/platform/prisma/client'
import { OLD_OF } from '../legacy/machine'
import { type Stamp, stampsFor, stampsOfMove } from '../legacy/rules'
import { type RunEdge, run } from '../machine'
import { hashRoster } from '../picker/hash'
import type { Week } from '../schema'
import { findWeek, listSeats } from '../week/data'
import { findCharge, flagIs, inCharge, inferred } from './data'
import { type EngineName, engineOf, isHalfDone } from './rules'

/**
 * What every button brings: the press, and the version that its page showed. @property by the one engine that may take
 * it: a clock's, whose plan must not be carried out by the other once the flag is turned; or the rehearsal, whose week
 * nobody else moves
 */
export type Press = { commandId?: string; version: number; by?: EngineName | 'rehearsal' }

/** A week as a move finds it: whose it is, and the version that the move names. */
export type Held = { week: Week; engine: EngineName; press: Press; gate: Prisma.Sql | null }

export const gone = () => refused('unknown', 'not_found')

/** A refusal that a verb finds by reading, unless this very press has happened: then what came of it. */
export async function unlessRepeat(
  ctx: Context,
  id: string,
  press: { commandId?: string | undefined },
  refusal: Refused,
): Promise<Outcome> {
  const first = press.commandId ? await findCommand(ctx, run.name, id, press.commandId) : null
  return first ? again(first) : refusal
}

/**
 * Finds a week and the engine that moves it now, and makes that engine's first touch: v2 adopts what is NULL, the old
 * one takes over a DRAFT, which carries no progress (hole 16). A sent week is final for both, and neither touches it. A
 * rehearsal passes v2 whatever the flag says, by its wizard alone.
 */
export async function hold(ctx: Context, id: string, press: Press): Promise<Held | Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  if (week.state === 'SENT') return unlessRepeat(ctx, id, press, refused('illegal', 'not_from_SENT', week))
  if (week.kind === 'rehearsal') return press.by === 'rehearsal' ? { week, engine: 'v2', press, gate: null } : gone()
  const charge = await findCharge(ctx)
  const engine = engineOf(charge)
  if (press.by && press.by !== engine) return refused('gate', 'gate_closed', week)
  // A process whose switch is off acts for the old engine beside others that are live: the row alone says whose it is.
  const gate = engine === 'v2' ? flagIs('LIVE') : charge.killed ? null : flagIs('DORMANT')
  const held = { week, engine, press, gate }
  if (isHalfDone(week, engine)) return unlessRepeat(ctx, id, press, refused('gate', 'half_done', week))
  if (engine === 'v2' && week.v2State === null) return touched(ctx, held, await adopt(ctx, held))
  if (engine === 'old' && week.v2State === 'DRAFT') return touched(ctx, held, await unadopt(ctx, held))
  return held
}

/** After the first touch the press goes on from the version that it reached. */
async function touched(ctx: Context, held: Held, first: Outcome): Promise<Held | Outcome> {
  if (!first.ok) return unlessRepeat(ctx, held.week.id, held.press, first)
  const week = await findWeek(ctx, held.week.id)
  return week ? { ...held, week, press: { ...held.press, version: first.version } } : gone()
}

export const isHeld = (held: Held | Outcome): held is Held => 'week' in held

const ownId = (edge: string, { commandId }: Press) => (commandId ? { commandId: deriveId(edge, commandId) } : {})

/**
 * v2 takes a week of the old engine over where its stamps say it is. An approval is bound to the roster as it stands:
 * the old engine kept none (hole 19).
 */
export async function adopt(ctx: Context, { week, press, gate }: Held): Promise<Outcome> {
  const { state } = week
  const isBound = state === 'APPROVED'
  return transition(ctx, run, week.id, 'adopt', {
    version: press.version,
    ...ownId('adopt', press),
    ...(gate ? { gate } : {}),
    to: state,
    guards: [inferred([state])],
    data: { state },
    set: {
      status: isBound ? 'approved' : 'pending',
      opens_at: week.opensAt,
      deadline_at: week.deadlineAt,
      ends_at: week.endsAt,
      approved_hash: isBound ? hashRoster(await listSeats(ctx, week.id)) : null,
    },
  })
}

/**
 * Gives a week of v2 to the old engine, with the stamps from which that reads the same state back.
 * @param command of the move: a first touch has its own beside that of the press that made it
 */
export async function unadopt(
  ctx: Context,
  { week, press, gate }: Held,
  command: { commandId?: string } = ownId('unadopt', press),
): Promise<Outcome> {
  const { openedAt, closedAt, generatedAt, reopenedAt } = stampsFor(week.state, week, ctx.now())
  return transition(ctx, run, week.id, 'unadopt', {
    version: press.version,
    ...command,
    ...(gate ? { gate } : {}),
    data: { state: week.state },
    set: {
      opened_at: openedAt ?? week.openedAt,
      closed_at: closedAt ?? week.closedAt,
      generated_at: generatedAt ?? week.generatedAt,
      reopened_at: reopenedAt ?? week.reopenedAt,
    },
  })
}

/**
 * Finish with the old engine: a person takes a week that the kill switch caught half-way out of v2's hands. Its mails
 * stay what they are (hole 23).
 */
export async function finishWithOld(ctx: Context, id: string, press: Press): Promise<Outcome> {
  const week = await findWeek(ctx, id)
  if (!week) return gone()
  const refusal = (reason: string) => unlessRepeat(ctx, id, press, refused('guard', reason, week))
  if ((await inCharge(ctx)) === 'v2') return refusal('not_killed')
  if (!isHalfDone(week, 'old')) return refusal('not_half_done')
  return unadopt(ctx, { week, engine: 'old', press, gate: ctx.killed ? null : flagIs('DORMANT') }, press)
}

type Options =
  | Omit<MoveOptions, 'gate' | 'version' | 'commandId'>
  | Omit<LeasedOptions<undefined>, 'gate' | 'version' | 'commandId'>

/** A move of a week, by the engine that holds it. */
export async function moves(ctx: Context, held: Held, edge: RunEdge, options: Options): Promise<Outcome> {
  const { week, engine, press } = held
  const gate = held.gate ? { gate: held.gate } : {}
  if (engine === 'v2') return transition(ctx, run, week.id, edge, { ...options, ...press, ...gate })
  const spec = run.edges[edge]
  const from = spec.from as readonly Week['state'][]
  if (!from.includes(week.state))
    return unlessRepeat(ctx, week.id, press, refused('illegal', `not_from_${week.state}`, week))
  const to = spec.to === 'same' ? week.state : (spec.to as Week['state'])
  const guards = [inferred(from), ...(options.guards ?? [])]
  const own = { ...stamped(ctx, week, to, options), ...press, ...gate, guards }
  const outcome = await transition(ctx, run, week.id, OLD_OF[edge], own)
  return outcome.ok ? { ...outcome, from: week.state, to } : outcome
}

const COLUMNS: readonly (readonly [Stamp, string])[] = [
  ['openedAt', 'opened_at'],
  ['closedAt', 'closed_at'],
  ['generatedAt', 'generated_at'],
  ['reopenedAt', 'reopened_at'],
]

/** The old engine's order is that of its stamps: after a move they say where it led, whatever the clock says. */
function stamped(ctx: Context, week: Week, to: Week['state'], options: Options): Options {
  const own = (set: Values = {}): Values => {
    const steps = COLUMNS.flatMap(([stamp, column]) => (set[column] === AT ? [stamp] : []))
    const written = stampsOfMove(to, week, { status: String(set.status ?? week.status), steps }, ctx.now())
    const stamps = COLUMNS.flatMap(([stamp, column]) => (written[stamp] ? [[column, written[stamp]]] : []))
    return { ...set, ...Object.fromEntries(stamps), ends_at: week.endsAt }
  }
  if (!('act' in options)) return { ...options, set: own(options.set) }
  return {
    ...options,
    act: async (mine) => {
      const settled = await options.act(mine)
      return { ...settled, set: own(settled.set) }
    },
  }
}
