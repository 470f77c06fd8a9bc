import { describe, expect, it } from 'vitest'
import { explainEmptySeats } from './empty-seats'
import { explain } from './explain'
import { pick } from './pick'
import { pickByFlow } from './pick-flow'
import { PUB, randomWeek } from './random-week'
import { compareScores, type Picked, type Refusal } from './result'
import type { Answer, Pair, Shift, Tender, Week } from './week'
import type { Why } from './why'

const HOUR = 3_600_000
const pair = (tenderId: string, shiftId: string): Pair => ({ tenderId, shiftId })

function tender(id: string, more: Partial<Tender> = {}): Tender {
  return { id, name: id, keyHolder: false, most: 7, debt: 0, ...more }
}

function shift(id: string, day: number, more: Partial<Shift> = {}): Shift {
  const startsAt = day * 24 * HOUR + 18 * HOUR
  const base = { id, name: id, startsAt, endsAt: startsAt + 5 * HOUR, date: `day ${day}` }
  return { ...base, min: 1, target: 1, keyWanted: false, ...more }
}

function week(tenders: readonly Tender[], shifts: readonly Shift[], more: Partial<Week> = {}): Week {
  const answers = tenders.flatMap(({ id }) => shifts.map((row) => ({ ...pair(id, row.id), answer: 2 as Answer })))
  return { runId: 'run', seed: 1, tenders, shifts, answers, pins: [], bans: [], shown: null, ...more }
}

function good<T>(result: T | Refusal): Exclude<T, Refusal> {
  if (typeof result === 'object' && result !== null && 'ok' in result && result.ok === false) throw new Error('refused')
  return result as Exclude<T, Refusal>
}

async function reasons(of: Week): Promise<Map<string, Why>> {
  return new Map(good(await explain(of)).map((why) => [`${why.tenderId} ${why.shiftId}`, why]))
}

/** The week solved again from nothing with the pair pinned, or banned if it was picked. */
function turned(base: Week, why: Why): Week {
  const change = pair(why.tenderId, why.shiftId)
  return why.picked ? { ...base, bans: [...base.bans, change] } : { ...base, pins: [...base.pins, change] }
}

describe('why', () => {
  it('holds for every pair of ten weeks when each is forced and the week solved from nothing', async () => {
    let solved = 0
    for (let seed = 1; seed <= 10; seed++) {
      const base = randomWeek(seed, PUB)
      const picked = good(pickByFlow(base)) as Picked
      const offered = base.answers.filter(({ answer }) => answer > 0).length
      const list = good(await explain(base))
      expect(list.length).toBeGreaterThanOrEqual(offered)
      for (const why of list) {
        if (why.rule !== 'level') continue
        const again = good(pickByFlow(turned(base, why))) as Picked
        expect({ seed, why, otherwise: why.otherwise }).toEqual({
          seed,
          why,
          otherwise: { levels: again.levels, emptyByTier: again.emptyByTier },
        })
        expect({ why, level: why.level }).toEqual({ why, level: compareScores(again, picked) })
        solved++
      }
    }
    expect(solved).toBeGreaterThan(1500)
  }, 60_000)

  it('holds under side rules too', async () => {
    const shape = { ...PUB, tenders: 8, shifts: 5, days: 4 }
    const base = { ...randomWeek(3, shape), sides: { notTogether: [['p0000', 'p0001']] as const } }
    const picked = good(await pick(base)) as Picked
    expect(picked.engine).toBe('highs-1')
    const list = good(await explain(base)).filter((why) => why.rule === 'level')
    expect(list.length).toBeGreaterThan(4)
    for (const why of list) {
      const again = good(await pick(turned(base, why))) as Picked
      expect({ why, level: why.level }).toEqual({ why, level: compareScores(again, picked) })
    }
  })

  it('says it in words', async () => {
    const shifts = [shift('Fri', 0, { keyWanted: true }), shift('Sat', 1)]
    const base = week(
      [tender('Ada', { keyHolder: true, debt: 84 }), tender('Ben', { debt: -24 }), tender('Cleo')],
      shifts,
    )
    const why = await reasons({
      ...base,
      answers: base.answers.map((row) => ({
        ...row,
        answer: row.tenderId === 'Cleo' && row.shiftId === 'Sat' ? 0 : row.answer,
      })),
    })
    expect(why.get('Ada Fri')?.text).toBe(
      'offered 2, 1.4 above their share, the only key holder; without them: Fri would lose its key holder',
    )
    expect(why.get('Cleo Fri')?.text).toBe('Fri would lose its key holder')
    expect(why.get('Ada Sat')).toMatchObject({ level: 4, text: 'Ben is 2.8 further below their share than Ada' })
    expect(why.get('Ben Sat')?.text).toContain('offered 2, 0.4 below their share; without them: ')
  })

  it('tells fairness, preference, lot and change apart', async () => {
    const fair = await reasons(week([tender('Ben', { debt: -108 }), tender('Cleo')], [shift('Fri', 0)]))
    expect(fair.get('Cleo Fri')).toMatchObject({ level: 4, text: 'Ben is 1.8 further below their share than Cleo' })
    const even = week([tender('Ben'), tender('Cleo')], [shift('Fri', 0)])
    const lot = [...(await reasons(even)).values()].find((why) => !why.picked)
    expect(lot).toMatchObject({ level: 7, text: 'drawn by lot' })
    const answers = even.answers.map((row) => ({ ...row, answer: (row.tenderId === 'Ben' ? 3 : 1) as Answer }))
    const keen = await reasons({ ...even, answers })
    expect(keen.get('Cleo Fri')?.text).toBe('same fairness, but 2 fewer preferences met')
    const shown = await reasons({ ...even, answers, shown: [pair('Cleo', 'Fri')] })
    expect(shown.get('Ben Fri')?.text).toBe('same fairness, but 2 more changes to the draft shown')
  })

  it('names pins, bans and answers without solving', async () => {
    const shifts = [shift('noon', 0), shift('night', 0), shift('next', 1)]
    const base = week([tender('Ben', { most: 1 }), tender('Cleo')], shifts, {
      pins: [pair('Ben', 'noon')],
      bans: [pair('Cleo', 'night')],
    })
    const answers = base.answers.map((row) => ({ ...row, answer: (row.shiftId === 'noon' ? 0 : 2) as Answer }))
    const why = await reasons({ ...base, answers })
    expect(why.get('Ben noon')).toMatchObject({ rule: 'pinned', text: 'pinned by an operator, though they said no' })
    expect(why.get('Ben night')?.rule).toBe('day')
    expect(why.get('Ben next')?.rule).toBe('most')
    expect(why.get('Cleo night')?.rule).toBe('banned')
    const asked = good(await explain({ ...base, answers }, [pair('Cleo', 'noon')]))
    expect(asked).toMatchObject([{ rule: 'no', text: 'said no' }])
  })
})

