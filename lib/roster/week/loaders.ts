import { isLive } from '@/lib/engine/decide'
import type { Context } from '@/lib/platform/context'
import { formatDate, formatInstant, shownAt } from '@/lib/platform/zone-format'
import { loadAnswers } from '../answers/loaders'
import { sortAnswers } from '../answers/rules'
import { findBefore } from '../changes/data'
import { findCharge } from '../engines/data'
import { engineOf, isHalfDone } from '../engines/rules'
import { gridPeople } from '../grid/rules'
import { counted, LEASE_WORDS } from '../labels'
import { mailFault } from '../mail/people'
import { loadBroken } from '../pairs/loaders'
import { explainEmptySeats } from '../picker/empty-seats'
import { hashRoster } from '../picker/hash'
import { hasRoster, momentOf } from '../rules'
import { findApprover } from '../sending/data'
import { ownShifts } from '../shifts/rules'
import * as data from './data'
import { type Facts, pickerInput, readFacts } from './effects'
import { clockName, HALF_DONE_TASK, taskWords } from './labels'
import { deliveryOf, suggestDeadline } from './rules'
import { changesOf, edgesOf, lateOf, ownSettings, type Scene, shiftsOf } from './scene/rules'
import type { WeekView } from './schema'

async function readScene(ctx: Context, week: Scene['week']): Promise<Scene> {
  const isRead = week.state === 'ASSIGNED' || week.state === 'APPROVED'
  const [facts, charge, approver, last] = await Promise.all([
    readFacts(ctx, week),
    findCharge(ctx),
    findApprover(ctx, week.approvedBy),
    isRead ? findBefore(ctx, week.id) : null,
  ])
  const { shifts, tenders, seats, bans, answers, history } = facts
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
    bans,
    worked,
    before: last?.before?.seats ?? null,
    approver,
    engine: engineOf(charge),
    why: await whyEmpty(ctx, week, facts),
    ...sortAnswers(answers, week.answersUntil),
  }
}

/** Which rule left a seat empty, by shift. Read only where one is: the picker's whole input is needed for it. */
async function whyEmpty(ctx: Context, week: data.Week, facts: Facts): Promise<Map<string, string>> {
  const { shifts, seats } = facts
  const filled = new Map<string, number>()
  for (const { shiftId } of seats) filled.set(shiftId, (filled.get(shiftId) ?? 0) + 1)
  if (!hasRoster(week) || shifts.every(({ id, targetSeats }) => (filled.get(id) ?? 0) >= targetSeats)) return new Map()
  const { input } = await pickerInput(ctx, week, facts)
  return new Map(explainEmptySeats(input, seats).map(({ shiftId, text }) => [shiftId, text]))
}

/** When a clock generates a closed week; one whose last try failed waits for a person. */
function clockGenerates({ zone, weekOf, settings, lastError }: data.Week, now: Date): string | null {
  if (lastError !== null) return null
  const at = momentOf(zone, weekOf, settings.generates)
  return at > now ? formatInstant(zone, at, 'dayTime') : 'at its next tick'
}

/** A week as its page shows it, or null where there is none. */
export async function loadWeek(ctx: Context, id: string): Promise<WeekView | null> {
  const week = await data.findWeek(ctx, id)
  return week && week.kind === 'week' ? viewOf(ctx, await readScene(ctx, week)) : null
}

/** Whether a week has a page, before anything of it is read. */
export const hasWeek = async (ctx: Context, id: string): Promise<boolean> =>
  (await ctx.db.rosterRun.count({ where: { id, kind: 'week' } })) > 0

async function blockedBy(ctx: Context, rosterId: string): Promise<WeekView['blockedBy']> {
  const open = await data.findOpenForm(ctx, rosterId)
  return open && { href: `/roster/${open.id}`, title: formatDate(open.weekOf, 'week') }
}

async function viewOf(ctx: Context, scene: Scene): Promise<WeekView> {
  const { week, now, shifts, active, seats, used, late } = scene
  const changes = changesOf(scene)
  const halfDone = isHalfDone(week, scene.engine)
  const { zone } = week
  const total = shifts.reduce((sum, shift) => sum + shift.targetSeats, 0)
  const problems = active.flatMap((tender) => {
    const fault = mailFault(tender) ?? (tender.bounced ? 'The last mail to this address came back.' : null)
    return fault ? [{ id: tender.id, name: tender.name, why: fault, lost: mailFault(tender) !== null }] : []
  })
  const recipients = active.length - problems.filter(({ lost }) => lost).length
  const answers = await loadAnswers(ctx, scene)
  const unasked = new Set(answers.lines.flatMap((one) => (one.kind === 'unasked' ? [one.tenderId] : [])))
  const delivery = deliveryOf(week.rows, week.queuedAt)
  const views = shiftsOf(scene)
  const past = week.deadlineAt <= now
  const sendBy = momentOf(zone, week.weekOf, week.settings.sendBy)
  const answered = active.filter((tender) => used.has(tender.id)).length
  // Who joined after the form was opened was not asked, and is no silence.
  const asked = week.state === 'DRAFT' ? active.length : active.length - unasked.size
  const lease = week.lease && isLive(week.lease, now) ? week.lease : null
  const deadline = { ...shownAt(zone, week.deadlineAt), past }
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
    task: halfDone
      ? HALF_DONE_TASK
      : taskWords({
          state: week.state,
          shifts: shifts.length,
          tenders: active.length,
          asked,
          answered,
          late: late.size,
          seats: total,
          filled: seats.length,
          keyless: views.filter((shift) => shift.keyMissing).length,
          changes: changes?.words ?? null,
          deadline: deadline.label,
          past,
          clock: clockName(scene.engine === 'old', week.autopilot),
          opens: week.opensAt > now ? formatInstant(zone, week.opensAt, 'dayTime') : null,
          generates: clockGenerates(week, now),
          recipients,
          problems: active.length - recipients,
          delivery,
        }),
    edges: edgesOf(ctx.actor.id, scene),
    lease: lease ? (LEASE_WORDS[lease.kind] ?? 'Somebody is at work on this week…') : null,
    halfDone,
    lastError: week.lastError,
    deadline,
    suggested: suggestDeadline(zone, week, now),
    blockedBy: week.state === 'DRAFT' && week.otherOpen ? await blockedBy(ctx, week.rosterId) : null,
    answered,
    asked,
    late: lateOf(scene),
    answers,
    ownShifts: ownShifts(zone, scene),
    shifts: views,
    hasRoster: hasRoster(week),
    filled: seats.length,
    seats: total,
    changes,
    people: gridPeople({ ...scene, unasked }),
    broken: await loadBroken(ctx, scene),
    recipients,
    problems,
    delivery,
    inFlight: lease !== null || (week.state === 'APPROVED' && (delivery?.onWay ?? 0) > 0),
    old: scene.engine === 'old',
    settings: ownSettings(week),
  }
}
