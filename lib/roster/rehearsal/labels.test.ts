import { describe, expect, it } from 'vitest'
import { otherName, refusal, rehearsalWords, STEP_WORDS, signedBy, stepBefore, titleOf } from './labels'
import { type RefusalReason, rehearsalFacts, STEPS } from './schema'
import { leaseText, seconds } from './steps/labels'

describe('the timeline', () => {
  const DATA: Record<keyof typeof rehearsalFacts, object> = {
    'rehearsal.began': {
      roster: '0190aaaa-0000-7000-8000-000000000001',
      name: 'The Anchor',
      week: '2027-01-11',
      build: 'b1',
    },
    'rehearsal.step_passed': { step: 'close', checks: 7 },
    'rehearsal.step_failed': { step: 'close', check: 'state is CLOSED', found: 'COLLECTING' },
    'rehearsal.signed': { name: 'Olive Marsh', build: 'b1' },
    'rehearsal.stopped': { passed: 3 },
  }
  it.each([
    ['rehearsal.began', 'Begun', ''],
    ['rehearsal.step_passed', 'Step passed', 'Close'],
    ['rehearsal.step_failed', 'Check failed', 'Close: state is CLOSED, found COLLECTING'],
    ['rehearsal.signed', 'Signed', 'by Olive Marsh'],
    ['rehearsal.stopped', 'Stopped', 'after 3 of 8 steps'],
  ] as const)('says %s as “%s: %s”', (type, label, said) => {
    const data = rehearsalFacts[type].parse(DATA[type])
    expect(rehearsalWords.fact?.(type)?.label).toBe(label)
    expect(rehearsalWords.event(type, data, null)).toBe(said)
  })

  it('has a word for each fact there is', () => {
    for (const type of Object.keys(rehearsalFacts)) expect(rehearsalWords.fact?.(type), type).toBeTruthy()
    expect(rehearsalWords.event('rehearsal.stopped', { passed: 0 }, null)).toBe('before any step had passed')
  })
})

describe('a refusal', () => {
  const REASONS: RefusalReason[] = [
    ...([
      'not_found',
      'not_a_person',
      'no_address',
      'no_roster',
      'no_tenders',
      'nobody_to_mail',
      'no_pattern',
    ] as const),
    ...([
      'one_is_open',
      'stopped',
      'signed',
      'other_build',
      'step_before',
      'step_failed',
      'not_begun',
      'held',
    ] as const),
    ...(['moved_on', 'not_all_passed', 'other_name', 'second_person'] as const),
  ]
  it.each(REASONS)('%s is a sentence', (reason) => {
    expect(refusal(reason)).toMatchObject({ ok: false, reason, text: expect.stringMatching(/^[A-Z].{20,}\.$/) })
  })

  it('names who or what it is about', () => {
    expect(stepBefore('close').text).toBe('First comes “Close”.')
    expect(otherName('Olive Marsh').text).toContain('Olive Marsh')
    expect(signedBy('Max').text).toContain('Max has signed')
    expect(signedBy(null).text).toBe(refusal('signed').text)
    expect(refusal('held', leaseText('close', '18:00:05 GMT')).text).toContain('closing the form')
  })
})

it('each step has its words, and none of them ends in praise', () => {
  for (const step of STEPS) for (const text of Object.values(STEP_WORDS[step])) expect(text).toMatch(/^[A-Z][^!]+$/)
  expect(titleOf('The Anchor (rehearsal)')).toBe('Rehearsal of The Anchor')
})

it.each([
  [0, 'under 0.1 s'],
  [99, 'under 0.1 s'],
  [340, '0.3 s'],
  [9_999, '10.0 s'],
  [61_400, '61 s'],
])('%i ms is %s', (ms, text) => {
  expect(seconds(ms)).toBe(text)
})
