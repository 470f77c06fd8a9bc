import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engineFacts } from '@/lib/engine/audit'
import { decide } from '@/lib/engine/decide'
import { answerFacts } from './answers/schema'
import { clockFacts } from './clock/schema'
import { counted, EDGE_WORDS, LEASE_WORDS, momentDay, NOT_FROM, REASON_WORDS, reasonWords, STATE_ORDER } from './labels'
import { OLD_OF } from './legacy/machine'
import { type RunEdge, run } from './machine'
import { rosterWords, templateWords, tenderWords } from './people/labels'
import { peopleFacts } from './people/schema'
import { runWords } from './record/labels'

const EDGES = Object.keys(OLD_OF) as RunEdge[]
const FALLBACK = 'This is not possible now. Load the page again.'
const isSentence = (text: string) => /^[A-Z].*[.…]$/.test(text)

/** Source texts of the roster and of what decides for it, tests aside. Swaps have words and a test of their own. */
function sources(): string[] {
  const under = (dir: string) =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|^(picker|swaps)\/|labels\.ts$/.test(name))
      .map((name) => join(dir, name))
  const files = [
    ...under('lib/roster'),
    ...['decide', 'explain', 'lease', 'transition'].map((n) => `lib/engine/${n}.ts`),
  ]
  return files.map((file) => readFileSync(file, 'utf8'))
}

/** Every code that a refusal can carry, as the sources write them. */
function codes(): Set<string> {
  const found = new Set<string>()
  const patterns = [
    /refused\(\s*'\w+',\s*'(\w+)'/g,
    /reason: '(\w+)'/g,
    /\bno\('(\w+)'/g,
    /new ActRefused\('(\w+)'/g,
    /return '(\w+_\w+)'/g,
    /\? '(\w+_\w+)' : null/g,
    /: '(crashed|\w+_exists|\w+_open)'/g,
  ]
  for (const text of sources())
    for (const pattern of patterns) for (const [, code] of text.matchAll(pattern)) found.add(code ?? '')
  return found
}

describe('reasons', () => {
  test('every code that a verb, the machine or the engine can answer has its sentence', () => {
    const all = codes()
    for (const known of ['other_open', 'lease_lost', 'shift_full', 'crashed', 'typed_wrong', 'week_exists'])
      expect([...all]).toContain(known)
    const missing = [...all].filter((code) => !REASON_WORDS[code])
    expect(missing).toEqual([])
  })

  test('every edge that a state refuses says why, in one sentence', () => {
    const now = new Date('2026-12-07T08:00:00Z')
    for (const edge of EDGES)
      for (const state of STATE_ORDER) {
        const decision = decide(run, edge, { state, version: 3, lease: null }, now)
        if (decision.ok) expect(NOT_FROM[edge][state], `${edge} from ${state} is legal`).toBeUndefined()
        else expect(reasonWords(edge, decision.reason), `${edge} from ${state}`).toSatisfy(isSentence)
        if (!decision.ok) expect(reasonWords(edge, decision.reason)).not.toBe(FALLBACK)
      }
  })

  test('every live lease and every guard of the machine is worded', () => {
    for (const lease of Object.keys(run.leases)) {
      expect(reasonWords('open', `lease_${lease}`)).not.toBe(FALLBACK)
      expect(LEASE_WORDS[lease]).toSatisfy(isSentence)
    }
    for (const edge of EDGES)
      for (const { reason } of run.edges[edge].refuses ?? []) expect(reasonWords(edge, reason)).not.toBe(FALLBACK)
    for (const reason of Object.values(run.indexes ?? {})) expect(reasonWords('open', reason)).not.toBe(FALLBACK)
  })

  test('every sentence is one', () => {
    for (const text of Object.values(REASON_WORDS)) expect(text).toSatisfy(isSentence)
    for (const { done } of Object.values(EDGE_WORDS)) expect(done).toSatisfy(isSentence)
  })
})

describe('the record', () => {
  test('every event of a week is worded', () => {
    for (const { event, to } of Object.values(run.edges)) {
      expect(runWords.event(event, { change: 'pin' }, null), event).not.toBe('')
      if (to === 'same') expect(runWords.fact?.(event), event).toBeTruthy()
    }
    const facts = [...Object.keys(answerFacts), ...Object.keys(clockFacts)]
    for (const type of facts) expect(runWords.fact?.(type), type).toBeTruthy()
    expect(runWords.event(run.birth.event, { shifts: 1 }, null)).toBe('1 shift')
    expect(Object.keys(engineFacts).some((type) => type.startsWith('run.'))).toBe(false)
  })

  test('every change of standing data is worded', () => {
    const words = { tender: tenderWords, shift_template: templateWords, roster: rosterWords }
    for (const type of Object.keys(peopleFacts)) {
      const [machine = ''] = type.split('.')
      expect(words[machine as keyof typeof words].fact?.(type), type).toBeTruthy()
    }
    const change = {
      name: 'Rosa',
      before: { email: null, keyHolder: false },
      after: { email: 'r@x.test', keyHolder: true },
    }
    expect(tenderWords.event('tender.changed', change, null)).toBe('address r@x.test, was none; key holder yes, was no')
  })
})

test.each([
  [0, 'Monday of the week'],
  [-6, 'Sunday of the week'],
  [4, 'Thursday before'],
  [7, 'Monday before'],
  [8, 'Sunday, 2 weeks before'],
  [14, 'Monday, 2 weeks before'],
])('%i days before is %s', (days, words) => expect(momentDay(days)).toBe(words))

test('figures carry their unit', () => {
  expect([counted(1, 'shift'), counted(3, 'shift'), counted(2, 'person', 'people')]).toEqual([
    '1 shift',
    '3 shifts',
    '2 people',
  ])
})
