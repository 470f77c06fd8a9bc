import { allowedEdges } from '@/lib/engine/decide'
import { formatDate, formatLocalRange, shownAt } from '@/lib/platform/zone-format'
import type { Answer } from '../../answers/rules'
import { changesWords } from '../../changes/labels'
import { changeCount, rosterChanges } from '../../changes/rules'
import { type EngineName, isHalfDone } from '../../engines/rules'
import { counted, reasonWords } from '../../labels'
import { OLD_OF } from '../../legacy/machine'
import { type RunEdge, run } from '../../machine'
import { hasRoster, TWO_PERSON_RECIPIENTS } from '../../rules'
import { overrideSchema, type Seat, type Week, type WeekShift, type WeekTender } from '../../schema'
import type { Pair } from '../../seats/rules'
import { secondPersonWords } from '../../sending/labels'
import { callNames } from '../../why/rules'
import { HALF_DONE_TASK } from '../labels'
import { shiftName } from '../rules'
import type { EdgeView, LateView, ShiftView, WeekView } from '../schema'

/** Everything that the page of a week is drawn from, read at once. */
export type Scene = {
  week: Week
  now: Date
  shifts: WeekShift[]
  tenders: WeekTender[]
  active: WeekTender[]
  seats: Seat[]
  bans: Pair[]
  used: Map<string, Answer>
  late: Map<string, Answer>
  /** Shifts worked by tender in the last 26 sent weeks. */
  worked: Map<string, number>
  /** The roster before the last generate; null before the second, and once the schedule is out. */
  before: Seat[] | null
  /** Which rule left a seat empty, by shift. */
  why: ReadonlyMap<string, string>
  /** Who approved, by name; null where no person did. */
  approver: string | null
  /** The engine in charge. */
  engine: EngineName
}

/** 'Sat 19 20:00' */
const shortOf = (shift: WeekShift) => `${formatDate(shift.date, 'tight')} ${shift.startTime}`

/** Whose answer came late and does not count yet, with what they could do. */
export function lateOf({ week, shifts, tenders, late }: Scene): LateView[] {
  return tenders.flatMap((tender) => {
    const answer = late.get(tender.id)
    if (!answer) return []
    const offered = shifts.filter((shift) => (answer.choices[shift.id] ?? 'no') !== 'no')
    const could =
      offered.length === 0
        ? 'cannot work this week'
        : offered.length > 3
          ? `could do ${counted(offered.length, 'shift')}`
          : `could do ${offered.map(shortOf).join(', ')}`
    return [{ tenderId: tender.id, name: tender.name, at: shownAt(week.zone, answer.answeredAt), words: could }]
  })
}

/** The columns of the grid. */
export function shiftsOf({ week, shifts, seats, tenders, used, why }: Scene): ShiftView[] {
  const holders = new Set(tenders.filter(({ keyHolder }) => keyHolder).map(({ id }) => id))
  const assigned = hasRoster(week)
  return shifts.map((shift) => {
    const taken = seats.filter((seat) => seat.shiftId === shift.id)
    const said = (choice: string) => [...used.values()].filter((answer) => answer.choices[shift.id] === choice).length
    return {
      id: shift.id,
      name: shiftName(shift, shifts),
      when: formatLocalRange(week.zone, shift.startsAt, shift.endsAt, 'tight'),
      day: formatDate(shift.date, 'tight'),
      time: shift.startTime,
      role: shift.role,
      keyWanted: shift.keyWanted,
      keyMissing: assigned && shift.keyWanted && !taken.some(({ tenderId }) => holders.has(tenderId)),
      seats: shift.targetSeats,
      needed: shift.minSeats,
      filled: taken.length,
      empty: assigned ? Math.max(0, shift.targetSeats - taken.length) : 0,
      why: why.get(shift.id) ?? null,
      yes: said('yes'),
      ifNeeded: said('if_needed'),
    }
  })
}

/** How the roster differs from the one before the last generate, while somebody may still read it through. */
export function changesOf({ before, seats, shifts, tenders }: Scene): WeekView['changes'] {
  if (!before) return null
  const people = callNames(new Map(tenders.map(({ id, name }) => [id, name])))
  const called = new Map(shifts.map((shift) => [shift.id, shiftName(shift, shifts)]))
  const changes = rosterChanges(
    before,
    seats,
    shifts.map(({ id }) => id),
  )
  const names = {
    person: (id: string) => people.get(id) ?? 'Somebody who left',
    shift: (id: string) => called.get(id) ?? 'a shift that is gone',
  }
  return { count: changeCount(changes), words: changesWords(changes, names) }
}

const RUN_EDGES = Object.keys(OLD_OF) as RunEdge[]

/** Every move with whether it is open, and why not. @param asks who looks: the approver of many cannot send them */
export function edgesOf(
  asks: string | null,
  { week, shifts, tenders, active, late, now, approver, engine }: Scene,
): Record<RunEdge, EdgeView> {
  if (isHalfDone(week, engine)) return allLocked(HALF_DONE_TASK.title)
  const subject = {
    ...week,
    shifts: shifts.length,
    tenders: active.length,
    queued: week.queuedAt !== null,
  }
  const isSecond = week.approvedBy !== null && week.approvedBy !== asks
  /** What the verbs refuse beyond the machine's own rules. */
  const ownFault = (edge: RunEdge) => {
    if (edge === 'takeLate' && late.size === 0) return 'none_late'
    return edge === 'queue' && !isSecond && tenders.length > TWO_PERSON_RECIPIENTS ? 'second_person' : null
  }
  // The old engine's weeks are judged by what their stamps say, and by the same rules.
  const allowed = allowedEdges(run, week, subject, now)
  const edges = RUN_EDGES.map((edge) => {
    const { allowed: isAllowed, reason } = allowed[edge]
    const own = isAllowed ? ownFault(edge) : null
    const why = own ?? reason
    const words = why === 'second_person' ? secondPersonWords(approver) : why && reasonWords(edge, why)
    return [edge, { allowed: isAllowed && own === null, reason: words }]
  })
  return Object.fromEntries(edges) as Record<RunEdge, EdgeView>
}

const allLocked = (reason: string) =>
  Object.fromEntries(RUN_EDGES.map((edge) => [edge, { allowed: false, reason }])) as Record<RunEdge, EdgeView>

/** What the week does otherwise than its roster. */
export function ownSettings({ autopilot, override }: Week): WeekView['settings'] {
  const own = override ? overrideSchema.parse(override) : {}
  return {
    autopilot,
    opens: own.opens ?? null,
    closes: own.closes ?? null,
    generates: own.generates ?? null,
    sendBy: own.sendBy ?? null,
  }
}
