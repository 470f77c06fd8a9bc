/** The picker beside two general solvers on the same weeks; all must reach the same seven values. */
import { solve } from 'yalps'
import { boardOf } from '@/lib/roster/picker/board'
import { explain } from '@/lib/roster/picker/explain'
import { debts } from '@/lib/roster/picker/ledger'
import { modelOf, type WeekModel } from '@/lib/roster/picker/model'
import { pickByFlow } from '@/lib/roster/picker/pick-flow'
import { pickByHighs } from '@/lib/roster/picker/pick-highs'
import { PUB, randomHistory, randomWeek } from '@/lib/roster/picker/random-week'
import type { Picked, Refusal } from '@/lib/roster/picker/result'
import { scoreOf } from '@/lib/roster/picker/score'
import type { Week } from '@/lib/roster/picker/week'
import { type Bench, median, type Row, time } from './report'

function levels(result: Picked | Refusal | null): string {
  if (result === null || !result.ok) throw new Error(result?.reason ?? 'not a plain week')
  return result.levels.join()
}

function same(name: string, found: string, ours: string): void {
  if (found !== ours) throw new Error(`${name} ended with ${found}, ours with ${ours}`)
}

/**
 * Level by level as linear programs: each optimum becomes a row of the next, and cuts off a face whose corners
 * are whole. It cycles on these degenerate programs unless told to check.
 */
function byYalps(week: Week): string {
  const board = boardOf(week)
  const model = modelOf(board)
  const kept: { costs: Float64Array; most: number }[] = []
  let chosen: number[] = []
  for (const costs of model.levels) {
    const { result, variables } = solve(asYalps(model, costs, kept), { checkCycles: true, maxPivots: 100_000 })
    chosen = variables.filter(([col, value]) => col < model.keys.length && value > 0.5).map(([col]) => col)
    kept.push({ costs, most: Math.round(result) })
  }
  const keys = chosen.map((col) => model.keys[col] as number).sort((a, b) => a - b)
  return scoreOf(board, keys).levels.join()
}

function asYalps(model: WeekModel, costs: Float64Array, kept: readonly { costs: Float64Array; most: number }[]) {
  const columns = model.lower.map((): Map<string, number> => new Map())
  const constraints: [string, { equal?: number; min?: number; max?: number }][] = []
  for (const [r, row] of model.rows.entries()) {
    const { lower, upper } = row
    constraints.push([`r${r}`, lower === upper ? { equal: lower } : { min: lower, max: upper }])
    for (const [i, col] of row.cols.entries()) columns[col]?.set(`r${r}`, row.values[i] ?? 0)
  }
  for (const [k, level] of kept.entries()) {
    constraints.push([`k${k}`, { max: level.most }])
    for (const [col, column] of columns.entries()) if (level.costs[col]) column.set(`k${k}`, level.costs[col])
  }
  for (const [col, column] of columns.entries()) {
    constraints.push([`c${col}`, { max: model.upper[col] ?? 0 }])
    column.set(`c${col}`, 1)
    if (costs[col]) column.set('cost', costs[col])
  }
  return { direction: 'minimize' as const, objective: 'cost', constraints, variables: columns.entries() }
}

const seatsOf = (week: Week) => week.shifts.reduce((sum, shift) => sum + shift.target, 0)
const offersOf = (week: Week) => week.answers.filter(({ answer }) => answer > 0).length

async function pub(): Promise<Row[]> {
  const plain = { ...randomWeek(1, PUB), pins: [], bans: [] }
  const history = randomHistory(1, plain, 26)
  const withDebts = () => {
    const owed = debts(history)
    return { ...plain, tenders: plain.tenders.map((tender) => ({ ...tender, debt: owed.get(tender.id) ?? 0 })) }
  }
  const week = withDebts()
  const ours = levels(pickByFlow(week))
  same('highs', levels(await pickByHighs(week)), ours)
  same('yalps', byYalps(week), ours)
  const flow = median(await time(60, 20, () => pickByFlow(withDebts())))
  const highs = median(await time(7, 1, () => pickByHighs(withDebts())))
  const yalps = median(await time(3, 1, () => byYalps(withDebts())))
  const whys = median(await time(5, 2, () => explain(week)))
  const size = `60 × 14, ${seatsOf(week)} seats, ${offersOf(week)} pairs`
  return [
    {
      measure: `${size}: 26-week ledger and roster, median`,
      ours: flow,
      unit: 'ms',
      against: [
        { name: 'highs', value: highs },
        { name: 'yalps', value: yalps },
      ],
      goal: '≤ 5 ms',
      met: flow <= 5,
    },
    {
      measure: `${size}: the reason of every pair`,
      ours: whys,
      unit: 'ms',
      against: [],
      goal: '≤ 1,000 ms',
      met: whys <= 1_000,
    },
  ]
}

/** Seeds and chances that give about 971 seats and 5,472 or 27,856 pairs. */
async function town(offer: number): Promise<Row> {
  const shape = { ...PUB, tenders: 2_000, shifts: 400, offer, keyHolders: 0.2 }
  const week = { ...randomWeek(2, shape), pins: [], bans: [] }
  const ours = levels(pickByFlow(week))
  const taken = median(await time(3, 0, () => pickByFlow(week)))
  let theirs = ''
  const highs = median(
    await time(1, 0, async () => {
      theirs = levels(await pickByHighs(week))
    }),
  )
  same('highs', theirs, ours)
  return {
    measure: `2,000 × 400, ${seatsOf(week)} seats, ${offersOf(week).toLocaleString('en-GB')} pairs: roster`,
    ours: taken,
    unit: 'ms',
    against: [{ name: 'highs', value: highs }],
    goal: '≤ 2,000 ms',
    met: taken <= 2_000,
  }
}

const bench: Bench = {
  name: 'picker',
  run: async () => [...(await pub()), await town(0.0069), await town(0.035)],
}

export default bench
