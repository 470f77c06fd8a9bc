import type { TodaySource } from '@/lib/alerts/loaders'
import type { TodayEntry } from '@/lib/alerts/schema'
import type { Context } from '@/lib/platform/context'
import { formatLocalRange, shownAt } from '@/lib/platform/zone-format'
import { mailFault } from '../mail/people'
import { listRules } from '../pairs/data'
import { sidesOf } from '../pairs/rules'
import { byName } from '../people/rules'
import { findWeek } from '../week/data'
import { listOffered, listSwaps, type SwapRow } from './data'
import { SWAP_EDGES, swapReason } from './labels'
import { faultOfTaking, type SwapBoard, warningsOfTaking } from './rules'
import { readAround, type Span } from './scene/data'
import { NOTE_MAX, type SwapsView, type SwapView } from './schema'

/** A shift that ended so long ago meets none that is still to come. */
export const AROUND_MS = 2 * 24 * 3_600_000
const WEEK_MS = 7 * 24 * 3_600_000

type Place = { rosterId: string; zone: string; restHours: number }

/** The sent shifts of a time, with everything that a swap of one of them is judged by. */
export async function loadBoard(
  ctx: Context,
  { rosterId, zone, restHours }: Place,
  span: Span,
): Promise<SwapBoard & { runOf: ReadonlyMap<string, string> }> {
  const [{ shifts, seats, people }, rules] = await Promise.all([
    readAround(ctx, rosterId, span),
    listRules(ctx, rosterId),
  ])
  const active = new Set(people.filter((person) => person.active).map(({ id }) => id))
  return {
    runOf: new Map(shifts.map(({ id, runId }) => [id, runId])),
    shifts: shifts.map(({ runId: _, startsAt, endsAt, ...shift }) => ({
      ...shift,
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
      when: formatLocalRange(zone, startsAt, endsAt, 'tight'),
    })),
    seats,
    people: people.toSorted(byName).map(({ id, name, active: isActive, keyHolder, ...address }) => ({
      ...{ id, name, active: isActive, keyHolder },
      problem: mailFault(address),
    })),
    sides: sidesOf(rules, restHours, active),
  }
}

/** The swaps of a week and what a new one is judged by; null where the week is not sent. */
export async function loadSwaps(ctx: Context, runId: string): Promise<SwapsView | null> {
  const week = await findWeek(ctx, runId)
  if (week?.state !== 'SENT') return null
  const now = ctx.now()
  const place = { rosterId: week.rosterId, zone: week.zone, restHours: week.rosterSettings.restHours }
  const first = new Date(`${week.weekOf}T00:00:00Z`)
  const since = new Date(first.getTime() - AROUND_MS)
  const until = new Date(first.getTime() + WEEK_MS + AROUND_MS)
  const { runOf, ...board } = await loadBoard(ctx, place, { since, until })
  const swaps = await listSwaps(ctx, runId)
  const nameOf = (id: string) => board.people.find((person) => person.id === id)?.name ?? ''
  const view = (swap: SwapRow): SwapView => {
    const { id, version, state, note, fromTenderId, toTenderId } = swap
    const shift = board.shifts.find((one) => one.id === swap.shiftId)
    const taking = toTenderId && { shiftId: swap.shiftId, fromId: fromTenderId, takerId: toTenderId }
    const isOffered = state === 'offered'
    const begun = swap.startsAt <= now ? swapReason('shift_begun') : null
    const fault = isOffered && taking ? faultOfTaking(board, taking) : null
    return {
      ...{ id, version, state, note, when: shift?.when ?? '', role: shift?.role ?? '' },
      from: { id: fromTenderId, name: nameOf(fromTenderId) },
      to: toTenderId ? { id: toTenderId, name: nameOf(toTenderId) } : null,
      at: shownAt(week.zone, swap.endedAt ?? swap.askedAt),
      warnings: isOffered && taking ? warningsOfTaking(board, taking) : [],
      locked: begun ?? (fault && swapReason(fault)),
      begun,
    }
  }
  const latest = (a: SwapRow, b: SwapRow) => (b.endedAt?.getTime() ?? 0) - (a.endedAt?.getTime() ?? 0)
  const own = board.shifts.filter(({ id, startsAt }) => runOf.get(id) === runId && startsAt > now.getTime())
  return {
    at: now.toISOString(),
    open: swaps.filter(({ endedAt }) => endedAt === null).map(view),
    done: swaps
      .filter(({ endedAt }) => endedAt !== null)
      .sort(latest)
      .map(view),
    seats: own.flatMap(({ id, when, role }) =>
      board.seats
        .filter(({ shiftId }) => shiftId === id)
        .map(({ tenderId }) => ({ shiftId: id, tenderId, label: `${when}, ${role}: ${nameOf(tenderId)}` })),
    ),
    board,
  }
}

const entryOf = ({
  id,
  runId,
  version,
  giver,
  taker,
  role,
  zone,
  startsAt,
  offeredAt,
}: Awaited<ReturnType<typeof listOffered>>[number]): TodayEntry => {
  const { label } = shownAt(zone, startsAt)
  const input = { swapId: id, version }
  return {
    key: `swap:${id}`,
    urgency: 2,
    tone: 'act',
    icon: 'user-check',
    title: `${taker} would take ${giver}’s shift`,
    at: shownAt(zone, offeredAt),
    text: `${role}, ${label}. Until you confirm, ${giver} is the one who works it.`,
    href: `/roster/${runId}#swaps`,
    actions: [
      { kind: 'move', label: SWAP_EDGES.confirm.button, action: 'confirmSwap', input, primary: true },
      {
        kind: 'move',
        label: SWAP_EDGES.refuse.button,
        action: 'refuseSwap',
        input,
        confirm: {
          title: 'Refuse the swap',
          text: `${giver} keeps the shift. Both get a mail with what you say.`,
          confirmLabel: SWAP_EDGES.refuse.button,
          field: { name: 'reason', label: 'Why', hint: `At most ${NOTE_MAX} characters, for both of them to read.` },
        },
      },
    ],
  }
}

/** Offers that wait for the operator. */
export const swapsToday: TodaySource = {
  permission: 'roster.operate',
  entries: async (ctx) => (await listOffered(ctx)).map(entryOf),
}
