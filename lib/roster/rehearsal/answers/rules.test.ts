import { describe, expect, it } from 'vitest'
import { type Past, scriptOf, turnOf } from './rules'

const people = ['a', 'b', 'c'].map((name) => ({ id: `copy-${name}`, of: name }))
const shifts = [
  { id: 's1', templateId: 't1' },
  { id: 's2', templateId: 't2' },
]
const past = (
  answers: [string, Past['answers'] extends ReadonlyMap<string, infer A> ? A : never][],
  asked = ['a', 'b', 'c'],
): Past => ({
  shifts: [
    { id: 'old1', templateId: 't1' },
    { id: 'old9', templateId: 't9' },
  ],
  asked: new Set(asked),
  answers: new Map(answers),
})
const yes = { choices: { s1: 'yes', s2: 'yes' }, most: null }

describe('what people say', () => {
  it('is yes to everything without a sent week', () => {
    expect(scriptOf(people, shifts, null)).toEqual(new Map(people.map(({ id }) => [id, yes])))
  })

  it('is what they said, and yes to what they were not asked; who was silent is silent, who is new says yes', () => {
    const script = scriptOf(
      people,
      shifts,
      past([['a', { choices: { old1: 'if_needed', old9: 'no' }, most: 1 }]], ['a', 'b']),
    )
    expect([...script]).toEqual([
      ['copy-a', { choices: { s1: 'if_needed', s2: 'yes' }, most: 1 }],
      ['copy-c', yes],
    ])
  })

  it.each([
    ['nobody answered', past([])],
    ['everybody said no', past(['a', 'b', 'c'].map((name) => [name, { choices: { old1: 'no' }, most: null }]))],
    ['nobody wanted a shift', past([['a', { choices: { old1: 'yes' }, most: 0 }]])],
  ])('is yes to everything where %s', (why, week) => {
    const pattern = why === 'everybody said no' ? shifts.slice(0, 1) : shifts
    const script = scriptOf(people, pattern, week)
    expect(script.size).toBe(3)
    for (const { choices, most } of script.values())
      expect([new Set(Object.values(choices)), most]).toEqual([new Set(['yes']), null])
  })

  it('comes in two turns that miss nobody', () => {
    for (let count = 0; count < 7; count++) {
      const all = Array.from({ length: count }, (_, n) => n)
      expect([...turnOf('open', all), ...turnOf('extend', all)]).toEqual(all)
      expect(turnOf('extend', all).length).toBeGreaterThanOrEqual(turnOf('open', all).length)
    }
  })
})
