import { describe, expect, it } from 'vitest'
import { describe as said } from '@/lib/timeline/labels'
import { DECISION_WORDS, messageWords, reasonWords, STATE_WORDS } from './labels'
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
