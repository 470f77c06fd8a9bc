import { allowedEdges, isLive } from '@/lib/engine/decide'
import type { Context } from '@/lib/platform/context'
import { formatDate, formatInstant, formatLocalRange, shownAt } from '@/lib/platform/zone-format'
import { type Answer, sortAnswers } from '../answers/rules'
import { counted, LEASE_WORDS, reasonWords } from '../labels'
import { type RunEdge, type RunState, run } from '../machine'
import { mailFault } from '../mail/people'
import { explainEmptySeats } from '../picker/empty-seats'
import { hashRoster } from '../picker/hash'
import { momentOf, TWO_PERSON_RECIPIENTS } from '../rules'
import { overrideSchema } from '../schema'
import { findApprover } from '../sending/data'
import { secondPersonWords } from '../sending/labels'
import * as data from './data'
import { pickerInput } from './effects'
import { taskWords } from './labels'
import { deliveryOf, suggestDeadline } from './rules'
import type { EdgeView, LateView, PersonView, ShiftView, WeekView } from './schema'

/** Everything that the page of a week is drawn from, read at once. */
type Scene = {
  week: data.Week & { state: RunState }
  now: Date
  shifts: data.WeekShift[]
  tenders: data.WeekTender[]
  active: data.WeekTender[]
  seats: data.Seat[]
  used: Map<string, Answer>
  late: Map<string, Answer>
  worked: Map<string, number>
  /** Who approved, by name; null where no person did. */
  approver: string | null
}

async function readScene(ctx: Context, week: Scene['week']): Promise<Scene> {
  const [shifts, tenders, seats, answers, history, approver] = await Promise.all([
    data.listShifts(ctx, week.id),
    data.listTenders(ctx, week.id),
    data.listSeats(ctx, week.id),
    data.listAnswers(ctx, week.id),
    data.listHistory(ctx, week),
    findApprover(ctx, week.approvedBy),
  ])
  const worked = new Map<string, number>()
  for (const past of history) for (const id of past.worked) worked.set(id, (worked.get(id) ?? 0) + 1)
  const active = tenders.filter((tender) => tender.active)
  return {
    week,
    now: ctx.now(),
    shifts,
    tenders,
    active,
    seats,
    worked,
    approver,
    ...sortAnswers(answers, week.answersUntil),
  }
}

const whenOf = (zone: string, shift: data.WeekShift) => formatLocalRange(zone, shift.startsAt, shift.endsAt, 'tight')

/** 'Sat 19 20:00' */
const shortOf = (shift: data.WeekShift) => `${formatDate(shift.date, 'tight')} ${shift.startTime}`

function lateOf({ week, shifts, tenders, late }: Scene): LateView[] {
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
    return [{ name: tender.name, at: shownAt(week.zone, answer.answeredAt), words: could }]
  })
}

async function shiftsOf(ctx: Context, scene: Scene): Promise<ShiftView[]> {
  const { week, shifts, seats, tenders, used } = scene
  const people = new Map(tenders.map((tender) => [tender.id, tender]))
  const assigned = week.pick !== null
  const isShort =
    assigned && shifts.some((shift) => seats.filter((s) => s.shiftId === shift.id).length < shift.targetSeats)
  const reasons = isShort
    ? new Map(explainEmptySeats((await pickerInput(ctx, week)).input, seats).map((one) => [one.shiftId, one.text]))
    : new Map<string, string>()
  return shifts.map((shift) => {
    const taken = seats
      .filter((seat) => seat.shiftId === shift.id)
      .flatMap(({ tenderId, pinned }) => {
        const person = people.get(tenderId)
        return person ? [{ tenderId, name: person.name, pinned, keyHolder: person.keyHolder }] : []
      })
      .sort((a, b) => a.name.localeCompare(b.name))
    const said = (choice: string) => [...used.values()].filter((answer) => answer.choices[shift.id] === choice).length
    return {
      id: shift.id,
      when: whenOf(week.zone, shift),
      role: shift.role,
      keyWanted: shift.keyWanted,
      keyMissing: assigned && shift.keyWanted && !taken.some((seat) => seat.keyHolder),
      seats: shift.targetSeats,
      needed: shift.minSeats,
      taken,
      empty: assigned ? Math.max(0, shift.targetSeats - taken.length) : 0,
      why: reasons.get(shift.id) ?? null,
      yes: said('yes'),
      ifNeeded: said('if_needed'),
    }
  })
}

function peopleOf({ tenders, shifts, seats, used, late, worked }: Scene): PersonView[] {
  return tenders.map((tender) => ({
    id: tender.id,
    name: tender.name,
    keyHolder: tender.keyHolder,
    answer: used.has(tender.id) ? 'counted' : late.has(tender.id) ? 'late' : 'silent',
    shifts: shifts
      .filter((shift) => seats.some((seat) => seat.shiftId === shift.id && seat.tenderId === tender.id))
      .map(shortOf),
    most: used.get(tender.id)?.most ?? null,
    worked: worked.get(tender.id) ?? 0,
  }))
}

