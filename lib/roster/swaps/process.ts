import { again } from '@/lib/engine/explain'
import { type Outcome, type Refused, refused } from '@/lib/engine/outcome'
import type { MoveOptions } from '@/lib/engine/request'
import { AT } from '@/lib/engine/sql'
import { bear, transition } from '@/lib/engine/transition'
import { isRefused, whole } from '@/lib/engine/whole'
import type { Context } from '@/lib/platform/context'
import { deriveId, newId } from '@/lib/platform/ids'
import { Prisma } from '@/lib/platform/prisma/client'
import * as data from './data'
import { tellingWrites } from './effects'
import { type SwapEdge, type SwapState, swap } from './machine'

/** What every button of a swap brings: the press, and the version that its page showed. */
export type SwapPress = { commandId?: string; version: number }

/** Begun, with the swap's id; a repeat of the same press finds it. */
export type Begun = { ok: true; id: string } | Refused

const gone = () => refused('unknown', 'not_found')

const move = (ctx: Context, id: string, edge: SwapEdge, options: MoveOptions) =>
  transition(ctx, swap, id, edge, options)

/** A birth that was refused because this very press has happened. */
async function unlessBegun(ctx: Context, commandId: string, begun: Begun): Promise<Begun> {
  const first = begun.ok ? null : await data.findPress(ctx, commandId)
  return first ? { ok: true, id: first.id } : begun
}

type Asking = { shiftId: string; fromTenderId: string; note: string; commandId?: string }

/** Whoever holds a seat of a sent week asks to give it away; so does the operator for them. Nobody gets a mail. */
export async function ask(ctx: Context, asking: Asking): Promise<Begun> {
  const commandId = asking.commandId ?? newId()
  const begun = await whole(ctx, async (tx): Promise<Begun> => {
    const seat = await seatUnderLock(tx, asking, 'share')
    if ('reason' in seat) return seat
    if (await data.findOpen(tx, seat)) return refused('guard', 'already_open')
    return begin(tx, 'asked', seat, { note: asking.note, to: null, commandId })
  })
  return unlessBegun(ctx, commandId, begun)
}

async function seatUnderLock(
  tx: Context,
  { shiftId, fromTenderId }: Pick<Asking, 'shiftId' | 'fromTenderId'>,
  how: 'share' | 'alone',
): Promise<data.Seat | Refused> {
  const week = await data.lockWeek(tx, { shiftId }, how)
  if (!week) return gone()
  if (!week.sent) return refused('guard', 'not_sent')
  const seat = await data.findSeat(tx, shiftId, fromTenderId)
  if (!seat) return refused('guard', 'not_holding')
  const reason = await data.judgeSeat(tx, seat, [data.notBegun])
  return reason ? refused('guard', reason) : seat
}

async function begin(
  tx: Context,
  state: SwapState,
  seat: data.Seat,
  { note, to, commandId }: { note: string; to: string | null; commandId: string },
): Promise<Begun> {
  const id = newId()
  const values = {
    ...{ run_id: seat.runId, shift_id: seat.shiftId, seat_tender_id: seat.seatTenderId },
    ...{ from_tender_id: seat.fromTenderId, to_tender_id: to, note, asked_at: AT },
    ...(to ? { offered_at: AT } : {}),
  }
  const about = { shift: seat.shiftId, seat: seat.seatTenderId, from: seat.fromTenderId, to }
  const born = await bear(tx, swap, state, [{ id, values, data: about, commandId }])
  return born.ok ? { ok: true, id } : born
}

/** Another tender would take it. Nobody gets a mail: the operator sees it on the week and on Today. */
export const offer = (ctx: Context, id: string, { tenderId, ...press }: SwapPress & { tenderId: string }) =>
  whole(ctx, async (tx) => {
    if (!(await data.lockWeek(tx, { swapId: id }, 'share'))) return gone()
    return move(tx, id, 'offer', {
      ...press,
      set: { to_tender_id: tenderId, offered_at: AT },
      data: { to: tenderId },
      guards: [data.notBegun, data.holds, ...data.mayTake(Prisma.sql`${tenderId}::uuid`)],
    })
  })

/** Whoever offered changes their mind, and others may offer again. */
export const retract = (ctx: Context, id: string, { tenderId, ...press }: SwapPress & { tenderId: string }) =>
  move(ctx, id, 'retract', {
    ...press,
    set: { to_tender_id: null, offered_at: null },
    data: { to: tenderId },
    guards: [data.isTaker(tenderId), data.notBegun],
  })

