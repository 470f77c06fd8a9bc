import type { NewMessage } from '@/lib/messages/rules'
import { compareNames } from '../people/rules'
import type { Seat, Week, WeekShift, WeekTender } from '../schema'
import { letter } from './people'
import { type PersonLinks, scheduleMail } from './schedule'

/** Everything that the schedule mails of a week are made from. */
export type LetterScene = {
  week: Pick<Week, 'id' | 'rosterName' | 'zone' | 'weekOf'>
  shifts: readonly WeekShift[]
  tenders: readonly WeekTender[]
  seats: readonly Seat[]
  /** By the person's id. */
  links: ReadonlyMap<string, PersonLinks>
  /** The Date header, and the stamp of the calendar file. */
  at: Date
}

/**
 * The one writer of a week's schedule mails: what a person reads before Send and what is frozen by it come from here,
 * and the same scene gives the same bytes. Who cannot be written to gets a row that says why.
 */
export function letterWriter({ week, shifts, tenders, seats, links, at }: LetterScene) {
  const names = new Map(tenders.map((tender) => [tender.id, tender.name]))
  const roster = shifts.map((shift) => ({
    ...shift,
    seats: shift.targetSeats,
    people: seats
      .filter((seat) => seat.shiftId === shift.id)
      .flatMap((seat) => names.get(seat.tenderId) ?? [])
      .sort(compareNames),
  }))
  return (tender: WeekTender, id: string): NewMessage => {
    const own = new Set(seats.filter((seat) => seat.tenderId === tender.id).map((seat) => seat.shiftId))
    const { ics, ...written } = scheduleMail({
      runId: week.id,
      roster: week.rosterName,
      zone: week.zone,
      weekOf: week.weekOf,
      tender: { id: tender.id, name: tender.name },
      shifts: roster.map((shift) => ({ ...shift, mine: own.has(shift.id) })),
      links: links.get(tender.id) ?? null,
      now: at,
    })
    const identity = {
      id,
      kind: 'schedule',
      effectKey: `schedule:${week.id}:${tender.id}`,
      subjectMachine: 'run',
      subjectId: week.id,
      personId: tender.id,
    }
    const calendar = { filename: 'shifts.ics', contentType: 'text/calendar; charset=utf-8' }
    const attachments = ics ? [{ ...calendar, content: ics }] : []
    return letter(identity, tender, week.rosterName, {
      ...written,
      stop: links.get(tender.id)?.stop,
      attachments,
      date: at.toISOString(),
    })
  }
}
