import { describe, expect, it } from 'vitest'
import { boardOf } from './board'
import { bruteForce } from './brute'
import { explainEmptySeats } from './empty-seats'
import { explain } from './explain'
import { pick } from './pick'
import { below, randomOf, randomWeek, type Shape } from './random-week'
import type { Picked, Refusal } from './result'
import type { Answer, Pair, Shift, Tender, Week } from './week'
import type { Why } from './why'

// biome-ignore lint/style/noProcessEnv: the count of random weeks is the one thing a test reads
const WEEKS = process.env.FULL === '1' ? 200 : 40
const HOUR = 3_600_000
const pair = (tenderId: string, shiftId: string): Pair => ({ tenderId, shiftId })
const tender = (id: string, debt = 0): Tender => ({ id, name: id, keyHolder: false, most: 7, debt })

/** A shift that starts so many hours after the first midnight. */
function shift(id: string, from: number, hours: number, target = 1): Shift {
  const [startsAt, date] = [from * HOUR, `day ${Math.floor(from / 24)}`]
  return { id, name: id, startsAt, endsAt: startsAt + hours * HOUR, date, min: 1, target, keyWanted: false }
}

function week(tenders: readonly Tender[], shifts: readonly Shift[], more: Partial<Week> = {}): Week {
  const answers = tenders.flatMap(({ id }) => shifts.map((row) => ({ ...pair(id, row.id), answer: 2 as Answer })))
  return { runId: 'run', seed: 1, tenders, shifts, answers, pins: [], bans: [], shown: null, ...more }
}

function good<T>(result: T | Refusal): Exclude<T, Refusal> {
  if (typeof result === 'object' && result !== null && 'ok' in result && result.ok === false)
    throw new Error((result as unknown as Refusal).reason)
  return result as Exclude<T, Refusal>
}

const reasonsOf = async (of: Week) =>
  new Map(good(await explain(of)).map((why) => [`${why.tenderId} ${why.shiftId}`, why]))
const emptiesOf = async (of: Week) =>
  explainEmptySeats(of, (good(await pick(of)) as Picked).roster).map(({ rule, text }) => [rule, text])

describe('a pair that a side rule keeps out is told which', () => {
  it('two who never share a shift', async () => {
    const base = week([tender('Ana', 60), tender('Ben')], [shift('Fri', 18, 5, 2)], {
      sides: { notTogether: [['Ana', 'Ben']] },
    })
    const why = (await reasonsOf(base)).get('Ana Fri')
    expect(why).toMatchObject({ picked: false, rule: 'level', level: 4 })
    expect(why?.text).toBe(
      'Ben is on this shift, and the two never share one; otherwise: Ben is 1 further below their share than Ana',
    )
    const pinned = (await reasonsOf({ ...base, pins: [pair('Ben', 'Fri')] })).get('Ana Fri')
    expect(pinned).toMatchObject({ rule: 'sides', text: 'Ben is on this shift, and the two never share one' })
    expect(await emptiesOf(base)).toEqual([
      [
        'sides',
        'all others who offered are kept from it by a rule (Ana: Ben is on this shift, and the two never share one)',
      ],
    ])
  })

  it('a trainee and their mentors', async () => {
    const base = week([tender('Cy'), tender('Dev'), tender('Elin')], [shift('Fri', 18, 5)], {
      sides: { trainees: [{ tenderId: 'Cy', mentors: ['Dev', 'Elin'] }] },
    })
    const alone = { ...base, answers: base.answers.filter(({ tenderId }) => tenderId === 'Cy') }
    expect((await reasonsOf(alone)).get('Cy Fri')).toMatchObject({
      rule: 'sides',
      text: 'needs Dev or Elin beside them',
    })
    expect(await emptiesOf(alone)).toEqual([
      ['sides', 'all who offered are kept from it by a rule (Cy: needs Dev or Elin beside them)'],
    ])
    const none = { ...alone, sides: { trainees: [{ tenderId: 'Cy', mentors: [] }] } }
    expect((await reasonsOf(none)).get('Cy Fri')?.text).toBe('needs a mentor, and has none this week')
  })

  it('a mentor whom a pinned trainee needs is not one that was chosen', async () => {
    const base = week([tender('Ana'), tender('Cy'), tender('Dev', 120)], [shift('Fri', 18, 5, 2)], {
      sides: { trainees: [{ tenderId: 'Cy', mentors: ['Dev'] }] },
      pins: [pair('Cy', 'Fri')],
    })
    const why = await reasonsOf(base)
    expect(why.get('Dev Fri')).toMatchObject({
      picked: true,
      rule: 'sides',
      text: 'the pins need them here: Cy works only beside Dev',
    })
    expect(why.get('Ana Fri')).toMatchObject({
      picked: false,
      rule: 'sides',
      text: 'the rules leave no room for them here beside the pins: Cy works only beside Dev',
    })
  })

  it('rest, with the hours there would be', async () => {
    const shifts = [shift('Sat 20:00', 20, 6), shift('Sun 09:00', 33, 5)]
    const base = week([tender('Ana')], shifts, { sides: { restMinutes: 660 } })
    const roster = (good(await pick(base)) as Picked).roster
    expect(roster).toHaveLength(1)
    const [text] = [...(await reasonsOf(base)).values()].filter((why) => !why.picked).map((why) => why.text)
    expect(text).toMatch(/^only 7 hours (after Sat 20:00|before Sun 09:00); rest is 11; otherwise: /)
    const pinned = { ...base, pins: [pair('Ana', 'Sat 20:00')] }
    expect((await reasonsOf(pinned)).get('Ana Sun 09:00')).toMatchObject({
      rule: 'rest',
      text: 'only 7 hours after Sat 20:00; rest is 11, and they are pinned there',
    })
    expect(await emptiesOf(pinned)).toEqual([
      ['rest', 'all who offered would have too little rest (Ana: only 7 hours after Sat 20:00; rest is 11)'],
    ])
  })

  it('and pins that break one are refused with the people and the rule', async () => {
    const people = [tender('Ana'), tender('Cy'), tender('Dev')]
    const sides = { trainees: [{ tenderId: 'Cy', mentors: ['Dev'] }] }
    const lone = week(people, [shift('Fri', 18, 5, 2)], { sides, pins: [pair('Cy', 'Fri'), pair('Ana', 'Fri')] })
    expect(await pick(lone)).toMatchObject({
      kind: 'contradiction',
      reason:
        'The rules leave no room for the pins Ana on Fri, Cy on Fri: Cy works only beside Dev. Take one away, or change a rule.',
    })
    const both = { ...lone, sides: { notTogether: [['Ana', 'Cy']] as const } }
    expect(await pick(both)).toMatchObject({
      reason: 'Ana and Cy are both pinned to Fri, and a rule keeps them apart. Take one pin away.',
    })
  })
})

