import { describe, expect, it } from 'vitest'
import { debts, type PastWeek } from './ledger'
import { pickByFlow } from './pick-flow'
import type { Answer, Shift, Week } from './week'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR
const MONDAY = Date.UTC(2026, 0, 5)

/** One seat a shift, a shift a day, all free for all. */
function weekOf(people: readonly string[], shifts: number, history: readonly PastWeek[], seed = 1): Week {
  const debt = debts(history)
  const rows = Array.from({ length: shifts }, (_, s): Shift => {
    const startsAt = MONDAY + s * 24 * HOUR
    const [id, date] = [`s${s}`, `day ${s}`]
    return { id, name: id, startsAt, endsAt: startsAt + 5 * HOUR, date, min: 1, target: 1, keyWanted: false }
  })
  return {
    runId: `run ${seed}`,
    seed,
    tenders: people.map((id) => ({ id, name: id, keyHolder: false, most: shifts, debt: debt.get(id) ?? 0 })),
    shifts: rows,
    answers: people.flatMap((tenderId) => rows.map(({ id }) => ({ tenderId, shiftId: id, answer: 2 as Answer }))),
    pins: [],
    bans: [],
    shown: null,
  }
}

function workedIn(week: Week): string[] {
  const picked = pickByFlow(week)
  if (!picked?.ok) throw new Error(picked?.reason ?? 'not a plain week')
  return picked.roster.map(({ tenderId }) => tenderId)
}

const countOf = (worked: readonly string[], id: string) => worked.filter((one) => one === id).length

describe('case A9', () => {
  it('twelve one-seat shifts, seven people, all free, no history: five people 2, two people 1', () => {
    const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    for (let seed = 1; seed <= 20; seed++) {
      const worked = workedIn(weekOf(people, 12, [], seed))
      expect(people.map((id) => countOf(worked, id)).sort()).toEqual([1, 1, 2, 2, 2, 2, 2])
    }
  })
})

describe('case A10', () => {
  const old = ['a', 'b', 'c', 'd']
  /** Four people with ten shifts each: two seats a week for twenty weeks. */
  const history = Array.from({ length: 20 }, (_, i): PastWeek => {
    const worked = i % 2 === 0 ? ['a', 'b'] : ['c', 'd']
    return {
      weekOf: new Date(MONDAY + i * WEEK).toISOString().slice(0, 10),
      worked: worked.map((tenderId) => ({ tenderId })),
      offered: old,
    }
  })

  it('a newcomer starts level', () => {
    for (const id of old)
      expect(history.flatMap(({ worked }) => worked.filter((w) => w.tenderId === id))).toHaveLength(10)
    expect(debts(history).has('new')).toBe(false)
    expect(weekOf([...old, 'new'], 2, history).tenders.find(({ id }) => id === 'new')?.debt).toBe(0)
  })

  it('and gets about a fifth of the seats from the first weeks on, never all of them until level', () => {
    const people = [...old, 'new']
    const weeks: PastWeek[] = [...history]
    let mine = 0
    for (let i = 20; i < 45; i++) {
      const worked = workedIn(weekOf(people, 2, weeks, i))
      mine += countOf(worked, 'new')
      // Ten shifts behind the others, and no rush of catching up: at any time about a fifth.
      expect(Math.abs(mine - ((i - 19) * 2) / 5)).toBeLessThanOrEqual(1.5)
      weeks.push({
        weekOf: new Date(MONDAY + i * WEEK).toISOString().slice(0, 10),
        worked: worked.map((tenderId) => ({ tenderId })),
        offered: people,
      })
    }
    expect(mine).toBeGreaterThanOrEqual(9)
    expect(mine).toBeLessThanOrEqual(11)
  })
})
