import type { Context } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { formatDate, formatLocalRange, shownAt } from '@/lib/platform/zone-format'
import { formUrl, tokenOf } from '../answers/effects'
import { feedOf } from '../mail/calendar'
import { compareNames, firstName } from '../people/rules'
import { settingsSchema } from '../schema'
import { listOpenSwaps, type SwapRow } from '../swaps/data'
import { swapReason } from '../swaps/labels'
import { AROUND_MS, loadBoard } from '../swaps/loaders'
import { faultOfTaking, type SwapBoard } from '../swaps/rules'
import { findWeek } from '../week/data'
import { findOpenForm, findTenderBy, listFeed, listLinks, readCard } from './data'
import { calendarUrl, linkTokenOf } from './effects'
import type { HeldShift, TenderPage, WantedShift } from './schema'

/** The good link of a kind, where its token can be made again; it reads only. */
async function goodToken(ctx: Context, kind: 'calendar', tenderId: string): Promise<string | null> {
  const [link] = await listLinks(ctx, kind, [tenderId])
  if (!link?.good) return null
  const token = linkTokenOf(kind, tenderId, link.good)
  return link.hash === hashToken(token) ? token : null
}

type Scene = { me: string; zone: string; now: Date; board: SwapBoard; open: readonly SwapRow[] }

const nameOf = (board: SwapBoard, id: string | null) => board.people.find((person) => person.id === id)?.name ?? ''
const whenOf = (zone: string, shift: SwapBoard['shifts'][number]) =>
  formatLocalRange(zone, new Date(shift.startsAt), new Date(shift.endsAt), 'full')

function ownShifts({ me, zone, now, board, open }: Scene): HeldShift[] {
  const mine = new Set(board.seats.filter(({ tenderId }) => tenderId === me).map(({ shiftId }) => shiftId))
  return board.shifts
    .filter(({ id, endsAt }) => mine.has(id) && endsAt > now.getTime())
    .map((shift) => {
      const swap = open.find((one) => one.shiftId === shift.id && one.fromTenderId === me)
      return {
        id: shift.id,
        when: whenOf(zone, shift),
        role: shift.role,
        others: board.seats
          .filter(({ shiftId, tenderId }) => shiftId === shift.id && tenderId !== me)
          .map(({ tenderId }) => nameOf(board, tenderId))
          .sort(compareNames),
        swap: swap
          ? {
              ...{ id: swap.id, version: swap.version, note: swap.note },
              taker: swap.toTenderId && nameOf(board, swap.toTenderId),
            }
          : null,
        locked: shift.startsAt <= now.getTime() ? swapReason('shift_begun', true) : null,
      }
    })
}

function wantedShifts({ me, zone, board, open }: Scene): WantedShift[] {
  return open.flatMap((swap) => {
    const shift = board.shifts.find(({ id }) => id === swap.shiftId)
    const offered = swap.toTenderId === me
    if (!shift || swap.fromTenderId === me || (swap.toTenderId && !offered)) return []
    const taking = { shiftId: swap.shiftId, fromId: swap.fromTenderId, takerId: me }
    const fault = offered ? null : faultOfTaking(board, taking)
    return [
      {
        ...{ swapId: swap.id, version: swap.version, note: swap.note, offered },
        ...{ when: whenOf(zone, shift), role: shift.role, from: nameOf(board, swap.fromTenderId) },
        why: fault && swapReason(fault, true),
      },
    ]
  })
}

/** The form that a tender may answer now: open, and its deadline ahead, which an old week takes from the rhythm. */
async function openForm(ctx: Context, tenderId: string): Promise<TenderPage['form']> {
  const form = await findOpenForm(ctx, tenderId)
  const week = form && (await findWeek(ctx, form.runId))
  if (!form || !week || week.deadlineAt <= ctx.now()) return null
  return {
    url: formUrl(tokenOf(week.id, tenderId)),
    week: formatDate(week.weekOf, 'week'),
    until: shownAt(week.zone, week.deadlineAt),
    answered: form.answered,
  }
}

/**
 * The page that a tender's own link opens; null where the link is nobody's, taken back, or of somebody who left. It
 * reads only: mail scanners open each link, some of them several times.
 */
export async function loadTenderPage(ctx: Context, token: string): Promise<TenderPage | null> {
  const holder = await findTenderBy(ctx, 'page', token)
  if (!holder || holder.revoked || !holder.active) return null
  const { tenderId: me, rosterId } = holder
  const card = await readCard(ctx, me)
  if (!card) return null
  const now = ctx.now()
  const { zone } = card
  const { restHours } = settingsSchema.parse(card.settings)
  const [board, open, form, calendar] = await Promise.all([
    loadBoard(ctx, { rosterId, zone, restHours }, { since: new Date(now.getTime() - AROUND_MS), until: null }),
    listOpenSwaps(ctx, rosterId),
    openForm(ctx, me),
    goodToken(ctx, 'calendar', me),
  ])
  const scene = { me, zone, now, board, open }
  return {
    roster: card.roster,
    zone,
    name: firstName(holder.name),
    shifts: ownShifts(scene),
    wanted: wantedShifts(scene),
    form,
    worked: card.worked,
    calendar: calendar && calendarUrl(calendar),
    stopped: card.stopped,
  }
}

export type Feed = { ok: true; body: string } | { ok: false; gone: boolean }

/** A tender's shifts as their calendar program fetches them. Of somebody who left it is empty of what is to come. */
export async function loadFeed(ctx: Context, token: string): Promise<Feed> {
  const holder = await findTenderBy(ctx, 'calendar', token)
  if (!holder) return { ok: false, gone: false }
  if (holder.revoked) return { ok: false, gone: true }
  const [card, shifts] = await Promise.all([readCard(ctx, holder.tenderId), listFeed(ctx, holder.tenderId)])
  const sorted = shifts.map((shift) => ({ ...shift, people: [...shift.people].sort(compareNames) }))
  return { ok: true, body: feedOf({ tenderId: holder.tenderId, roster: card?.roster ?? '', shifts: sorted }) }
}
