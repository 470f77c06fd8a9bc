import { describe, expect, test } from 'vitest'
import { ruleLines, ruleWords } from './labels'
import { brokenBy, faultOfRule, faultOfSides, type SideNames, sidesOf, written } from './rules'
import type { TenderRule } from './schema'

const person = (id: string, active = true) => ({ id, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, active })
const people = [person('ana'), person('ben'), person('cy'), person('dev'), person('elin'), person('gone', false)]
const known = new Map(people.map((one) => [one.id, one]))
const rule = (kind: TenderRule['kind'], tenderId: string, otherId: string): TenderRule => {
  const id = `${kind}/${tenderId}/${otherId}`
  return { id, kind, tenderId, otherId }
}
const apart = rule('apart', 'ana', 'ben')
const mentored = [rule('mentor', 'cy', 'dev'), rule('mentor', 'cy', 'elin')]
const all = new Set(people.filter(({ active }) => active).map(({ id }) => id))

describe('a rule in words', () => {
  test('names whom it is about', () => {
    expect(ruleWords('apart', 'Ana', ['Ben'])).toBe('Ana and Ben never share a shift')
    expect(ruleWords('mentor', 'Cy', ['Dev', 'Elin'])).toBe('Cy works only beside Dev or Elin')
    expect(ruleWords('mentor', 'Cy', ['Dev', 'Elin', 'Flo'])).toBe('Cy works only beside Dev, Elin or Flo')
  })

  test('is one line a pair and one a trainee, and says what does nothing', () => {
    const lines = ruleLines([...mentored, apart, rule('apart', 'ben', 'gone')], people)
    expect(lines.map(({ words, idle }) => [words, idle])).toEqual([
      ['Ana and Ben never share a shift', null],
      ['Ben and Gone never share a shift', 'Gone is not active, so this does nothing.'],
      ['Cy works only beside Dev or Elin', null],
    ])
    const [half] = ruleLines([rule('mentor', 'cy', 'dev'), rule('mentor', 'cy', 'gone')], people)
    expect(half).toMatchObject({
      idle: 'Gone is not active, and does not count.',
      parts: [{ name: 'Dev' }, { name: 'Gone' }],
    })
    const [none] = ruleLines([rule('mentor', 'cy', 'gone')], people)
    expect(none?.idle).toBe('No mentor is active, so this does nothing: Cy works like anybody else.')
  })
})

describe('adding a rule', () => {
  test.each<[string, Omit<TenderRule, 'id'>, string | null]>([
    ['to strangers', rule('apart', 'ana', 'nobody'), 'This person is not a tender of this roster.'],
    ['with oneself', rule('apart', 'ana', 'ana'), 'Ana cannot be kept apart from themselves.'],
    ['as own mentor', rule('mentor', 'ana', 'ana'), 'Ana cannot be their own mentor.'],
    ['to one who left', rule('apart', 'ana', 'gone'), 'Gone is not active. Make Gone active again, then add the rule.'],
    ['again', rule('apart', 'ana', 'ben'), 'This rule is there already: Ana and Ben never share a shift.'],
    ['again, the other way round', rule('apart', 'ben', 'ana'), 'This rule is there already'],
    ['to the mentor again', rule('mentor', 'cy', 'dev'), 'This rule is there already: Cy works only beside Dev.'],
    [
      'mentor of one apart',
      rule('mentor', 'ben', 'ana'),
      'Ana and Ben never share a shift, and the two rules contradict',
    ],
    [
      'apart from a mentor',
      rule('apart', 'dev', 'cy'),
      'Cy works only beside Dev, and the two rules contradict each other',
    ],
    ['a third mentor', rule('mentor', 'cy', 'ana'), null],
    ['mentors of each other', rule('mentor', 'dev', 'cy'), null],
  ])('%s', (_, input, said) => {
    const fault = faultOfRule(input, [apart, ...mentored], known)
    if (said === null) expect(fault).toBeNull()
    else expect(fault?.reason).toContain(said)
  })

  test('a pair apart is written one way round', () => {
    expect(written(rule('apart', 'b', 'a'))).toMatchObject({ tenderId: 'a', otherId: 'b' })
    expect(written(rule('mentor', 'b', 'a'))).toMatchObject({ tenderId: 'b', otherId: 'a' })
  })
})

