import { describe, expect, it } from 'vitest'
import { boardOf, pairOf } from './board'
import { diff } from './diff'
import { Flow } from './flow'
import { hashRoster } from './hash'
import { debts, ledgers, type PastWeek, partOf } from './ledger'
import { networkOf } from './network'
import { openKeys, opennessOf } from './open'
import { pick } from './pick'
import { pickByFlow } from './pick-flow'
import { pickByHighs } from './pick-highs'
import { PUB, randomOf, randomWeek, shuffled } from './random-week'
import type { Picked, Refusal } from './result'
import { scoreOf } from './score'
import { isUnique, takeSmallest } from './ties'
import type { Answer, Pair, Shift, Tender, Week } from './week'
import { weightsFor } from './weights'

const HOUR = 3_600_000

function tender(id: string, more: Partial<Tender> = {}): Tender {
  return { id, name: id, keyHolder: false, most: 7, debt: 0, ...more }
}

function shift(id: string, day: number, more: Partial<Shift> = {}): Shift {
  const startsAt = day * 24 * HOUR + 18 * HOUR
  const base = { id, name: id, startsAt, endsAt: startsAt + 5 * HOUR, date: `day ${day}` }
  return { ...base, min: 1, target: 1, keyWanted: false, ...more }
}

/** Everybody says yes to everything, but for what is given. */
function week(tenders: readonly Tender[], shifts: readonly Shift[], more: Partial<Week> = {}): Week {
  const answers = tenders.flatMap(({ id: tenderId }) =>
    shifts.map(({ id: shiftId }) => ({ tenderId, shiftId, answer: 2 as Answer })),
  )
  return { runId: 'run', seed: 1, tenders, shifts, answers, pins: [], bans: [], shown: null, ...more }
}

function picked(result: Picked | Refusal | null): Picked {
  if (result === null || !result.ok) throw new Error(result?.reason ?? 'not a plain week')
  return result
}

function refused(result: Picked | Refusal | null): Refusal {
  if (result === null || result.ok) throw new Error('it was picked')
  return result
}

const pair = (tenderId: string, shiftId: string): Pair => ({ tenderId, shiftId })
const names = (result: Picked) => result.roster.map((seat) => `${seat.tenderId} ${seat.shiftId}`)
const people = (count: number, more: Partial<Tender> = {}) =>
  Array.from({ length: count }, (_, i) => tender(`p${i}`, more))
const days = (count: number, more: Partial<Shift> = {}) =>
  Array.from({ length: count }, (_, i) => shift(`s${i}`, i, more))

function loads(result: Picked): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { tenderId } of result.roster) counts.set(tenderId, (counts.get(tenderId) ?? 0) + 1)
  return counts
}

describe('fair', () => {
  it('gives 12 seats to 7 equal tenders as five 2 and two 1', () => {
    const result = picked(pickByFlow(week(people(7), days(12))))
    expect([...loads(result).values()].sort()).toEqual([1, 1, 2, 2, 2, 2, 2])
  })

  it('lets a newcomer start level and take about a fifth', () => {
    const old = ['a', 'b', 'c', 'd']
    const history: PastWeek[] = []
    for (let i = 0; i < 20; i++) {
      const worked = [old[(2 * i) % 4], old[(2 * i + 1) % 4]].map((id) => ({ tenderId: id as string }))
      history.push({ weekOf: `2026-${String(10 + i)}`, worked, offered: old })
    }
    const all = [...old, 'e']
    let taken = 0
    for (let i = 0; i < 20; i++) {
      const owed = debts(history)
      if (i === 0) expect(owed.get('e')).toBeUndefined()
      const tenders = all.map((id) => tender(id, { debt: owed.get(id) ?? 0 }))
      const result = picked(pickByFlow(week(tenders, days(2), { runId: `week ${i}` })))
      taken += loads(result).get('e') ?? 0
      history.push({ weekOf: `2026-${30 + i}`, worked: result.roster, offered: all })
    }
    expect(taken).toBeGreaterThanOrEqual(7)
    expect(taken).toBeLessThanOrEqual(10)
  })

  it('puts the one who is behind before a preference', () => {
    const base = week([tender('a', { debt: -30 }), tender('b')], days(1))
    const answers = [
      { ...pair('a', 's0'), answer: 1 as Answer },
      { ...pair('b', 's0'), answer: 3 as Answer },
    ]
    expect(names(picked(pickByFlow({ ...base, answers })))).toEqual(['a s0'])
  })
})

