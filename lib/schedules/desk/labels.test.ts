import { describe, expect, it } from 'vitest'
import { lateWords, outcomeMark, tookWords } from '../runs/labels'
import { pageSentence, resumeWords, spanWords, termWords, zoneDataWords } from './labels'

const terms = { jitter: 0, repeats: 'first', overlap: 'skip', catchUp: 'all', window: 604_800 } as const
const said = (over: object) => termWords({ ...terms, ...over }).map(({ name, says }) => `${name}: ${says}`)

describe('terms in words', () => {
  it('as they are unless told', () =>
    expect(said({})).toEqual([
      'Jitter: Each starts at its time.',
      'Overlap: A time is skipped while the one before it is at work.',
      'Catch-up: After a silence everything of the last 7 days is made up for, oldest first.',
    ]))
  it('told otherwise', () =>
    expect(said({ jitter: 120, repeats: 'both', overlap: 'buffer_one', catchUp: 'latest', window: 5_400 })).toEqual([
      'Jitter: Each starts up to 2 minutes after its time, so that not all start at once.',
      'Overlap: One time waits while the one before it is at work; further ones are skipped.',
      'Catch-up: After a silence the newest time is made up for, if it is not older than 90 minutes.',
      'Repeated hour: Where the clocks show an hour twice, it fires in both passes.',
    ]))
  it('no catching up', () =>
    expect(said({ catchUp: 'none' })[2]).toBe(
      'Catch-up: What passes while nothing ticks is noted and not made up for.',
    ))
})

it('zone data say which are used and why', () => {
  expect(zoneDataWords({ source: 'package', package: '2026f', runtime: '2025c' })).toBe(
    'Zone data 2026f, taken from the package because this machine has 2025c.',
  )
  expect(zoneDataWords({ source: 'package', package: '2026f', runtime: null })).toMatch(
    /because this machine has none\.$/,
  )
  expect(zoneDataWords({ source: 'package', package: '2026f', runtime: '2026f' })).toBe(
    'Zone data 2026f, which this machine has too.',
  )
  expect(zoneDataWords({ source: 'Intl', package: '2026f', runtime: '2027a' })).toBe(
    'Zone data 2027a, this machine’s own: the package has 2026f.',
  )
})

it('the page counts what is kept, and what needs a look', () => {
  expect(pageSentence({ total: 1, paused: 0, silent: 0 }, 'postgres', 'Zone data 2026f.')).toBe(
    '1 schedule, kept in PostgreSQL. Zone data 2026f.',
  )
  expect(pageSentence({ total: 1_044, paused: 2, silent: 3 }, 'temporal', 'Zone data 2026f.')).toBe(
    '1,044 schedules, kept in PostgreSQL and woken by Temporal; 2 paused, 3 silent. Zone data 2026f.',
  )
})

it('resuming says what it will not make up for', () => {
  expect(resumeWords({ count: 0, most: false }, null)).toBe(
    'None of its times has passed while it was paused. None of its times is left.',
  )
  expect(resumeWords({ count: 1, most: false }, 'tomorrow 07:05')).toBe(
    'One time has passed while it was paused. It is not made up for. It fires next tomorrow 07:05.',
  )
  expect(resumeWords({ count: 1_000, most: true }, 'today 07:05')).toMatch(/^More than 1,000 times have passed/)
})

it.each([
  [604_800, '7 days'],
  [86_400, '1 day'],
  [5_400, '90 minutes'],
  [61, '61 seconds'],
])('%i seconds are %s', (seconds, words) => expect(spanWords(seconds)).toBe(words))

it.each([
  [0, 'at its time'],
  [20, '20 s late'],
  [180, '3 minutes late'],
  [7_300, '2 hours late'],
  [3 * 86_400, '3 days late'],
])('a fire %i seconds after its time is %s', (seconds, words) => expect(lateWords(seconds)).toBe(words))

it.each([
  [0, 'under 1 s'],
  [1_420, '1.4 s'],
  [90_000, '1 minute'],
])('%i ms are %s', (ms, words) => expect(tookWords(ms)).toBe(words))

it.each([
  [null, 1, 'At work'],
  [null, 2, 'Attempt 2'],
  ['failed', 3, 'Failed'],
  ['skipped_duplicate', 1, 'Nothing to do'],
  ['created', 1, 'Created'],
  ['sent_late', 1, 'Sent late'],
] as const)('%s after %i is %s', (outcome, attempt, label) => expect(outcomeMark(outcome, attempt).label).toBe(label))
