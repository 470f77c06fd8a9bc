import { describe, expect, it } from 'vitest'
import { search, type Verdict } from './search'
import { VARIANTS } from './variants'

/** Counts of the independent search in Python over the same transition system. */
const PUBLISHED = {
  A: { states: 53_455, doubles: 18_744 },
  B: { states: 75_873, doubles: 32_928 },
  C: { states: 105_623, doubles: 36_616 },
  D: { states: 3_281, doubles: 0, stuck: 0, endsUnknown: 288 },
  E: { states: 126_423, doubles: 35_864 },
  F: { states: 70_383, doubles: 0, stuck: 0, endsUnknown: 0 },
  G: { states: 185_667, doubles: 73_232 },
  H: { states: 200_845, doubles: 82_252 },
  I: { states: 75_985, doubles: 0, stuck: 0, endsUnknown: 282 },
  J: { states: 99_045, doubles: 0, stuck: 0, endsUnknown: 0 },
  K: { states: 31, doubles: 0, stuck: 20 },
} as const

type Name = keyof typeof VARIANTS
const verdicts = new Map<Name, Verdict>()
const verdictOf = (name: Name): Verdict => {
  const verdict = verdicts.get(name) ?? search(VARIANTS[name])
  verdicts.set(name, verdict)
  return verdict
}

const BROKEN = ['A', 'B', 'C', 'E', 'G', 'H'] as const

describe('the delivery protocol, every interleaving', { timeout: 60_000 }, () => {
  it.each(Object.entries(PUBLISHED))('%s has the counts of the independent search', (name, counts) => {
    const verdict = verdictOf(name as Name)
    expect(verdict).toMatchObject(counts)
    expect(verdict.sentWithoutMail).toBe(0)
    expect(verdict.trace === null).toBe(counts.doubles === 0)
  })

  it('shows how each broken variant mails twice', () => {
    for (const name of BROKEN) expect(verdictOf(name).trace?.filter((s) => s.includes('accepted'))).toHaveLength(2)
  })

  it('D and I, which run, each lose their safety with any one of their parts', () => {
    const { B, D, H, I, K } = VARIANTS
    expect(B).toEqual({ ...D, intent: false, expiredIntent: 'requeue' })
    expect(K).toEqual({ ...D, reaper: false })
    expect(H).toEqual({ ...I, margin: false })
    expect(search({ ...D, fence: false }).doubles).toBeGreaterThan(0)
    expect(search({ ...I, dedupe: false }).doubles).toBeGreaterThan(0)
    expect(search({ ...I, reaper: false }).stuck).toBeGreaterThan(0)
  })

  it('D never doubles nor sticks with three workers', () => {
    expect(search(VARIANTS.D, 3)).toMatchObject({ doubles: 0, stuck: 0, sentWithoutMail: 0 })
  })
})
