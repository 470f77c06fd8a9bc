import { describe, expect, test } from 'vitest'
import { debtOf, debts, ledgers, type PastWeek, partOf } from '../picker/ledger'
import { balanceWords, endsOf, fairnessOf, partOfRow, signed } from './rules'

/** Weeks of five people, some of them away; drawn, and always the same. */
const people = ['a', 'b', 'c', 'd', 'e']
const history = Array.from({ length: 30 }, (_, i): PastWeek => {
  const offered = people.filter((_, k) => (i * 7 + k * 3) % 5 !== 0)
  return {
    weekOf: new Date(Date.UTC(2026, 0, 5) + i * 7 * 86_400_000).toISOString().slice(0, 10),
    offered,
    worked: offered.filter((_, k) => (i + k) % 3 !== 0).map((tenderId) => ({ tenderId })),
  }
})
const named = new Map(history.slice(-26).map(({ weekOf }) => [weekOf, `week of ${weekOf}`]))
const view = () => {
  const found = ledgers(history)
  return fairnessOf(
    [...people, 'new'].map((id) => ({ id, name: id.toUpperCase(), entries: found.get(id) ?? [] })),
    named,
  )
}

describe('the ledger behind a bar', () => {
  test('adds up to the debt that the picker weighs', () => {
    const owed = debts(history)
    for (const [id, entries] of ledgers(history)) {
      expect(Math.round(entries.reduce((sum, entry) => sum + partOf(entry), 0)) + 0).toBe(owed.get(id))
      expect(entries.length).toBeLessThanOrEqual(26)
    }
    const { weeks, people: shown } = view()
    for (const { id, rows, balance } of shown) {
      const sum = rows.reduce((total, row) => total + partOfRow(row, weeks[row.week]?.factor ?? 0), 0)
      expect(Math.abs(sum - balance)).toBeLessThanOrEqual(1 / 120 + 1e-9)
      expect(balance * 60).toBeCloseTo(owed.get(id) ?? 0)
    }
  })

  test('sums to zero within a week, and leaves those out who were away', () => {
    const all = [...ledgers(history.slice(-1)).values()].flat()
    expect(all.reduce((sum, entry) => sum + partOf(entry), 0)).toBe(0)
    expect(all).toHaveLength(history.at(-1)?.offered.length ?? 0)
  })

  test('stops at three shifts', () => {
    const entry = (worked: number) => ({ weekOf: '2026-01-05', worked, share: 60, factor: 1 })
    expect(debtOf([entry(60 * 9)])).toBe(180)
    expect(debtOf([entry(0), entry(0), entry(0), entry(0)])).toBe(-180)
  })
})

describe('fairness', () => {
  test('names the weeks, the latest first, and puts a newcomer level', () => {
    const { title, weeks, people: shown } = view()
    expect(title).toBe('Fairness, 26 weeks')
    expect(weeks[0]).toEqual({ label: `week of ${history.at(-1)?.weekOf}`, factor: 1 })
    expect(weeks[1]?.factor).toBeCloseTo(0.95)
    expect(shown.find(({ id }) => id === 'new')).toMatchObject({ balance: 0, worked: 0, rows: [] })
    expect(shown.map(({ balance }) => balance)).toEqual([...shown].map(({ balance }) => balance).sort((a, b) => b - a))
  })

  test.each<[number[], string]>([
    [[0, 0], 'Everybody is even to a tenth of a shift.'],
    [[31, -60], 'Nobody is more than 1 shift from even.'],
    [[66, -70], 'Nobody is more than 1.2 shifts from even.'],
    [[180, -60], '1 person is 3 shifts or more from even.'],
    [[180, -180], '2 people are 3 shifts or more from even.'],
  ])('%j sixtieths: %s', (owed, sentence) => {
    const weekOf = '2026-01-05'
    const rows = owed.map((n, k) => {
      return { id: `${k}`, name: `${k}`, entries: [{ weekOf, worked: 600 + n, share: 600, factor: 1 }] }
    })
    expect(fairnessOf(rows, new Map([[weekOf, 'week']])).sentence).toBe(sentence)
  })

  test('before any week is sent says so', () =>
    expect(fairnessOf([{ id: 'a', name: 'A', entries: [] }], new Map())).toMatchObject({
      title: 'Fairness',
      sentence: 'No week is sent yet, so everybody starts level.',
    }))

  test('balances in words', () => {
    expect([1.44, -0.6, 0.04, -0.04].map(balanceWords)).toEqual([
      '1.4 above their share',
      '0.6 below their share',
      'level with their share',
      'level with their share',
    ])
    expect([2, -0.62, 0.04].map((n) => signed(n))).toEqual(['+2.0', '−0.6', '0'])
    expect(signed(-0.62, 2)).toBe('−0.62')
  })

  test('of many shows both ends', () => {
    const rows = Array.from({ length: 200 }, (_, k) => k)
    expect(endsOf(rows, 24)).toEqual({ rows: [...rows.slice(0, 12), ...rows.slice(188)], left: 176 })
    expect(endsOf(rows.slice(0, 24), 24).left).toBe(0)
  })
})
