import { expect, it } from 'vitest'
import { calendarOf } from '@/lib/roster/mail/calendar'
import { eventsOf } from './rules'

it('reads our own files back, long lines and signs included', () => {
  const people = ['Zoë, the first', 'O’Neil; the second', ...Array.from({ length: 12 }, (_, k) => `Somebody No. ${k}`)]
  const file = calendarOf({
    runId: 'r',
    tenderId: 't',
    roster: 'The Anchor',
    now: new Date('2026-12-01T09:00:00Z'),
    shifts: [
      {
        id: 's1',
        startsAt: new Date('2026-12-18T20:00:00Z'),
        endsAt: new Date('2026-12-19T00:30:00Z'),
        role: 'Bar\\Kitchen',
        people,
      },
      {
        id: 's2',
        startsAt: new Date('2026-07-18T11:00:00Z'),
        endsAt: new Date('2026-07-18T16:00:00Z'),
        role: 'Bar',
        people: [],
      },
    ],
  })
  expect(eventsOf(file)).toEqual([
    {
      uid: 'r-s1-t@daybook',
      summary: 'Bar\\Kitchen, The Anchor',
      note: `On this shift: ${people.join(', ')}.`,
      from: new Date('2026-12-18T20:00:00Z'),
      to: new Date('2026-12-19T00:30:00Z'),
    },
    {
      uid: 'r-s2-t@daybook',
      summary: 'Bar, The Anchor',
      note: '',
      from: new Date('2026-07-18T11:00:00Z'),
      to: new Date('2026-07-18T16:00:00Z'),
    },
  ])
})

it('keeps an event whose time it cannot read, and makes nothing of what is no calendar', () => {
  const file = 'BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/London:20261218T200000\r\nSUMMARY:a\\nb\r\nEND:VEVENT\r\n'
  expect(eventsOf(file)).toEqual([{ uid: '1', summary: 'a\nb', note: '', from: null, to: null }])
  expect(eventsOf('hello')).toEqual([])
})
