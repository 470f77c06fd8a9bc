import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export type CalendarShift = {
  id: string
  startsAt: Date
  endsAt: Date
  role: string
  /** Everybody on it, the one whose calendar it is among them. */
  people: readonly string[]
  /** How often the shift has changed hands since the schedule went out; a higher one replaces a lower one. */
  sequence?: number
}

type Whose = { runId: string; tenderId: string; roster: string }

/** Stable for (week, shift, person), in the mail and in the feed, so a corrected entry replaces the one it corrects. */
const uidOf = ({ runId, tenderId }: Omit<Whose, 'roster'>, shiftId: string) => `${runId}-${shiftId}-${tenderId}@daybook`

const emptyCalendar = (name: string): ICalCalendar =>
  ical({ prodId: { company: 'Daybook', product: 'Roster', language: 'EN' }, name })

const eventOf = (whose: Whose, { id, startsAt, endsAt, role, people, sequence = 0 }: CalendarShift, stamp: Date) => ({
  id: uidOf(whose, id),
  start: startsAt,
  end: endsAt,
  stamp,
  sequence,
  summary: `${role}, ${whose.roster}`,
  description: people.length > 1 ? `On this shift: ${people.join(', ')}.` : '',
})

/**
 * A person's shifts as an iCalendar file. Times are UTC, which every client shows in its own zone without a VTIMEZONE
 * to get wrong.
 */
export function calendarOf({ shifts, now, ...whose }: Whose & { shifts: readonly CalendarShift[]; now: Date }): string {
  const calendar = emptyCalendar(whose.roster)
  for (const shift of shifts) calendar.createEvent(eventOf(whose, shift, now))
  return calendar.toString()
}

/** The file that takes a shift out of a person's calendar again (RFC 5546, 3.2.5): the same UID, a higher sequence. */
export function cancellationOf({
  shift,
  now,
  organizer,
  ...whose
}: Whose & { shift: CalendarShift; now: Date; organizer: { name: string; address: string } }): string {
  const calendar = emptyCalendar(whose.roster).method(ICalCalendarMethod.CANCEL)
  const { name, address: email } = organizer
  calendar.createEvent({
    ...eventOf(whose, shift, now),
    status: ICalEventStatus.CANCELLED,
    organizer: { name, email },
  })
  return calendar.toString()
}

export type FeedShift = CalendarShift & { runId: string; changedAt: Date }

/** Clients look again after so long, in seconds. */
const REFRESH_S = 3_600

/** A person's feed: the same entries as in their mails, as they stand now. Equal rows give equal bytes. */
export function feedOf({
  tenderId,
  roster,
  shifts,
}: {
  tenderId: string
  roster: string
  shifts: readonly FeedShift[]
}): string {
  const calendar = emptyCalendar(`${roster} shifts`).ttl(REFRESH_S)
  for (const { runId, changedAt, ...shift } of shifts)
    calendar.createEvent({
      ...eventOf({ runId, tenderId, roster }, shift, changedAt),
      lastModified: changedAt,
    })
  return calendar.toString()
}
