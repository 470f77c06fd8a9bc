import { formatDate, formatLocalRange } from '@/lib/platform/zone-format'
import { calendarOf } from './calendar'
import { type Block, type Written, write } from './page'

export type ScheduleShift = {
  id: string
  startsAt: Date
  endsAt: Date
  role: string
  /** Names of everybody on it, sorted. */
  people: readonly string[]
  mine: boolean
}

export type ScheduleInput = {
  runId: string
  roster: string
  zone: string
  /** Local date of the week's Monday. */
  weekOf: string
  tender: { id: string; name: string }
  shifts: readonly ScheduleShift[]
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

const row = (zone: string, { startsAt, endsAt, role, people, mine }: ScheduleShift) => ({
  strong: formatLocalRange(zone, startsAt, endsAt, 'full'),
  rest: `${role}: ${people.length > 0 ? people.join(', ') : 'nobody yet'}`,
  mine,
})

/** The schedule mail as one person gets it: their own shifts first, the whole week beneath, the shifts as a calendar file. */
export function scheduleMail({
  runId,
  roster,
  zone,
  weekOf,
  tender,
  shifts,
  now,
}: ScheduleInput): Written & { ics: string | null } {
  const own = shifts.filter((shift) => shift.mine)
  const week = formatDate(weekOf, 'week')
  const counted = COUNTED[own.length] ?? `${own.length} shifts`
  const blocks: Block[] = [
    {
      kind: 'title',
      text: own.length > 0 ? `You have ${counted}, ${tender.name}` : `No shift for you this time, ${tender.name}`,
    },
    {
      kind: 'text',
      text:
        own.length > 0
          ? `${week}. The attached file puts ${own.length === 1 ? 'it' : 'them'} into your calendar.`
          : `${week}. You have the week off; here is who works when.`,
    },
    ...(own.length > 0 ? [{ kind: 'list', rows: own.map((shift) => row(zone, shift)) } as const] : []),
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