const tiny: Shape = { tenders: 4, shifts: 4, days: 3, offer: 0.6, seats: 2, keyHolders: 0.4, keyWanted: 0.6, tiers: 1 }

/** The pair the other way round: what no roster may hold any more, or must. */
function turned(base: Week, why: Why): Week {
  const change = pair(why.tenderId, why.shiftId)
  return why.picked ? { ...base, bans: [...base.bans, change] } : { ...base, pins: [...base.pins, change] }
}

function sided(seed: number): Week {
  const random = randomOf(seed)
  const base = randomWeek(seed, tiny)
  const [a = '', b = '', c = ''] = base.tenders.map(({ id }) => id).slice(below(random, 2))
  return {
    ...base,
    sides: {
      ...(seed % 2 === 0 ? { notTogether: [[a, b] as const] } : {}),
      ...(seed % 3 === 0 ? { trainees: [{ tenderId: a, mentors: [c] }] } : {}),
      restMinutes: seed % 5 === 0 ? 1200 : 0,
    },
  }
}

describe(`every roster tried, ${WEEKS} tiny weeks under side rules`, () => {
  it('holds each reason: the score of the pair turned, and that no roster holds one that is ruled out', async () => {
    const counts = { level: 0, sides: 0, named: 0 }
    for (let seed = 1; seed <= WEEKS; seed++) {
      const base = sided(seed)
      const reasons = await explain(base)
      if (!Array.isArray(reasons)) continue
      const pinned = new Set(base.pins.map(({ tenderId, shiftId }) => `${tenderId} ${shiftId}`))
      for (const why of reasons) {
        if (why.rule !== 'level' && why.rule !== 'sides') continue
        const best = bruteForce(boardOf(turned(base, why)))
        expect({ seed, why, best: best?.score ?? null }).toMatchObject({ seed, best: why.otherwise })
        counts[why.rule]++
        if (/never share one|beside them|rest is/.test(why.text)) counts.named++
        expect({ why, pinned: pinned.has(`${why.tenderId} ${why.shiftId}`) }).toMatchObject({ pinned: false })
      }
    }
    expect(counts.level).toBeGreaterThan(WEEKS)
    expect(counts.sides).toBeGreaterThan(0)
    expect(counts.named).toBeGreaterThan(0)
  }, 120_000)
})
