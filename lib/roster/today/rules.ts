import { type EngineName, isHalfDone } from '../engines/rules'
import { momentOf } from '../rules'
import type { TodayWeek } from './schema'

/** Why a week needs somebody. */
export type NeedName =
  | 'ended'
  | 'halfDone'
  | 'stopped'
  | 'failed'
  | 'unsent'
  | 'pastDeadline'
  | 'neverOpened'
  | 'unopened'
  | 'blocked'
  | 'generateLate'
  | 'approveLate'
  | 'generate'
  | 'approve'
  | 'silent'

export type Need = { name: NeedName; since: Date | null }

/** Whoever has not answered is worth a look this long before the deadline, in ms. */
const SILENT_MS = 24 * 3_600_000

export const sendByOf = ({ zone, weekOf, settings }: TodayWeek): Date => momentOf(zone, weekOf, settings.sendBy)

/**
 * The one thing that a week needs of a person now, or null: the clock does it, somebody is at it, or it is too early.
 * A week on autopilot needs nobody while the clock can go on by itself (DESIGN 4, Tick). Every week of the old engine is:
 * its weekly clock asks nobody.
 */
export function needOf(found: TodayWeek, engine: EngineName, now: Date): Need | null {
  const week = engine === 'old' ? { ...found, autopilot: true } : found
  if (week.endsAt <= now) return { name: 'ended', since: week.endsAt }
  if (week.lease && week.lease.until > now) return null
  if (isHalfDone(week, engine)) return { name: 'halfDone', since: null }
  if (week.lease) return { name: 'stopped', since: week.lease.until }
  if (week.lastError !== null) return { name: 'failed', since: null }
  switch (week.state) {
    case 'DRAFT':
      return ofDraft(week, now)
    case 'COLLECTING':
      return ofCollecting(week, now)
    case 'CLOSED':
      return ofClosed(week, now)
    case 'ASSIGNED':
      return { name: sendByOf(week) <= now ? 'approveLate' : 'approve', since: week.generatedAt }
    case 'APPROVED':
      return week.queuedAt === null && sendByOf(week) <= now ? { name: 'unsent', since: sendByOf(week) } : null
    case 'SENT':
      return null
  }
}

function ofDraft({ autopilot, opensAt, deadlineAt, otherOpen }: TodayWeek, now: Date): Need | null {
  if (deadlineAt && deadlineAt <= now) return { name: 'neverOpened', since: deadlineAt }
  if (!opensAt || opensAt > now) return null
  if (otherOpen) return { name: 'blocked', since: opensAt }
  return autopilot ? null : { name: 'unopened', since: opensAt }
}

function ofCollecting({ autopilot, deadlineAt, asked, answered }: TodayWeek, now: Date): Need | null {
  if (!deadlineAt) return null
  if (deadlineAt <= now) return autopilot ? null : { name: 'pastDeadline', since: deadlineAt }
  const isNear = deadlineAt.getTime() - now.getTime() <= SILENT_MS
  return isNear && answered < asked ? { name: 'silent', since: null } : null
}

function ofClosed(week: TodayWeek, now: Date): Need | null {
  if (sendByOf(week) <= now) return { name: 'generateLate', since: week.closedAt }
  // Autopilot generates at its time, or with the next tick.
  return week.autopilot ? null : { name: 'generate', since: week.closedAt }
}

/** Whether its schedule is about to be sent, so that whoever cannot be written to matters now. */
export const isNearSending = ({ state, queuedAt, endsAt }: TodayWeek, now: Date): boolean =>
  (state === 'ASSIGNED' || state === 'APPROVED') && queuedAt === null && endsAt > now