/** Whoever asked keeps the shift after all (`tenderId`), or the operator ends it. Who had offered is told. */
export async function withdraw(
  ctx: Context,
  id: string,
  { tenderId, ...press }: SwapPress & { tenderId: string | null },
): Promise<Outcome> {
  const found = await data.findSwap(ctx, id)
  if (!found) return gone()
  return move(ctx, id, 'withdraw', {
    ...press,
    set: { ended_at: AT },
    data: { because: tenderId ? 'giver' : 'operator' },
    guards: [...(tenderId ? [data.isGiver(tenderId)] : []), data.notBegun],
    also: await tellingWrites(ctx, { swap: found, event: 'withdrawn' }),
  })
}

/** The operator says no. Whoever asked is told why, and so is who offered. */
export async function refuse(
  ctx: Context,
  id: string,
  { reason, ...press }: SwapPress & { reason: string },
): Promise<Outcome> {
  const found = await data.findSwap(ctx, id)
  if (!found) return gone()
  return move(ctx, id, 'refuse', {
    ...press,
    reason,
    set: { ended_at: AT },
    data: { to: found.toTenderId },
    guards: [data.notBegun],
    also: await tellingWrites(ctx, { swap: found, event: 'refused', reason }),
  })
}

/**
 * The operator confirms: from here on the seat is the taker's, and the two of them get a mail. The week is held while
 * the rules are judged, so two confirms cannot give one person two shifts of a day; its row is never written.
 */
export const confirm = (ctx: Context, id: string, press: SwapPress): Promise<Outcome> =>
  whole(ctx, (tx) => confirmed(tx, id, press))

async function confirmed(tx: Context, id: string, press: SwapPress): Promise<Outcome> {
  if (!(await data.lockWeek(tx, { swapId: id }, 'alone'))) return gone()
  const found = await data.findSwap(tx, id)
  if (!found) return gone()
  const taker = found.toTenderId
  if (taker) await data.lockTaker(tx, taker)
  return move(tx, id, 'confirm', {
    ...press,
    set: { ended_at: AT },
    data: { from: found.fromTenderId, to: taker ?? found.fromTenderId },
    guards: [data.notBegun, data.holds, data.isLatest, ...data.mayTake(Prisma.sql`r.to_tender_id`)],
    also: taker ? await tellingWrites(tx, { swap: found, event: 'confirmed' }) : [],
  })
}

type HandingOver = { shiftId: string; fromTenderId: string; toTenderId: string; note: string; commandId?: string }

/**
 * The operator gives a seat to a person in one press: offered and confirmed in one transaction, with both events. A
 * request that waits for an offer is the one that is confirmed; an offer that stands has to be decided first.
 */
export async function handOver(ctx: Context, input: HandingOver): Promise<Outcome> {
  const commandId = input.commandId ?? newId()
  const { toTenderId, note } = input
  return whole(ctx, async (tx): Promise<Outcome> => {
    const seat = await seatUnderLock(tx, input, 'alone')
    const first = await data.findPress(tx, commandId)
    if (first) return again({ id: first.eventId, from: 'offered', to: 'confirmed', version: 1 })
    if ('reason' in seat) return seat
    await data.lockTaker(tx, toTenderId)
    const open = await data.findOpen(tx, seat)
    if (open?.state === 'offered') return refused('guard', 'offer_stands')
    if (open) {
      const offered = await offer(tx, open.id, { version: open.version, tenderId: toTenderId })
      return isRefused(offered) ? offered : confirmed(tx, open.id, { version: open.version + 1, commandId })
    }
    const reason = await data.judgeSeat(tx, seat, data.mayTake(Prisma.sql`${toTenderId}::uuid`))
    if (reason) return refused('guard', reason)
    const birth = { note, to: toTenderId, commandId: deriveId('swap', commandId) }
    const begun = await begin(tx, 'offered', seat, birth)
    return begun.ok ? confirmed(tx, begun.id, { version: 0, commandId }) : begun
  })
}

/** Ends a swap whose shift has begun: it stays with who had it, and whom it concerns is told. Never silent. */
export async function lapse(ctx: Context, id: string, version: number): Promise<Outcome> {
  const found = await data.findSwap(ctx, id)
  if (!found) return gone()
  return move(ctx, id, 'withdraw', {
    version,
    reason: 'began',
    set: { ended_at: AT },
    data: { because: 'began' },
    guards: [data.hasBegun],
    also: await tellingWrites(ctx, { swap: found, event: 'lapsed' }),
  })
}
