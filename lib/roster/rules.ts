import { addDays, mondayOf } from '@/lib/platform/plain-date'
import { firstInstantOf, localOf } from '@/lib/platform/zones'
import type { Moment, Override, Settings, Week } from './schema'

/** Above this many recipients approver and sender are two people (ASVS 2.3.5). */
export const TWO_PERSON_RECIPIENTS = 500

/** The instant of a moment before a week. A time in a spring gap means the first instant after it. */
export const momentOf = (zone: string, weekOf: string, moment: Moment): Date =>
  firstInstantOf(zone, `${addDays(weekOf, -moment.daysBefore)}T${moment.time}`)

/** The instant at which a week is over: Monday 00:00 after it, in the roster's zone. */
export const weekEnd = (zone: string, weekOf: string): Date => firstInstantOf(zone, `${addDays(weekOf, 7)}T00:00`)

/**
 * A week has a roster, which its pages show and its next generate is held against: it was generated, by whichever
 * engine. What the picker left on the run says it too, but weeks from before the picker have none.
 */
export const hasRoster = ({ state, generatedAt }: Pick<Week, 'state' | 'generatedAt'>): boolean =>
  generatedAt !== null || state === 'ASSIGNED' || state === 'APPROVED' || state === 'SENT'

type Times = { opensAt: Date | null; deadlineAt: Date | null; endsAt: Date | null }

/** A week's times as its row has them; rows from before there were columns for them take those of the rhythm. */
export const timesOf = (
  { opensAt, deadlineAt, endsAt }: Times,
  { zone, weekOf, settings }: { zone: string; weekOf: string; settings: Settings },
) => ({
  opensAt: opensAt ?? momentOf(zone, weekOf, settings.opens),
  deadlineAt: deadlineAt ?? momentOf(zone, weekOf, settings.closes),
  endsAt: endsAt ?? weekEnd(zone, weekOf),
})

/** A roster's rhythm with what a week overrides of it. */
export const settingsOf = (roster: Settings, override: Override | null): Settings => ({
  ...roster,
  opens: override?.opens ?? roster.opens,
  closes: override?.closes ?? roster.closes,
  generates: override?.generates ?? roster.generates,
  sendBy: override?.sendBy ?? roster.sendBy,
})

/**
 * Why a rhythm cannot work, as a sentence, or null. The order is opening, closing, generating, sending, all before
 * the week is over.
 */
export function faultOfRhythm(settings: Settings): string | null {
  const at = ({ daysBefore, time }: Moment) => `${addDays('2001-01-01', -daysBefore)}T${time}`
  if (at(settings.opens) >= at(settings.closes)) return 'The form closes before it opens: choose a later closing time.'
  if (at(settings.closes) > at(settings.generates))
    return 'The roster is generated before the form closes: choose a later time.'
  if (at(settings.generates) >= at(settings.sendBy))
    return 'The schedule goes out before the roster is generated: choose a later "send by".'
  return null
}

export type Pattern = {
  id: string
  weekday: number
  startTime: string
  endTime: string
  role: string
  minSeats: number
  targetSeats: number
  keyWanted: boolean
}

export type PlannedShift = Omit<Pattern, 'id' | 'weekday'> & {
  templateId: string
  date: string
  startsAt: Date
  endsAt: Date
}

/**
 * A week's shifts from the weekly pattern. An end at or before the start is on the next day (20:00 to 00:30).
 * Wall clock is kept beside the instants, so a shift over a change of the clocks starts and ends at its local times.
 * One that lies in the hour that the clocks skip starts after it and keeps its length.
 */
export function planShifts(zone: string, weekOf: string, patterns: readonly Pattern[]): PlannedShift[] {
  return patterns
    .map(({ id, weekday, ...rest }) => {
      const date = addDays(weekOf, weekday - 1)
      const until = rest.endTime <= rest.startTime ? addDays(date, 1) : date
      const [from, to] = [`${date}T${rest.startTime}`, `${until}T${rest.endTime}`]
      const [startsAt, end] = [firstInstantOf(zone, from), firstInstantOf(zone, to)]
      const length = Date.parse(`${to}Z`) - Date.parse(`${from}Z`)
      const endsAt = end > startsAt ? end : new Date(startsAt.getTime() + length)
      return { ...rest, templateId: id, date, startsAt, endsAt }
    })
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || a.role.localeCompare(b.role))
}

/** The Monday of the week that an instant falls in, in the roster's zone, as a local date. */
export const weekOfInstant = (zone: string, instant: Date): string => mondayOf(localOf(zone, instant).date)
