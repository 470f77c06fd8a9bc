import { describe, expect, it } from 'vitest'
import { NEED_WORDS, namesOf, problemWords } from './labels'
import { isNearSending, needOf } from './rules'
import type { TodayWeek } from './schema'

const at = (iso: string) => new Date(iso)
/** The week of 14 December 2026: opened on the 30th, closed on the 7th at 08:00, sent by the 10th at 18:00. */
const WEEK: TodayWeek = {
  ...{ id: 'w', rosterId: 'r', rosterName: 'The Anchor', several: false, zone: 'Europe/London', weekOf: '2026-12-14' },
  ...{ state: 'DRAFT', v2State: 'DRAFT', kind: 'week', version: 0, lease: null, lastError: null, autopilot: false },
  settings: {
    opens: { daysBefore: 14, time: '09:00' },
    closes: { daysBefore: 7, time: '08:00' },
    generates: { daysBefore: 7, time: '09:00' },
    sendBy: { daysBefore: 4, time: '18:00' },
    autopilot: false,
    makesWeeks: false,
    restHours: 0,
  },
  opensAt: at('2026-11-30T09:00:00Z'),
  deadlineAt: at('2026-12-07T08:00:00Z'),
  endsAt: at('2026-12-21T00:00:00Z'),
  ...{ closedAt: null, generatedAt: null, queuedAt: null },
  ...{ asked: 24, answered: 22, late: [], shifts: 10, seats: 31, filled: 29, otherOpen: null },
}
const need = (changes: Partial<TodayWeek>, now: string) => needOf({ ...WEEK, ...changes }, 'v2', at(now))?.name ?? null

describe('what a week needs', () => {
  it.each<[string, Partial<TodayWeek>, string, string | null]>([
    ['a draft before its opening', {}, '2026-11-30T08:59:59Z', null],
    ['a draft that nobody opened', {}, '2026-11-30T09:00:00Z', 'unopened'],
    ['a draft on autopilot is the clock’s', { autopilot: true }, '2026-11-30T09:00:00Z', null],
    ['a draft behind another open form', { otherOpen: 'x' }, '2026-11-30T09:00:00Z', 'blocked'],
    ['and on autopilot too: the clock cannot', { otherOpen: 'x', autopilot: true }, '2026-11-30T09:00:00Z', 'blocked'],
    ['a deadline that passed before opening', { autopilot: true }, '2026-12-07T08:00:00Z', 'neverOpened'],
    ['a form with days to go', { state: 'COLLECTING' }, '2026-12-05T08:00:00Z', null],
    ['a form with hours to go', { state: 'COLLECTING' }, '2026-12-06T09:00:00Z', 'silent'],
    ['and everybody answered', { state: 'COLLECTING', answered: 24 }, '2026-12-06T09:00:00Z', null],
    ['a form at its deadline', { state: 'COLLECTING' }, '2026-12-07T08:00:00Z', 'pastDeadline'],
    ['which autopilot closes', { state: 'COLLECTING', autopilot: true }, '2026-12-07T08:00:00Z', null],
    ['a closed form', { state: 'CLOSED' }, '2026-12-07T09:00:00Z', 'generate'],
    ['which autopilot generates', { state: 'CLOSED', autopilot: true }, '2026-12-07T09:00:00Z', null],
    ['unless it is overdue', { state: 'CLOSED', autopilot: true }, '2026-12-10T18:00:00Z', 'generateLate'],
    ['a roster to read', { state: 'ASSIGNED' }, '2026-12-10T17:59:59Z', 'approve'],
    ['past send by', { state: 'ASSIGNED' }, '2026-12-10T18:00:00Z', 'approveLate'],
    ['approved in time', { state: 'APPROVED' }, '2026-12-10T17:59:59Z', null],
    ['approved and not sent', { state: 'APPROVED' }, '2026-12-10T18:00:00Z', 'unsent'],
    [
      'its mails are written',
      { state: 'APPROVED', queuedAt: at('2026-12-10T17:00:00Z') },
      '2026-12-11T00:00:00Z',
      null,
    ],
    ['over', { state: 'APPROVED' }, '2026-12-21T00:00:00Z', 'ended'],
    ['a failure tells before the state does', { state: 'CLOSED', lastError: 'No.' }, '2026-12-07T09:00:00Z', 'failed'],
  ])('%s', (_, changes, now, expected) => {
    expect(need(changes, now)).toBe(expected)
  })

  it('nothing while somebody is at it, and that it stopped once their lease ran out', () => {
    const lease = { kind: 'generate', until: at('2026-12-07T09:02:00Z') }
    expect(need({ state: 'CLOSED', lease }, '2026-12-07T09:01:59Z')).toBe(null)
    expect(need({ state: 'CLOSED', lease }, '2026-12-07T09:02:00Z')).toBe('stopped')
  })

  it('an override of the week moves its time', () => {
    const settings = { ...WEEK.settings, sendBy: { daysBefore: 2, time: '12:00' } }
    expect(need({ state: 'APPROVED', settings }, '2026-12-11T00:00:00Z')).toBe(null)
    expect(need({ state: 'APPROVED', settings }, '2026-12-12T12:00:00Z')).toBe('unsent')
  })

  it('whoever cannot be written to matters from the roster until its mails are written', () => {
    const now = at('2026-12-08T00:00:00Z')
    const near = (changes: Partial<TodayWeek>) => isNearSending({ ...WEEK, ...changes }, now)
    expect([near({ state: 'ASSIGNED' }), near({ state: 'APPROVED' })]).toEqual([true, true])
    expect([near({ state: 'CLOSED' }), near({ state: 'APPROVED', queuedAt: now })]).toEqual([false, false])
    expect(near({ state: 'APPROVED', endsAt: now })).toBe(false)
  })
})

describe('words', () => {
  it('names the late by name, and the rest by number', () => {
    const { text } = NEED_WORDS.generate({ ...WEEK, late: ['Rosa Lind'] }, '')
    expect(text).toBe('22 of 24 answered, 31 seats to fill. Late: Rosa Lind.')
    expect(namesOf(['A', 'B'])).toBe('A and B')
    expect(namesOf(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more')
  })

  it('says what stopped, what failed and what ended', () => {
    const lease = { kind: 'send', until: WEEK.endsAt }
    expect(NEED_WORDS.stopped({ ...WEEK, lease }, '').title).toBe('Sending the schedule stopped half-way')
    expect(NEED_WORDS.failed({ ...WEEK, state: 'CLOSED', lastError: 'Rosa Lind is pinned and left.' }, '')).toEqual({
      title: 'The roster could not be generated',
      text: 'Rosa Lind is pinned and left. Nothing was changed.',
    })
    expect(NEED_WORDS.ended({ ...WEEK, state: 'ASSIGNED' }, '').text).toMatch('still assigned')
    expect(NEED_WORDS.ended({ ...WEEK, state: 'APPROVED', queuedAt: WEEK.endsAt }, '').text).toMatch('Outbox')
  })

  it('says whom the schedule would not reach', () => {
    const one = { name: 'Kit Marsh', why: 'No e-mail address.' }
    expect(problemWords([one])).toEqual({
      title: 'The schedule may not reach 1 tender',
      text: 'Kit Marsh: No e-mail address.',
    })
    expect(problemWords([one, { ...one, name: 'Omar Reyes' }]).text).toBe(
      'Kit Marsh and Omar Reyes cannot be written to, or their last mail came back.',
    )
  })
})
