import ical from 'ical-generator'

export type CalendarShift = { id: string; startsAt: Date; endsAt: Date; role: string; people: readonly string[] }

/**
 * A person's shifts as an iCalendar file. Times are UTC, which every client shows in its own zone without a VTIMEZONE
 * to get wrong. The UID is stable for (week, shift, person), so a corrected file replaces the entry it corrects.
 */
export function calendarOf({
  runId,
  tenderId,
  roster,
  shifts,
  now,
}: {
  runId: string
  tenderId: string
  roster: string
  shifts: readonly CalendarShift[]
  now: Date
}): string {
  const calendar = ical({ prodId: { company: 'Daybook', product: 'Roster', language: 'EN' }, name: roster })
  for (const shift of shifts)
    calendar.createEvent({
      id: `${runId}-${shift.id}-${tenderId}@daybook`,
      start: shift.startsAt,
      end: shift.endsAt,
      stamp: now,
      sequence: 0,
      summary: `${shift.role}, ${roster}`,
      description: shift.people.length > 1 ? `With ${shift.people.join(', ')}.` : '',
    })
  return calendar.toString()
}