describe('empty seats', () => {
  const empties = async (of: Week) =>
    explainEmptySeats(of, (good(await pick(of)) as Picked).roster).map(({ shiftId, rule, text }) => [
      shiftId,
      rule,
      text,
    ])

  it('name the rule that emptied them', async () => {
    const one = [tender('Ben', { most: 1 })]
    expect(await empties(week(one, [shift('Fri', 0)], { answers: [] }))).toEqual([['Fri', 'nobody', 'nobody offered']])
    expect(await empties(week([tender('Ben')], [shift('a', 0), shift('b', 0, { tier: 2 })]))).toEqual([
      ['b', 'day', 'all who offered are on another shift that day'],
    ])
    expect(await empties(week(one, [shift('a', 0), shift('b', 1, { tier: 2 })]))).toEqual([
      ['b', 'most', 'all who offered already have the most shifts they want'],
    ])
    expect(await empties(week(one, [shift('a', 0)], { bans: [pair('Ben', 'a')] }))).toEqual([
      ['a', 'banned', 'all who offered are banned from it'],
    ])
    const apart = week([tender('Ben'), tender('Cleo')], [shift('a', 0, { target: 2 })], {
      sides: { notTogether: [['Ben', 'Cleo']] },
    })
    const [[shiftId, rule, text] = []] = await empties(apart)
    expect([shiftId, rule]).toEqual(['a', 'sides'])
    expect(text).toMatch(
      /^all others who offered are kept from it by a rule \((Ben: Cleo|Cleo: Ben) is on this shift, and the two never share one\)$/,
    )
  })

  it('count the causes when they differ', async () => {
    const shifts = [shift('a', 0), shift('b', 0, { tier: 2, target: 3, min: 2 })]
    const base = week([tender('Ben'), tender('Cleo'), tender('Dan')], shifts, {
      bans: [pair('Dan', 'a'), pair('Dan', 'b')],
    })
    const answers = base.answers.filter(({ tenderId, shiftId }) => tenderId !== 'Cleo' || shiftId === 'b')
    const found = explainEmptySeats({ ...base, answers }, (good(pickByFlow({ ...base, answers })) as Picked).roster)
    expect(found).toMatchObject([
      {
        shiftId: 'b',
        empty: 2,
        needed: 1,
        rule: 'several',
        text: '2 more offered: 1 banned from it, 1 on another shift that day',
      },
    ])
  })
})