describe('levels in their order', () => {
  it('fills the first tier first', () => {
    const shifts = [shift('late', 0, { tier: 2 }), shift('main', 0, { tier: 1 })]
    const result = picked(pickByFlow(week(people(1), shifts)))
    expect(names(result)).toEqual(['p0 main'])
    expect(result.emptyByTier).toEqual([0, 1])
  })

  it('would rather leave an optional seat empty than a shift without its key holder', () => {
    const shifts = [shift('keyed', 0, { min: 0, keyWanted: true }), shift('plain', 0, { min: 0 })]
    const base = week([tender('k', { keyHolder: true, debt: 100 }), tender('n')], shifts)
    const answers = base.answers.filter(({ tenderId, shiftId }) => tenderId === 'k' || shiftId === 'keyed')
    expect(names(picked(pickByFlow({ ...base, answers })))).toEqual(['k keyed'])
  })

  it('keeps the shown draft before it looks at preferences', () => {
    const base = week(people(2), days(1), { shown: [pair('p1', 's0')] })
    const answers = base.answers.map((row) => ({ ...row, answer: (row.tenderId === 'p0' ? 3 : 1) as Answer }))
    expect(names(picked(pickByFlow({ ...base, answers })))).toEqual(['p1 s0'])
    expect(names(picked(pickByFlow({ ...base, answers, shown: null })))).toEqual(['p0 s0'])
  })

  it('draws differently under another salt, and the same under the same', () => {
    const base = week(people(9), days(3))
    const drawn = new Set(Array.from({ length: 12 }, (_, seed) => names(picked(pickByFlow({ ...base, seed }))).join()))
    expect(drawn.size).toBeGreaterThan(6)
    expect(picked(pickByFlow(base))).toEqual(picked(pickByFlow(base)))
  })
})

describe('hard rules', () => {
  it('gives nobody two shifts of a date, more than they want, or a shift they are banned from', () => {
    const shifts = [shift('noon', 0), shift('night', 0), shift('next', 1)]
    expect(picked(pickByFlow(week(people(1), shifts))).roster).toHaveLength(2)
    expect(picked(pickByFlow(week(people(1, { most: 1 }), shifts))).roster).toHaveLength(1)
    const banned = week(people(1), shifts, { bans: [pair('p0', 'next')] })
    expect(names(picked(pickByFlow(banned)))).not.toContain('p0 next')
  })

  it('counts spans as half-open across dates, and hands a real overlap to highs', async () => {
    const first = shift('first', 0)
    const touching = shift('touching', 1, { startsAt: first.endsAt, endsAt: first.endsAt + HOUR })
    const result = await pick(week(people(1), [first, touching]))
    expect(picked(result)).toMatchObject({ engine: 'flow-1', levels: [0, 0, 0, 14400, 0, 2, expect.any(Number)] })
    const overlapping = { ...touching, startsAt: first.endsAt - 1 }
    const other = picked(await pick(week(people(1), [first, overlapping])))
    expect(other.engine).toBe('highs-1')
    expect(other.roster).toHaveLength(1)
  })

  it('takes an empty week, one without tenders and one without answers', async () => {
    for (const empty of [
      week([], []),
      week(people(2), []),
      week([], days(2)),
      week(people(2), days(2), { answers: [] }),
    ]) {
      expect(picked(pickByFlow(empty)).roster).toEqual([])
      expect(picked(await pickByHighs(empty)).levels).toEqual(picked(pickByFlow(empty)).levels)
    }
  })
})

