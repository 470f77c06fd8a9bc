/** The only file that knows the `highs` package: one linear model kept open and solved again and again. */
import type { Highs, Model } from 'highs'

export type Row = {
  readonly lower: number
  readonly upper: number
  readonly cols: readonly number[]
  readonly values: readonly number[]
}

export type LinearModel = {
  readonly lower: readonly number[]
  readonly upper: readonly number[]
  readonly rows: readonly Row[]
  /** Columns that must be whole; empty for a network, whose corners are whole anyway. */
  readonly whole: readonly number[]
}

export type Solution = {
  readonly value: number
  readonly cols: Float64Array
  readonly rows: Float64Array
  readonly colDual: Float64Array
  readonly rowDual: Float64Array
}

let loading: Promise<Highs> | undefined

/** Loads the 3.5 MB WebAssembly module once per process, when first needed. */
export function loadHighs(): Promise<Highs> {
  loading ??= import('highs').then((module) => module.default())
  return loading
}

const none = new Float64Array(0)
/** The solution of a model without columns, which `highs` does not solve. */
const NOTHING: Solution = { value: 0, cols: none, rows: none, colDual: none, rowDual: none }

/** Seconds that one model may be solved for, all levels together; a lease of `generate` lasts 120. */
const PATIENCE = 45

/** Thrown when the patience ran out: the week is sound, and nothing is known of its best roster. */
export class OutOfTime extends Error {}

/** An open model. Native memory is freed by `withSolver` alone. */
export class Solver {
  constructor(
    private readonly highs: Highs,
    private readonly model: Model,
    private readonly whole: readonly number[],
    readonly cols: number,
  ) {}

  /** Minimises the costs over whole columns; null when there is no solution. Throws OutOfTime. */
  minimise(costs: Float64Array): Solution | null {
    if (this.whole.length > 0) {
      const { integer } = this.highs.constants.variableType
      const types = new Int32Array(this.whole.length).fill(integer)
      this.model.changeColsIntegrality({ kind: 'set', indices: this.whole }, types)
    }
    return this.run(costs)
  }

  /** The same with whole columns allowed to break: a bound, and reduced costs that say which columns may move. */
  relax(costs: Float64Array): Solution | null {
    if (this.whole.length > 0) this.model.clearIntegrality()
    return this.run(costs)
  }

  private run(costs: Float64Array): Solution | null {
    const { model, highs } = this
    if (this.cols === 0) return NOTHING
    model.changeColsCost({ kind: 'range', from: 0, to: this.cols - 1 }, costs)
    model.run()
    const status = model.getModelStatus()
    const { optimal, infeasible, unboundedOrInfeasible, timeLimit } = highs.constants.modelStatus
    if (status === infeasible || status === unboundedOrInfeasible) return null
    if (status === timeLimit) throw new OutOfTime()
    if (status !== optimal) throw new Error(`highs ended with model status ${status}`)
    const { colValue, rowValue, colDual, rowDual } = model.getSolution()
    const value = costs.reduce((sum, cost, col) => sum + (cost === 0 ? 0 : cost * (colValue[col] ?? 0)), 0)
    return { value, cols: colValue, rows: rowValue, colDual, rowDual }
  }

  boundCol(col: number, lower: number, upper: number): void {
    this.model.changeColBounds(col, lower, upper)
  }

  boundRow(row: number, lower: number, upper: number): void {
    this.model.changeRowBounds(row, lower, upper)
  }

  addRow({ lower, upper, cols, values }: Row): void {
    this.model.addRow(lower, upper, { indices: cols, values })
  }
}

/** Opens a model, hands it over, and frees it whatever happens. */
export async function withSolver<T>(linear: LinearModel, use: (solver: Solver) => T | Promise<T>): Promise<T> {
  const highs = await loadHighs()
  const cols = linear.lower.length
  const starts = [0]
  for (const row of linear.rows) starts.push((starts[starts.length - 1] as number) + row.cols.length)
  const model = highs.createModel({
    numCols: cols,
    numRows: linear.rows.length,
    colCost: new Float64Array(cols),
    colLower: linear.lower,
    colUpper: linear.upper,
    rowLower: linear.rows.map((row) => row.lower),
    rowUpper: linear.rows.map((row) => row.upper),
    matrix: {
      format: 'csr',
      numRows: linear.rows.length,
      numCols: cols,
      starts,
      indices: linear.rows.flatMap((row) => row.cols),
      values: linear.rows.flatMap((row) => row.values),
    },
  })
  try {
    // Costs are whole numbers, so a gap below one is no gap; tolerances this small keep a sum of 20-bit lots exact.
    model.options.set({
      output_flag: false,
      time_limit: PATIENCE,
      random_seed: 0,
      mip_rel_gap: 0,
      mip_abs_gap: 0.5,
      mip_feasibility_tolerance: 1e-9,
      primal_feasibility_tolerance: 1e-9,
      dual_feasibility_tolerance: 1e-9,
    })
    return await use(new Solver(highs, model, linear.whole, cols))
  } finally {
    model.dispose()
  }
}
