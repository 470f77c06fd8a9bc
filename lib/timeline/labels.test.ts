import { describe, expect, test } from 'vitest'
import { describeLease, faultWords, heldFor, describe as inWords, plainData, type Words } from '@/lib/timeline/labels'

const words: Words = {
  machine: 'run',
  desk: 'roster',
  state: (state) => (state === 'CLOSED' ? { label: 'Closed', tone: 'quiet', icon: 'lock' } : null),
  event: (type, data) => (type === 'run.closed' ? `${data.answered} answered` : ''),
  fact: (type) => (type === 'run.reminded' ? { label: 'reminded', tone: 'open', icon: 'mail-check' } : null),
}
const plain = { from: null, to: null, reason: null, attempt: null, data: {} }

describe('an event in words', () => {
  test('of a desk that has them', () => {
    const event = { ...plain, type: 'run.closed', from: 'COLLECTING', to: 'CLOSED', data: { answered: 22 } }
    expect(inWords(words, event)).toEqual({
      from: 'collecting',
      mark: { label: 'Closed', tone: 'quiet', icon: 'lock' },
      note: '22 answered',
    })
  })
  test('of a desk that nobody wrote words for', () => {
    const event = {
      ...plain,
      type: 'kiln.fired_up',
      data: { heat: 900, done: true, id: '018f2b1c-9a57-7c31-8e0d-5d2c6f1a9b40' },
    }
    expect(inWords(undefined, event)).toEqual({
      from: null,
      mark: { label: 'fired up', tone: 'quiet', icon: 'info' },
      note: 'heat 900, done yes',
    })
  })
  test('names a move that stays in its state by what happened', () => {
    const event = { ...plain, type: 'run.reminded', from: 'CLOSED', to: 'CLOSED' }
    expect(inWords(words, event)).toMatchObject({ from: null, mark: { label: 'reminded' } })
  })
  test('says the reason where the desk says nothing, a code in plain words', () => {
    expect(inWords(words, { ...plain, type: 'run.x', reason: 'no_answer' }).note).toBe('no answer')
    expect(inWords(words, { ...plain, type: 'run.x', reason: 'The line was cut.', attempt: 2 }).note).toBe(
      'attempt 2: The line was cut.',
    )
  })
  test('has the engine’s own words for its facts on any machine', () => {
    const released = { ...plain, type: 'lease.released', reason: 'Nobody could be seated.' }
    expect(inWords(words, released)).toMatchObject({ mark: { label: 'failed', tone: 'bad' }, note: released.reason })
    const expired = { ...plain, type: 'lease.expired', data: { kind: 'send', token: 'x' } }
    expect(inWords(undefined, expired).note).toBe('send: whoever held it is gone')
  })
})

test('data without words leaves out what only machines read', () => {
  expect(plainData({ hash: 'a'.repeat(64), seats: 31, empty: '', list: [1] })).toBe('seats 31')
})

describe('a lease in words', () => {
  const claimed = {
    kind: 'generate',
    claimedAt: new Date('2026-12-10T10:12:05Z'),
    expiresAt: new Date('2026-12-10T10:14:05Z'),
    endedAt: new Date('2026-12-10T10:12:07.100Z'),
    outcome: 'finalized' as string | null,
  }
  const now = new Date('2026-12-10T10:13:00Z')
  const note = (change: Partial<Record<keyof typeof claimed, unknown>>, error: string | null = null, at = now) =>
    describeLease({ ...claimed, ...change } as typeof claimed, at, '10:14:05 GMT', error).note

  test.each([
    ['held', note({}), 'held for 2.1 s'],
    ['given back', note({ outcome: 'released' }, 'No key.'), 'held for 2.1 s, then released: No key.'],
    ['superseded', note({ outcome: 'superseded' }), 'ran out, superseded after 2.1 s'],
    ['open', note({ endedAt: null, outcome: null }), 'taken, at the latest until 10:14:05 GMT'],
    [
      'expired',
      note({ endedAt: null, outcome: null }, null, new Date('2026-12-10T10:15:00Z')),
      'taken, ran out at 10:14:05 GMT; the next move closes it',
    ],
  ])('%s', (_, said, expected) => expect(said).toBe(expected))

  test('is measured in the unit that fits', () => {
    expect([0, 999, 59_900, 60_000, 7_200_000].map(heldFor)).toEqual(['0 ms', '999 ms', '59.9 s', '1 min', '2 hours'])
  })
})

test('each fault of a verification is a sentence', () => {
  expect(faultWords({ kind: 'digest', subject: 'seal 3' })).toMatch(/^Seal 3: .*\.$/)
  expect(faultWords({ kind: 'state', subject: 'run 018f' })).toMatch(/^Run 018f: .*\.$/)
})
