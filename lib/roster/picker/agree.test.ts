import { describe, expect, it } from 'vitest'
import { boardOf } from './board'
import { bruteForce } from './brute'
import { pick } from './pick'
import { pickByFlow } from './pick-flow'
import { pickByHighs } from './pick-highs'
import { below, PUB, randomOf, randomWeek, type Shape, shuffled } from './random-week'
import type { Picked, Refusal } from './result'
import type { Sides, Week } from './week'

// biome-ignore lint/style/noProcessEnv: the count of random weeks is the one thing a test reads
const FULL = process.env.FULL === '1'
const WEEKS = FULL ? 300 : 60
const TINY = FULL ? 400 : 100

const tiny: Shape = { tenders: 4, shifts: 4, days: 3, offer: 0.6, seats: 2, keyHolders: 0.4, keyWanted: 0.6, tiers: 2 }

function shapeOf(seed: number): Shape {
  const random = randomOf(seed)
  if (seed % 3 === 0) return PUB
  return {
    tenders: 3 + below(random, 25),
    shifts: 2 + below(random, 16),
    days: 2 + below(random, 6),
    offer: 0.1 + 0.5 * random(),
    seats: 1 + below(random, 4),
    keyHolders: 0.1 + 0.4 * random(),
    keyWanted: random(),
    tiers: 1 + below(random, 3),
  }
}

function picked(result: Picked | Refusal | null): Picked {
  if (result === null || !result.ok) throw new Error(result?.reason ?? 'not a plain week')
  return result
}

const pairsOf = (result: Picked) =>
  JSON.stringify(result.roster.map(({ tenderId, shiftId }) => ({ tenderId, shiftId })))

describe(`two engines, ${WEEKS} random weeks`, () => {
  it('agree level by level, and seat for seat', { timeout: 240_000 }, async () => {
    for (let seed = 1; seed <= WEEKS; seed++) {
      const week = randomWeek(seed, shapeOf(seed))
      const [flow, highs] = [picked(pickByFlow(week)), picked(await pickByHighs(week))]
      expect({ seed, levels: flow.levels, tiers: flow.emptyByTier }).toEqual({
        seed,
        levels: highs.levels,
        tiers: highs.emptyByTier,
      })
      expect({ seed, unique: flow.unique, pairs: pairsOf(flow) }).toEqual({
        seed,
        unique: highs.unique,
        pairs: pairsOf(highs),
      })
      expect(flow.inputHash).toBe(highs.inputHash)
    }
  })
})

describe(`every roster tried, ${TINY} tiny weeks`, () => {
  it('finds none better than the flow, and the same count of equals', () => {
    for (let seed = 1; seed <= TINY; seed++) {
      const week = randomWeek(seed, tiny)
      const best = bruteForce(boardOf(week))
      const flow = picked(pickByFlow(week))
      expect({ seed, levels: flow.levels, tiers: flow.emptyByTier, pairs: pairsOf(flow) }).toEqual({
        seed,
        levels: best?.score.levels,
        tiers: best?.score.emptyByTier,
        pairs: best?.pairs,
      })
      expect({ seed, unique: flow.unique }).toEqual({ seed, unique: best?.count === 1 })
    }
  })

  it('finds none better than highs under side rules, clashes across dates and unequal loads', {
    timeout: 240_000,
  }, async () => {
    let ruled = 0
    let refused = 0
    for (let seed = 1; seed <= TINY; seed++) {
      const week = withSides(randomWeek(seed, tiny), seed)
      const best = bruteForce(boardOf(week))
      const result = await pick(week)
      if (!result.ok) {
        expect({ seed, best, kind: result.kind }).toEqual({ seed, best: null, kind: 'contradiction' })
        expect(result.pins.length).toBeGreaterThan(0)
        refused++
        continue
      }
      if (result.engine === 'highs-1') ruled++
      expect({ seed, levels: result.levels, tiers: result.emptyByTier, pairs: pairsOf(result) }).toEqual({
        seed,
        levels: best?.score.levels,
        tiers: best?.score.emptyByTier,
        pairs: best?.pairs,
      })
      expect({ seed, unique: result.unique }).toEqual({ seed, unique: best?.count === 1 })
    }
    expect(ruled).toBeGreaterThan(TINY / 2)
    expect(refused).toBeGreaterThan(0)
  })
})

function withSides(week: Week, seed: number): Week {
  const random = randomOf(seed)
  const [a, b, c] = shuffled(
    random,
    week.tenders.map((tender) => tender.id),
  ) as [string, string, string]
  const sides: Sides = {
    ...(seed % 2 === 0 ? { notTogether: [[a, b]] } : {}),
    ...(seed % 3 === 0 ? { trainees: [{ tenderId: a, mentors: [c] }] } : {}),
    ...(seed % 5 === 0 ? { restMinutes: 1200 } : {}),
  }
  const shifts = week.shifts.map((shift) => ({
    ...shift,
    ...(seed % 7 === 0 && random() < 0.5 ? { weight: 1.5 } : {}),
    ...(seed % 11 === 0 ? { endsAt: shift.endsAt + 16 * 3_600_000 } : {}),
  }))
  return { ...week, shifts, sides }
}