function edgesOf(
  ctx: Context,
  { week, shifts, tenders, active, late, now, approver }: Scene,
): Record<RunEdge, EdgeView> {
  const subject = {
    ...week,
    shifts: shifts.length,
    tenders: active.length,
    queued: week.queuedAt !== null,
  }
  const isSecond = week.approvedBy !== null && week.approvedBy !== ctx.actor.id
  /** What the verbs refuse beyond the machine's own rules. */
  const ownFault = (edge: RunEdge) => {
    if (edge === 'takeLate' && late.size === 0) return 'none_late'
    return edge === 'queue' && !isSecond && tenders.length > TWO_PERSON_RECIPIENTS ? 'second_person' : null
  }
  const allowed = allowedEdges(run, week, subject, now)
  const edges = Object.values(allowed).map(({ edge, allowed: isAllowed, reason }) => {
    const own = isAllowed ? ownFault(edge) : null
    const why = own ?? reason
    const words = why === 'second_person' ? secondPersonWords(approver) : why && reasonWords(edge, why)
    return [edge, { allowed: isAllowed && own === null, reason: words }]
  })
  return Object.fromEntries(edges) as Record<RunEdge, EdgeView>
}

function settingsOf({ autopilot, override }: data.Week): WeekView['settings'] {
  const own = override ? overrideSchema.parse(override) : {}
  return {
    autopilot,
    opens: own.opens ?? null,
    closes: own.closes ?? null,
    generates: own.generates ?? null,
    sendBy: own.sendBy ?? null,
  }
}

/** A week as its page shows it, or null where there is none. */
export async function loadWeek(ctx: Context, id: string): Promise<WeekView | null> {
  const week = await data.findWeek(ctx, id)
  if (!week?.state) return null
  return viewOf(ctx, await readScene(ctx, { ...week, state: week.state }))
}

async function viewOf(ctx: Context, scene: Scene): Promise<WeekView> {
  const { week, now, shifts, active, seats, used, late } = scene
  const { zone } = week
  const total = shifts.reduce((sum, shift) => sum + shift.targetSeats, 0)
  const problems = active.flatMap((tender) => {
    const fault = mailFault(tender) ?? (tender.bounced ? 'The last mail to this address came back.' : null)
    return fault ? [{ id: tender.id, name: tender.name, why: fault, lost: mailFault(tender) !== null }] : []
  })
  const recipients = active.length - problems.filter(({ lost }) => lost).length
  const delivery = deliveryOf(week.rows, week.queuedAt)
  const views = await shiftsOf(ctx, scene)
  const past = week.deadlineAt !== null && week.deadlineAt <= now
  const sendBy = momentOf(zone, week.weekOf, week.settings.sendBy)
  const answered = active.filter((tender) => used.has(tender.id)).length
  const lease = week.lease && isLive(week.lease, now) ? week.lease : null
  const deadline = week.deadlineAt && { ...shownAt(zone, week.deadlineAt), past }
  return {
    at: now.toISOString(),
    id: week.id,
    rosterId: week.rosterId,
    rosterName: week.rosterName,
    zone,
    weekOf: week.weekOf,
    title: formatDate(week.weekOf, 'week'),
    sentence: [
      `${counted(shifts.length, 'shift')}, ${counted(total, 'seat')}, ${counted(active.length, 'tender')}`,
      week.sentAt
        ? `the schedule went out ${formatInstant(zone, week.sentAt, 'dayTime')}`
        : `the schedule goes out by ${formatInstant(zone, sendBy, 'dayTime')}`,
    ].join(' · '),
    state: week.state,
    version: week.version,
    hash: hashRoster(seats),
    task: taskWords({
      state: week.state,
      shifts: shifts.length,
      tenders: active.length,
      asked: active.length,
      answered,
      late: late.size,
      seats: total,
      filled: seats.length,
      keyless: views.filter((shift) => shift.keyMissing).length,
      deadline: deadline?.label ?? null,
      past,
      autopilot: week.autopilot,
      opens: week.opensAt && week.opensAt > now ? formatInstant(zone, week.opensAt, 'dayTime') : null,
      recipients,
      problems: active.length - recipients,
      delivery,
    }),
    edges: edgesOf(ctx, scene),
    lease: lease ? (LEASE_WORDS[lease.kind] ?? 'Somebody is at work on this week…') : null,
    lastError: week.lastError,
    deadline,
    suggested: suggestDeadline(zone, week, now),
    answered,
    asked: active.length,
    late: lateOf(scene),
    silent: active.filter(({ id }) => !used.has(id) && !late.has(id)).map(({ name }) => name),
    notes: active.flatMap(({ id, name }) => {
      const note = (late.get(id) ?? used.get(id))?.note
      return note ? [{ name, note }] : []
    }),
    shifts: views,
    filled: seats.length,
    seats: total,
    people: peopleOf(scene),
    recipients,
    problems,
    delivery,
    inFlight: lease !== null || (week.state === 'APPROVED' && (delivery?.onWay ?? 0) > 0),
    settings: settingsOf(week),
  }
}
