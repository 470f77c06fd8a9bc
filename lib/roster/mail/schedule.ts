import { formatDate, formatLocalRange } from '@/lib/platform/zone-format'
import { firstName } from '../people/rules'
import { calendarOf } from './calendar'
import { type Block, type Written, write } from './page'

export type ScheduleShift = {
  id: string
  startsAt: Date
  endsAt: Date
  role: string
  /** Names of everybody on it, sorted. */
  people: readonly string[]
  /** How many the shift has room for. */
  seats: number
  mine: boolean
}

/** Addresses of a person's own page and calendar feed, and the token of the link that stops their mails. */
export type PersonLinks = { page: string; calendar: string; stop: string }

export type ScheduleInput = {
  runId: string
  roster: string
  zone: string
  /** Local date of the week's Monday. */
  weekOf: string
  tender: { id: string; name: string }
  shifts: readonly ScheduleShift[]
  /** Addresses of the person's own page and calendar feed; null for a person who has none. */
  links: PersonLinks | null
  now: Date
}

const COUNTED = [
  'no shift',
  'one shift',
  'two shifts',
  'three shifts',
  'four shifts',
  'five shifts',
  'six shifts',
  'seven shifts',
]

/** Who is on a shift, and what is still open: 'Ana, Ben (2 of 3, one seat free)'. */
function staffed({ people, seats }: ScheduleShift): string {
  const free = Math.max(0, seats - people.length)
  const open = free === 1 ? 'one seat free' : `${free} seats free`
  if (people.length === 0) return free > 0 ? `nobody yet, ${open}` : 'nobody yet'
  return `${people.join(', ')}${free > 0 ? ` (${people.length} of ${seats}, ${open})` : ''}`
}

const row = (zone: string, shift: ScheduleShift) => ({
  strong: formatLocalRange(zone, shift.startsAt, shift.endsAt, 'full'),
  rest: `${shift.role}: ${staffed(shift)}`,
  mine: shift.mine,
})

const ownPages = ({ page, calendar }: PersonLinks): Block[] => [
  { kind: 'button', text: 'Open your own page', url: page },
  { kind: 'link', text: 'Subscribe to your shifts in your calendar', url: calendar },
  { kind: 'small', text: 'Both links are yours alone: whoever has one sees your shifts.' },
]

/** The schedule mail as one person gets it: their own shifts first, the whole week beneath, the shifts as a calendar file. */
export function scheduleMail({
  runId,
  roster,
  zone,
  weekOf,
  tender,
  shifts,
  links,
  now,
}: ScheduleInput): Written & { ics: string | null } {
  const own = shifts.filter((shift) => shift.mine)
  const week = formatDate(weekOf, 'week')
  const name = firstName(tender.name)
  const counted = COUNTED[own.length] ?? `${own.length} shifts`
  const blocks: Block[] = [
    {
      kind: 'title',
      text: own.length > 0 ? `You have ${counted}, ${name}` : `No shift for you this time, ${name}`,
    },
    {
      kind: 'text',
      text:
        own.length > 0
          ? `${week}. The attached file puts ${own.length === 1 ? 'it' : 'them'} into your calendar.`
          : `${week}. You have the week off; here is who works when.`,
    },
    ...(own.length > 0 ? [{ kind: 'list', rows: own.map((shift) => row(zone, shift)) } as const] : []),
    ...(links ? ownPages(links) : []),
    { kind: 'small', text: 'The whole week' },
    { kind: 'list', rows: shifts.map((shift) => row(zone, shift)) },
    { kind: 'small', text: `All times are those in ${zone}.` },
  ]
  const subject = own.length > 0 ? `${week}: you have ${counted}` : `${week}: the schedule`
  return {
    ...write(subject, roster, blocks),
    ics: own.length > 0 ? calendarOf({ runId, tenderId: tender.id, roster, shifts: own, now }) : null,
  }
}
