import type { Context } from '@/lib/platform/context'
import { addDays } from '@/lib/platform/plain-date'
import { formatDate, formatLocalRange } from '@/lib/platform/zone-format'
import type { RunState } from '../../machine'
import { byName } from '../../people/rules'
import type { Seat, WeekShift, WeekTender } from '../../schema'
import { findWeek, listSeats, listShifts, listTenders } from '../../week/data'
import { findStanding, stampOf } from './data'
import { turnOf } from './rules'
import type { WallDay, WallShift, WallView } from './schema'

/** A week's roster for the wall, with the confirmed swaps on top; null where there is no such week. */
export async function loadWall(ctx: Context, id: string): Promise<WallView | null> {
  const [week, standing] = await Promise.all([findWeek(ctx, id), findStanding(ctx, id)])
  if (!week?.state || !standing) return null
  const [shifts, tenders, seats] = await Promise.all([listShifts(ctx, id), listTenders(ctx, id), listSeats(ctx, id)])
  const days = daysOf(week.zone, shifts, tenders, seats)
  return {
    runId: week.id,
    rosterId: week.rosterId,
    rosterName: week.rosterName,
    title: formatDate(week.weekOf, 'week'),
    span: `${formatDate(week.weekOf, 'long')} to ${formatDate(addDays(week.weekOf, 6), 'full')}`,
    zone: week.zone,
    draft: draftWords(week.state),
    stamp: stampOf(standing),
    ...standing,
    days,
    fits: turnOf(days.flatMap((day) => day.shifts)),
  }
}

function draftWords(state: RunState): string | null {
  if (state === 'SENT') return null
  if (state === 'APPROVED') return 'Approved, not sent yet'
  return state === 'ASSIGNED' ? 'Draft: not approved yet' : 'Draft: no roster yet'
}

function daysOf(
  zone: string,
  shifts: readonly WeekShift[],
  tenders: readonly WeekTender[],
  seats: readonly Seat[],
): WallDay[] {
  const people = new Map(tenders.map(({ id, name, keyHolder }) => [id, { id, name, keyHolder }]))
  const rowOf = (shift: WeekShift): WallShift => {
    const taken = seats
      .filter((seat) => seat.shiftId === shift.id)
      .flatMap((seat) => people.get(seat.tenderId) ?? [])
      .sort(byName)
    return {
      id: shift.id,
      time: formatLocalRange(zone, shift.startsAt, shift.endsAt, 'time'),
      role: shift.role,
      people: taken,
      free: Math.max(0, shift.targetSeats - taken.length),
      keyMissing: shift.keyWanted && !taken.some(({ keyHolder }) => keyHolder),
    }
  }
  return [...new Set(shifts.map((shift) => shift.date))].map((date) => ({
    date,
    name: formatDate(date, 'long'),
    shifts: shifts.filter((shift) => shift.date === date).map(rowOf),
  }))
}