describe('what the picker is handed', () => {
  test('pairs, trainees and rest in minutes', () => {
    expect(sidesOf([apart, ...mentored], 11, all)).toEqual({
      notTogether: [['ana', 'ben']],
      trainees: [{ tenderId: 'cy', mentors: ['dev', 'elin'] }],
      restMinutes: 660,
    })
  })
  test('nothing of people who are not active', () => {
    expect(sidesOf([rule('apart', 'ana', 'gone'), rule('mentor', 'cy', 'gone')], 0, all)).toEqual({})
  })
  test('nothing of people who can stand nowhere, but a silent mentor still counts', () => {
    expect(sidesOf([apart], 0, all, new Set(['ana']))).toEqual({})
    expect(sidesOf(mentored, 0, all, new Set(['cy']))).toEqual({
      trainees: [{ tenderId: 'cy', mentors: ['dev', 'elin'] }],
    })
    expect(sidesOf(mentored, 0, all, new Set(['dev']))).toEqual({})
  })
})

const at = (hours: number) => new Date(Date.UTC(2026, 11, 18, hours))
const spans = { sat: { startsAt: at(20), endsAt: at(26) }, sun: { startsAt: at(33), endsAt: at(38) } }
const names: SideNames = {
  person: (id) => known.get(id)?.name ?? id,
  shift: (id) => (id === 'sat' ? 'Sat 20:00' : 'Sun 09:00'),
  span: (id) => spans[id as keyof typeof spans],
}
const seat = (tenderId: string, shiftId: string) => ({ tenderId, shiftId })

describe('a change by hand', () => {
  const sides = sidesOf([apart, ...mentored], 11, all)
  test('that puts two beside each other who never share a shift', () => {
    for (const [first, second] of [
      ['ana', 'ben'],
      ['ben', 'ana'],
    ] as const)
      expect(faultOfSides(sides, [seat(first, 'sat')], [seat(first, 'sat'), seat(second, 'sat')], names)).toMatchObject(
        {
          reason: 'rule_apart',
          detail:
            'Ana and Ben never share a shift, and both would be on Sat 20:00. Choose another shift for one of them.',
        },
      )
  })
  test('that leaves a trainee without a mentor', () => {
    const before = [seat('cy', 'sat'), seat('dev', 'sat')]
    expect(faultOfSides(sides, before, [seat('cy', 'sat')], names)).toMatchObject({
      reason: 'rule_mentor',
      detail:
        'Cy works only beside Dev or Elin, and would be on Sat 20:00 without. Put a mentor there first, or take Cy off.',
    })
    expect(faultOfSides(sides, before, [seat('dev', 'sat')], names)).toBeNull()
    expect(faultOfSides(sides, before, [seat('cy', 'sat'), seat('elin', 'sat')], names)).toBeNull()
  })
  test('that leaves too little rest', () => {
    const both = [seat('ben', 'sun'), seat('ben', 'sat')]
    expect(faultOfSides(sides, [seat('ben', 'sat')], both, names)).toMatchObject({
      reason: 'rule_rest',
      detail:
        'Ben would have only 7 hours between Sat 20:00 and Sun 09:00, and rest is 11 hours. Choose another shift.',
    })
    expect(faultOfSides(sidesOf([], 7, all), [], both, names)).toBeNull()
  })
  test('and a roster that breaks rules made since says how', () => {
    const seats = [seat('ana', 'sat'), seat('ben', 'sat'), seat('ben', 'sun'), seat('cy', 'sun')]
    expect(brokenBy(sides, seats, names)).toEqual([
      'Ana and Ben never share a shift, and both are on Sat 20:00.',
      'Ben has only 7 hours between Sat 20:00 and Sun 09:00, and rest is 11 hours.',
      'Cy works only beside Dev or Elin, and is on Sun 09:00 without.',
    ])
  })
  test('is not blamed for what was broken before it', () => {
    const before = [seat('ana', 'sat'), seat('ben', 'sat')]
    expect(faultOfSides(sides, before, [...before, seat('elin', 'sat')], names)).toBeNull()
    expect(faultOfSides(sides, before, [seat('ana', 'sat')], names)).toBeNull()
  })
})