describe('pins and bans', () => {
  it('keeps a pin through regenerate, and gives no second shift that day', () => {
    const shifts = [shift('noon', 0), shift('night', 0)]
    const pinned = week([tender('anna', { debt: 170 }), tender('ben')], shifts, { pins: [pair('anna', 'night')] })
    const first = picked(pickByFlow(pinned))
    expect(names(first)).toEqual(['anna night', 'ben noon'])
    const moved = shifts.map((s) => ({ ...s, startsAt: s.startsAt + HOUR, endsAt: s.endsAt + HOUR }))
    const again = picked(pickByFlow({ ...pinned, shifts: moved, shown: first.roster }))
    expect(names(again)).toEqual(names(first))
    expect(diff(first.roster, again.roster)).toEqual([])
    expect(again.inputHash).not.toBe(first.inputHash)
  })

  it('lets a pin stand over a no and over their most, not over the roster', () => {
    const base = week(people(2, { most: 1 }), days(2), { pins: [pair('p0', 's0'), pair('p0', 's1')] })
    const said = { ...base, answers: [{ ...pair('p0', 's0'), answer: 0 as Answer }] }
    expect(picked(pickByFlow(said)).roster).toEqual([
      { ...pair('p0', 's0'), pinned: true, answer: 0 },
      { ...pair('p0', 's1'), pinned: true, answer: null },
    ])
  })

  it('names the pins that cannot stand together', () => {
    const shifts = [shift('noon', 0), shift('night', 0)]
    const both = refused(pickByFlow(week(people(2), shifts, { pins: [pair('p0', 'noon'), pair('p0', 'night')] })))
    expect(both).toMatchObject({ kind: 'contradiction', pins: [pair('p0', 'night'), pair('p0', 'noon')] })
    expect(both.reason).toBe('p0 is pinned to night and to noon, which fall on one date. Take one pin away.')
    const full = refused(pickByFlow(week(people(2), shifts, { pins: [pair('p0', 'noon'), pair('p1', 'noon')] })))
    expect(full.pins).toEqual([pair('p0', 'noon'), pair('p1', 'noon')])
    const banned = { pins: [pair('p0', 'noon')], bans: [pair('p0', 'noon')] }
    expect(refused(pickByFlow(week(people(1), shifts, banned))).reason).toContain('banned')
    const close = shift('close', 1, { startsAt: shift('night', 0).endsAt - 1 })
    const pins = [pair('p0', 'night'), pair('p0', 'close')]
    expect(refused(pickByFlow(week(people(1), [...shifts, close], { pins }))).reason).toContain('overlap')
  })

  it('names the pin when the rules leave it no room', async () => {
    const sides = { trainees: [{ tenderId: 'p0', mentors: ['p1'] }] }
    const base = week(people(3), days(2), { pins: [pair('p0', 's0'), pair('p2', 's1')], sides })
    const result = refused(await pick(base))
    expect(result.pins).toEqual([pair('p0', 's0')])
  })

  const EXPECTED = [
    ...['6b7546b98705', '047d0efd7055', '51a160f5507a', '24e66ff96ee4', '4671ae736c04', '8f962998e0d2', '2491898eff13'],
    ...['ca6ee7966627', '9716e878a6fc', '3805bf8e8677', '338b637e1762', '7f2829e9845b', '017c85d40ef5', '458b240bc637'],
    ...['d95655053273', 'b9e5486fb268', '7cb7f2ac4907', 'cb9e823b279a', 'bd1e1687e9b2', '4c6444c2b737'],
  ]

  it.each(EXPECTED.map((hash, i) => [i + 1, hash] as const))(
    'week %i with pins and bans stays as it was',
    (i, hash) => {
      const base = randomWeek(1000 + i, PUB)
      const result = picked(pickByFlow(base))
      expect(hashRoster(result.roster).slice(0, 12)).toBe(hash)
      const held = new Set(names(result))
      for (const { tenderId, shiftId } of base.pins) expect(held.has(`${tenderId} ${shiftId}`)).toBe(true)
      for (const { tenderId, shiftId } of base.bans) expect(held.has(`${tenderId} ${shiftId}`)).toBe(false)
    },
  )
})

