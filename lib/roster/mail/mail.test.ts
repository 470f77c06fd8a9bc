import { convertIcsCalendar, type IcsCalendar } from 'ts-ics'
import { describe, expect, it } from 'vitest'
import { mailSchema } from '@/lib/messages/schema'
import { invitationMail } from './invitation'
import { nudgeMail } from './nudge'
import { oneLine } from './page'
import { type ScheduleInput, scheduleMail } from './schedule'

const shift = (id: string, from: string, to: string, mine: boolean, people = ['Ana', 'Ben']) => ({
  id,
  startsAt: new Date(from),
  endsAt: new Date(to),
  role: 'Bar',
  people,
  seats: 2,
  mine,
})

const input: ScheduleInput = {
  runId: 'run-1',
  roster: 'The Anchor & Sons',
  zone: 'Europe/London',
  weekOf: '2026-10-19',
  tender: { id: 'ana', name: 'Ana<b>"O\'Neil"</b>&Co Lind' },
  shifts: [
    shift('a', '2026-10-22T17:00:00Z', '2026-10-22T22:30:00Z', true),
    shift('b', '2026-10-23T19:00:00Z', '2026-10-23T23:30:00Z', false, []),
    shift('c', '2026-10-24T19:00:00Z', '2026-10-25T02:00:00Z', true),
  ],
  links: { page: 'https://daybook.test/shifts/tok', calendar: 'https://daybook.test/calendar/tik.ics', stop: 'tok' },
  now: new Date('2026-10-17T09:00:00Z'),
}

const parse = (ics: string | null): IcsCalendar => convertIcsCalendar(undefined, ics ?? '')

describe('the schedule mail', () => {
  const mail = scheduleMail(input)

  it('says local times with the letters in force, also in the night the clocks change', () => {
    expect(mail.text).toContain('* Thu 22 Oct, 18:00 – 23:30 BST')
    expect(mail.text).toContain('* Sat 24 Oct, 20:00 BST – 02:00 GMT')
    expect(mail.text).toContain('  Fri 23 Oct, 20:00 – 00:30 BST\n    Bar: nobody yet, 2 seats free')
    expect(mail.subject).toBe('Week of 19 October: you have two shifts')
  })

  it('says how many seats of a shift are free, and nothing of one that is full', () => {
    const shifts = input.shifts.map((one) => ({ ...one, seats: one.id === 'a' ? 3 : 2 }))
    const { text } = scheduleMail({ ...input, shifts })
    expect(text).toContain('Thu 22 Oct, 18:00 – 23:30 BST\n    Bar: Ana, Ben (2 of 3, one seat free)')
    expect(text).toContain('02:00 GMT\n    Bar: Ana, Ben\n')
  })

  it('leads to the own page and the calendar feed in both forms, and does without where there is none', () => {
    expect(mail.text).toContain('Open your own page:\nhttps://daybook.test/shifts/tok')
    expect(mail.html).toContain('href="https://daybook.test/shifts/tok"')
    expect(mail.text).toContain('in your calendar:\nhttps://daybook.test/calendar/tik.ics')
    expect(mail.html).toContain('href="https://daybook.test/calendar/tik.ics"')
    const without = scheduleMail({ ...input, links: null })
    expect(without.text).not.toContain('own page')
    expect(without.html).not.toContain('href')
  })

  it('shows own shifts first and the whole week beneath', () => {
    expect(mail.text.indexOf('Thu 22 Oct')).toBeLessThan(mail.text.indexOf('The whole week'))
    expect(mail.text.split('The whole week')[1]?.match(/Bar:/g)).toHaveLength(3)
  })

  it('shows a pub abroad its own weekday, wherever the reader is', () => {
    const { text } = scheduleMail({ ...input, zone: 'Pacific/Auckland' })
    expect(text).toContain('Fri 23 Oct, 06:00 – 11:30 NZDT')
  })

  it('escapes what people typed, and fetches nothing', () => {
    expect(mail.html).toContain('two shifts, Ana&lt;b&gt;&quot;O&#39;Neil&quot;&lt;/b&gt;&amp;Co</h1>')
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).not.toMatch(/<img|<link|url\(|src=|@import/i)
    expect(mail.text).toContain('Ana<b>"O\'Neil"</b>&Co')
  })

  it('has a calendar that parses: UTC times, stable ids, only own shifts, no method', () => {
    const calendar = parse(mail.ics)
    expect(calendar.method).toBeUndefined()
    expect(calendar.events?.map(({ uid, start, end, summary }) => [uid, start.date, end?.date, summary])).toEqual([
      [
        'run-1-a-ana@daybook',
        new Date('2026-10-22T17:00:00Z'),
        new Date('2026-10-22T22:30:00Z'),
        'Bar, The Anchor & Sons',
      ],
      [
        'run-1-c-ana@daybook',
        new Date('2026-10-24T19:00:00Z'),
        new Date('2026-10-25T02:00:00Z'),
        'Bar, The Anchor & Sons',
      ],
    ])
    expect(mail.ics).toContain('DTSTART:20261022T170000Z')
    expect(mail.ics).toContain('SEQUENCE:0')
    expect(scheduleMail(input).ics).toBe(mail.ics)
  })

  it('keeps a calendar whole whatever a name holds', () => {
    const odd = {
      ...input,
      shifts: [
        { ...shift('a', '2026-10-22T17:00:00Z', '2026-10-22T22:30:00Z', true), people: ['A;b,c\\d', 'E\nEND:VEVENT'] },
      ],
    }
    const [event, ...more] = parse(scheduleMail(odd).ics).events ?? []
    expect(more).toEqual([])
    // Everybody on it, the reader too: nobody is 'with' themselves.
    expect(event?.description).toMatch(/^On this shift: A;b,c\\d, /)
  })

  it('without a shift says so, has the week, and no calendar', () => {
    const free = scheduleMail({ ...input, shifts: input.shifts.map((s) => ({ ...s, mine: false })) })
    expect(free.subject).toBe('Week of 19 October: the schedule')
    expect(free.text).toContain('No shift for you this time')
    expect(free.text).toContain('Thu 22 Oct, 18:00 – 23:30 BST')
    expect(free.ics).toBeNull()
  })

  it('is a mail that can be frozen', () => {
    const mailbox = { name: 'x', address: 'x@example.test' }
    const attachments = [
      { filename: 'shifts.ics', contentType: 'text/calendar; charset=utf-8', content: mail.ics ?? '' },
    ]
    const { subject, html, text } = mail
    const date = input.now.toISOString()
    expect(mailSchema.parse({ from: mailbox, to: mailbox, subject, html, text, attachments, date })).toBeDefined()
  })
})

