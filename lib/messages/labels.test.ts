import { describe, expect, it } from 'vitest'
import { describe as said } from '@/lib/timeline/labels'
import {
  attemptWords,
  confirmedWords,
  DECISION_WORDS,
  decidedWords,
  messageWords,
  outboxSentence,
  reasonWords,
  STATE_WORDS,
  waitingTitle,
} from './labels'
import { DECISIONS, MESSAGE_STATES, MOVES } from './machine'

it('every state has a word, every final one no way out, every other a way to an end', () => {
  for (const state of MESSAGE_STATES) {
    expect(STATE_WORDS[state].label).toBeTruthy()
    const final = state === 'sent' || state === 'let_go'
    expect(Object.keys(MOVES[state]).length === 0).toBe(final)
  }
})

it('every decision is a legal move from each state that it names', () => {
  for (const [name, { from, to }] of Object.entries(DECISIONS)) {
    expect(DECISION_WORDS[name as keyof typeof DECISIONS].button).toBeTruthy()
    for (const state of from) expect(MOVES[state][to], `${name} from ${state}`).toBeDefined()
  }
})

describe('reasons', () => {
  it.each([
    ['EAUTH', 'The mail server refused our password.'],
    ['The form was closed before this could be sent.', 'The form was closed before this could be sent.'],
    ['some_code', 'The mail service refused it (some_code).'],
    [null, null],
  ])('%s', (reason, words) => expect(reasonWords(reason)).toBe(words))
})

it('reads well in the timeline', () => {
  const data = { kind: 'schedule', to: 'Zoe', machine: 'run', subject: 'x', captured: false, late: false }
  const event = { type: 'message.unknown', from: 'sending', to: 'unknown', reason: 'ECONNECTION', attempt: 1, data }
  expect(said(messageWords, event)).toMatchObject({
    from: 'sending',
    note: 'schedule to Zoe. The mail server closed the line.',
  })
  expect(
    said(messageWords, { ...event, type: 'message.taken_back', from: 'queued', to: null, reason: null }).mark.label,
  ).toBe('Taken back')
})

describe('a decision, said', () => {
  const row = (now: Parameters<typeof decidedWords>[1][number]['now'], done = true) => ({ done, now })
  it.each([
    ['letGo', [row('let_go')], false, '1 message is let go.'],
    [
      'itArrived',
      [row('sent'), row('sent'), row('queued', false)],
      false,
      '2 messages are noted as arrived. 1 had moved on and stays as it is.',
    ],
    ['retry', [row('sent'), row('sent')], false, '2 messages are sent.'],
    [
      'retry',
      [row('sent'), row('failed'), row('queued')],
      false,
      '1 message is sent. 1 needs a decision again: the mail server did not take it. 1 follows by itself.',
    ],
    ['retry', [row('queued'), row('queued')], false, '2 follow by themselves.'],
    ['sendAgain', [row('captured')], false, '1 message is captured: no mail server is set.'],
    [
      'sendAgain',
      [row('queued')],
      true,
      '1 message is queued again, by your decision. Nothing leaves before the restore is confirmed.',
    ],
  ] as const)('%s %#', (decision, rows, held, words) => expect(decidedWords(decision, rows, held)).toBe(words))
})

it('goes on from a backup with what was under way in it', () => {
  expect(confirmedWords(0)).toBe('Sending goes on. Nothing was under way in the backup.')
  expect(confirmedWords(1)).toBe('Sending goes on. 1 message that was under way waits for your decision.')
  expect(confirmedWords(12)).toBe('Sending goes on. 12 messages that were under way wait for your decision.')
})

it('says what waits, and how the outbox stands', () => {
  expect(waitingTitle('failed', { kinds: ['schedule'], count: 1, to: 'Zoe' })).toBe(
    'The schedule mail to Zoe was not sent',
  )
  expect(waitingTitle('unknown', { kinds: ['schedule', 'nudge'], count: 3, to: 'Zoe' })).toBe(
    '3 messages may not have arrived',
  )
  expect(outboxSentence({ failed: 1, queued: 2, sent: 1234 }, false)).toBe(
    'Every message, newest first. 1 needs a decision, 2 on the way, 1,234 sent.',
  )
  expect(outboxSentence({}, true)).toBe(
    'Every message, newest first. No mail server is set, so messages are kept here and do not leave.',
  )
})

it('an attempt is said by its code where there are words for it, else by its end', () => {
  expect(attemptWords('not_sent', 'smtp', 'EAUTH')).toBe('The mail server refused our password.')
  expect(attemptWords('expired_call', 'smtp', null)).toMatch(/may have left/)
  expect(attemptWords('sent', 'capture', null)).toMatch(/no mail server is set/)
})