describe('one result for one input', () => {
  it('does not look at the order of rows', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const base = randomWeek(seed, PUB)
      const random = randomOf(seed)
      const other = {
        ...base,
        tenders: shuffled(random, base.tenders),
        shifts: shuffled(random, base.shifts),
        answers: shuffled(random, base.answers),
        pins: shuffled(random, base.pins),
        bans: shuffled(random, base.bans),
        shown: base.shown && shuffled(random, base.shown),
      }
      expect(pickByFlow(other)).toEqual(pickByFlow(base))
    }
  })

  it('hashes all that counts, and no name', () => {
    const base = week(people(2), days(2))
    const { inputHash } = picked(pickByFlow(base))
    const renamed = { ...base, tenders: base.tenders.map((row) => ({ ...row, name: 'X' })) }
    expect(picked(pickByFlow(renamed)).inputHash).toBe(inputHash)
    const changes: Partial<Week>[] = [{ seed: 2 }, { runId: 'other' }, { shown: [] }, { bans: [pair('p0', 's0')] }]
    const hashes = changes.map((change) => picked(pickByFlow({ ...base, ...change })).inputHash)
    expect(new Set([inputHash, ...hashes]).size).toBe(changes.length + 1)
  })

  it.each([1766996, 2356467])('takes the smaller id when even the lots are equal (salt %i)', async (seed) => {
    const tie = week([tender('a'), tender('b')], [shift('s', 0)], { runId: 'tie', seed })
    for (const result of [picked(pickByFlow(tie)), picked(await pickByHighs(tie))]) {
      expect(names(result)).toEqual(['a s'])
      expect(result.unique).toBe(false)
    }
  })

  it('finds the smallest among many equals when nothing but seats and loads is compared', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const shape = { ...PUB, tenders: 4, shifts: 4, days: 3, offer: 0.6, seats: 2 }
      const board = boardOf({ ...randomWeek(seed, shape), pins: [] })
      const openness = opennessOf(board)
      const open = openKeys(board, openness)
      const net = networkOf(board, openness, open)
      if (net === null) throw new Error('too large')
      net.lo.fill(0)
      const flow = new Flow(net)
      flow.solve()
      const unique = isUnique(flow)
      takeSmallest(flow)
      const text = (keys: readonly number[]) => JSON.stringify(keys.map((key) => pairOf(board, key)))
      const worth = (keys: readonly number[]) => {
        const { levels, emptyByTier } = scoreOf(board, keys)
        return JSON.stringify([emptyByTier, levels.slice(0, 5)])
      }
      const mine = flow.chosen().map((i) => open[i] as number)
      const equals: string[] = []
      for (let mask = 0; mask < 2 ** open.length; mask++) {
        const keys = open.filter((_, i) => (mask >> i) & 1)
        if (keys.length === mine.length && worth(keys) === worth(mine) && stands(board, keys)) equals.push(text(keys))
      }
      expect({ seed, first: text(mine), unique }).toEqual({
        seed,
        first: equals.sort()[0],
        unique: equals.length === 1,
      })
    }
  })
})

function stands(board: ReturnType<typeof boardOf>, keys: readonly number[]): boolean {
  const m = board.shifts.length
  const slots = keys.map((key) => `${Math.floor(key / m)} ${board.dates[key % m]}`)
  const perTender = board.tenders.every(({ most }, p) => keys.filter((key) => Math.floor(key / m) === p).length <= most)
  const perShift = board.shifts.every(({ target }, s) => keys.filter((key) => key % m === s).length <= target)
  return new Set(slots).size === keys.length && perTender && perShift
}