describe('the invitation', () => {
  const ask = {
    roster: 'The Anchor',
    zone: 'Europe/London',
    weekOf: '2026-12-14',
    tender: 'Ben&<Ana>',
    deadline: new Date('2026-12-10T18:00:00Z'),
    shifts: [
      {
        startsAt: new Date('2026-12-17T18:00:00Z'),
        endsAt: new Date('2026-12-18T00:30:00Z'),
        role: 'Bar',
        keyWanted: true,
      },
    ],
    url: 'https://daybook.test/availability/tok-en_1?a=1&b=2',
    again: false,
  }

  it('asks, names the deadline and carries the personal link in both forms', () => {
    const { subject, html, text } = invitationMail(ask)
    expect(subject).toBe('Week of 14 December: when can you work?')
    expect(text).toContain('Answer until Thu 10 Dec 18:00 GMT')
    expect(text).toContain('\nhttps://daybook.test/availability/tok-en_1?a=1&b=2')
    expect(html).toContain('href="https://daybook.test/availability/tok-en_1?a=1&amp;b=2"')
    expect(html).toContain('Ben&amp;&lt;Ana&gt;?')
    expect(text).toContain('Thu 17 Dec, 18:00 – 00:30 GMT')
    expect(text).toContain('key holder wanted')
  })

  it('reminds those who have not answered', () => {
    const { subject, text } = invitationMail({ ...ask, again: true })
    expect(subject).toBe('Week of 14 December: you can still answer until Thu 10 Dec 18:00 GMT')
    expect(text).toContain('no answer from you yet')
  })
})

it.each([
  ['collecting', 'Week of 14 December: ready to close and generate?', 'the form is still open'],
  ['unsent', 'Week of 14 December: approved but not sent', 'waits for you to send it'],
] as const)('the %s nudge says what is due', (kind, subject, words) => {
  const mail = nudgeMail({
    kind,
    roster: 'The Anchor',
    zone: 'Europe/London',
    weekOf: '2026-12-14',
    at: new Date('2026-12-10T18:00:00Z'),
    url: 'https://daybook.test/roster/1',
  })
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(words)
  expect(mail.text).toContain('Thu 10 Dec 18:00 GMT')
  expect(mail.text).toContain('https://daybook.test/roster/1')
})

it('a subject is one line, whatever a roster is called', () => {
  expect(oneLine('The\r\nBcc: x\u2028Anchor\u0000')).toBe('The Bcc: x Anchor')
  expect(oneLine(`${'x'.repeat(199)}🍺`)).toBe('x'.repeat(199))
})
