import type { Context } from '@/lib/platform/context'
import { formatDate, formatInstant, formatLocalRange, type Shown, shownAt } from '@/lib/platform/zone-format'
import { localOf } from '@/lib/platform/zones'
import type { Choice } from '../schema'
import { findWeek, listAnswers, listShifts } from '../week/data'
import { findLink } from './data'
import { type FormMode, modeOf, savedWords } from './labels'

export type FormShift = { id: string; when: string; role: string }

/** 'at 17:58 GMT' today, 'on Mon 7 Dec 17:58 GMT' on another day of the roster's zone. */
export function savedAt(zone: string, at: Date, now: Date): string {
  const isToday = localOf(zone, at).date === localOf(zone, now).date
  return isToday ? `at ${formatInstant(zone, at, 'time')}` : `on ${formatInstant(zone, at, 'dayTime')}`
}

/** A tender's form: every time in the roster's zone, in words, whatever zone the phone is in. */
export type FormView = {
  now: string
  roster: string
  /** The tender's first name. */
  name: string
  week: string
  deadline: Shown | null
  mode: FormMode
  shifts: FormShift[]
  answer: { choices: Record<string, Choice>; most: number | null; note: string; saved: string } | null
}

/**
 * The form that a link leads to, whichever week it is of; null where the link is nobody's. It reads only: mail
 * scanners open each link, some of them several times.
 */
export async function loadForm(ctx: Context, token: string): Promise<FormView | null> {
  const link = await findLink(ctx, token)
  const week = link && (await findWeek(ctx, link.runId))
  if (!link || !week?.state) return null
  const [shifts, answers] = await Promise.all([listShifts(ctx, link.runId), listAnswers(ctx, link.runId)])
  const now = ctx.now()
  const mode = modeOf(week.state, week.deadlineAt !== null && week.deadlineAt <= now)
  const latest = answers.filter((answer) => answer.tenderId === link.tenderId).at(-1)
  return {
    now: now.toISOString(),
    roster: week.rosterName,
    name: link.tenderName.split(/\s+/)[0] ?? link.tenderName,
    week: formatDate(week.weekOf, 'week'),
    deadline: week.deadlineAt && shownAt(week.zone, week.deadlineAt),
    mode,
    shifts: shifts.map((shift) => ({
      id: shift.id,
      when: formatLocalRange(week.zone, shift.startsAt, shift.endsAt, 'tight'),
      role: `${shift.role}${shift.keyWanted ? ', key holder wanted' : ''}`,
    })),
    answer: latest
      ? {
          choices: { ...latest.choices },
          most: latest.most,
          note: latest.note,
          saved: savedWords(savedAt(week.zone, latest.answeredAt, now), latest.inTime, mode),
        }
      : null,
  }
}