describe('nonsense', () => {
  it.each<[string, Partial<Week>]>([
    ['end after', { shifts: [shift('s0', 0, { endsAt: 0 })] }],
    ['no more needed than wanted', { shifts: [shift('s0', 0, { min: 2 })] }],
    ['listed twice', { tenders: [tender('a'), tender('a')] }],
    ['given twice', { answers: [1, 2].map((answer) => ({ ...pair('p0', 's0'), answer: answer as Answer })) }],
    ['not in this week', { pins: [pair('gone', 's0')] }],
    ['not in this week', { sides: { notTogether: [['p0', 'gone']] } }],
    ['whole number', { seed: 0.5 }],
    ['sixtieths', { shifts: [shift('s0', 0, { weight: 0.001 })] }],
  ])('is refused with a sentence: %s', (words, more) => {
    const result = refused(pickByFlow(week(people(1), days(1), more)))
    expect(result.kind).toBe('invalid')
    expect(result.reason).toContain(words)
  })

  it('passes over rows about those who left', () => {
    const gone = {
      answers: [{ ...pair('gone', 's0'), answer: 3 as Answer }],
      bans: [pair('gone', 's0')],
      shown: [pair('gone', 's0')],
    }
    expect(picked(pickByFlow(week(people(1), days(1), gone))).roster).toEqual([])
  })

  it('knows when doubles would not be exact', () => {
    expect(weightsFor({ tiers: 1, keyed: 400, joints: 800, load: 5000 })).not.toBeNull()
    expect(weightsFor({ tiers: 1, keyed: 40_000, joints: 80_000, load: 5000 })).toBeNull()
  })
})

describe('ledger', () => {
  it('shares the load of a week so that nothing is lost, and leaves the silent alone', () => {
    const past = {
      weekOf: '2026-11-30',
      worked: [{ tenderId: 'a' }, { tenderId: 'b', weight: 1.5 }],
      offered: ['a', 'b', 'c', 'd'],
    }
    const balance = ledgers([past])
    expect([...balance.values()].flat().reduce((sum, entry) => sum + partOf(entry), 0)).toBe(0)
    expect(balance.has('silent')).toBe(false)
    expect(balance.get('b')).toMatchObject([{ worked: 90, factor: 1 }])
    expect(balance.get('b')?.[0]?.share).toBeLessThanOrEqual(38)
  })

  it('reads 26 weeks in any order, fades them, and stops at three shifts', () => {
    const row = (i: number, worked: string[]) => ({
      weekOf: new Date(Date.UTC(2026, 0, 5) + i * 7 * 24 * HOUR).toISOString().slice(0, 10),
      worked: worked.map((tenderId) => ({ tenderId })),
      offered: ['a', 'b'],
    })
    expect(debts([row(0, ['a', 'a'])])).toEqual(
      new Map([
        ['a', 60],
        ['b', -60],
      ]),
    )
    expect(debts([row(0, ['a', 'a']), row(1, [])]).get('a')).toBe(57)
    const long = Array.from({ length: 40 }, (_, i) => row(i, ['a', 'a']))
    expect(debts(long)).toEqual(
      new Map([
        ['a', 180],
        ['b', -180],
      ]),
    )
    expect(debts([row(0, ['a', 'a']), ...Array.from({ length: 26 }, (_, i) => row(i + 1, []))]).get('a')).toBe(0)
    expect(debts([...long].reverse())).toEqual(debts(long))
  })
})

describe('diff and roster hash', () => {
  it('tells added, removed and moved per person', () => {
    const before = [pair('a', 's0'), pair('b', 's1'), pair('c', 's2'), pair('c', 's3')]
    const after = [pair('a', 's0'), pair('b', 's4'), pair('c', 's3'), pair('d', 's2')]
    expect(diff(before, after)).toEqual([
      { tenderId: 'b', moved: [{ from: 's1', to: 's4' }], added: [], removed: [] },
      { tenderId: 'c', moved: [], added: [], removed: ['s2'] },
      { tenderId: 'd', moved: [], added: ['s2'], removed: [] },
    ])
  })

  it('binds who works what, in any order', () => {
    const roster = [pair('b', 's1'), pair('a', 's0')]
    expect(hashRoster(roster)).toBe(hashRoster([...roster].reverse()))
    expect(hashRoster(roster)).not.toBe(hashRoster(roster.slice(1)))
    expect(hashRoster([pair('a', 'b c')])).not.toBe(hashRoster([pair('a b', 'c')]))
  })
})
