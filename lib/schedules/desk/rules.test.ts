import { describe, expect, it } from 'vitest'
import { parseCron } from '../cron/parse'
import type { Terms } from '../due/stand'
import { termsOf } from '../rules'
import { healthOf, isSilent, type LastRun, nearTime, passedSince, type Standing } from './rules'

const at = (text: string) => new Date(text)
const terms = (over: Partial<Terms> = {}): Terms => ({
  ...termsOf(
    'probe:1',
    parseCron('5 7 * * 1-5'),
    { cron: '', zone: 'Australia/Sydney' },
    { catchUp: 'all', window: 604_800 },
  ),
  ...over,
})
/** Monday 7 December 2026, 07:05 in Sydney. */
const MONDAY = at('2026-12-06T20:05:00Z')
const active: Standing = { state: 'ACTIVE', nextFireAt: MONDAY, lastError: null }
const done: LastRun = { state: 'fired', outcome: 'done', finishedAt: at('2026-12-04T20:05:01Z') }

describe('a schedule is silent', () => {
  it('once two of its times in a row have passed by more than a late tick, and not a second before', () => {
    expect(isSilent(terms(), MONDAY, at('2026-12-07T20:07:59Z'))).toBe(false)
    expect(isSilent(terms(), MONDAY, at('2026-12-07T20:08:00Z'))).toBe(true)
  })
  it('by the time with its jitter', () => {
    const late = terms({ jitter: 3_600 })
    expect(isSilent(late, MONDAY, at('2026-12-07T20:08:00Z'))).toBe(false)
    expect(isSilent(late, MONDAY, at('2026-12-07T21:08:00Z'))).toBe(true)
  })
  it('never where it has no second time left, or none at all', () => {
    const last = terms({ cron: parseCron('5 7 7 12 * 2026') })
    expect(isSilent(last, MONDAY, at('2027-12-07T00:00:00Z'))).toBe(false)
    expect(isSilent(terms(), null, at('2027-12-07T00:00:00Z'))).toBe(false)
  })
})

describe('how a schedule does', () => {
  const now = at('2026-12-06T20:06:00Z')
  it.each([
    ['on time: its next has only just come', active, done, 'onTime'],
    ['not yet: nothing has come of it so far', active, null, 'waiting'],
    ['at work', active, { ...done, outcome: null, finishedAt: null }, 'working'],
    ['failed', active, { ...done, outcome: 'failed' }, 'failed'],
    ['paused, whatever came last', { ...active, state: 'PAUSED' }, { ...done, outcome: 'failed' }, 'paused'],
    ['taken away', { ...active, state: 'REMOVED' }, done, 'removed'],
    ['ended', { ...active, nextFireAt: null }, done, 'ended'],
    ['unreadable', { ...active, lastError: 'There is no time zone "Mars".' }, done, 'unreadable'],
  ] as const)('%s', (_, standing, last, expected) => {
    expect(healthOf(standing as Standing, terms(), last as LastRun | null, now)).toBe(expected)
  })
  it('late, then silent, also where the last run failed', () => {
    const failed = { ...done, outcome: 'failed' }
    expect(healthOf(active, terms(), done, at('2026-12-06T20:08:00Z'))).toBe('late')
    expect(healthOf(active, terms(), failed, at('2026-12-08T00:00:00Z'))).toBe('silent')
  })
  it('unreadable without terms', () => expect(healthOf(active, null, null, now)).toBe('unreadable'))
})

describe('what passed while it was paused', () => {
  it('is counted by its own zone', () => {
    expect(passedSince(terms(), at('2026-12-03T00:00:00Z'), at('2026-12-07T00:00:00Z'))).toEqual({
      count: 2,
      most: false,
    })
  })
  it('up to a thousand', () => {
    const each = terms({ cron: parseCron('* * * * *') })
    expect(passedSince(each, at('2026-12-01T00:00:00Z'), at('2026-12-07T00:00:00Z'))).toEqual({
      count: 1_000,
      most: true,
    })
  })
})

describe('a time near to now', () => {
  const now = at('2026-12-06T20:06:00Z')
  it.each([
    ['2026-12-06T20:05:00Z', 'today 07:05'],
    ['2026-12-07T20:05:00Z', 'tomorrow 07:05'],
    ['2026-12-05T20:05:07Z', 'yesterday 07:05:07'],
    ['2026-12-09T20:05:00Z', 'Thu 07:05'],
    ['2026-12-14T20:05:00Z', 'Tue 15 Dec 07:05'],
    ['2026-12-01T20:05:00Z', 'Wed 2 Dec 07:05'],
    ['2027-01-03T20:05:00Z', 'Mon 4 Jan 2027 07:05'],
  ])('%s in Sydney is %s', (instant, label) =>
    expect(nearTime('Australia/Sydney', at(instant), now)).toEqual({ iso: at(instant).toISOString(), label }),
  )
})
