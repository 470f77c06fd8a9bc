import type { FireKind, FireState } from '../schema'

/** A row of the ledger to be: one time, or a run of times that were passed over. */
export type Item = {
  kind: Exclude<FireKind, 'manual'>
  at: Date
  /** YYYY-MM-DDTHH:MM:SS in the schedule's zone. */
  local: string
  state: FireState
  count: number
  lastAt: Date | null
  /** What became of it, where its state alone does not say it. */
  why?: string
}

/** More times than this in a row that were passed over for the same reason are one row with first, last and count. */
export const LONGEST_RUN = 1_000

/** Seconds in a row as items of one state: each its own, or one for all of them. */
export class PassedOver {
  readonly #first: number[] = []
  #count = 0
  #last = 0

  constructor(
    readonly kind: Item['kind'],
    readonly state: FireState,
  ) {}

  add(second: number): void {
    this.#count += 1
    this.#last = second
    if (this.#first.length < LONGEST_RUN) this.#first.push(second)
  }

  /** @param localOf wall-clock time of a second */
  items(localOf: (second: number) => string): Item[] {
    const { kind, state } = this
    const single = (second: number): Item => {
      const at = new Date(second * 1_000)
      return { kind, at, local: localOf(second), state, count: 1, lastAt: null }
    }
    const [first] = this.#first
    if (first === undefined) return []
    if (this.#count <= LONGEST_RUN) return this.#first.map(single)
    return [{ ...single(first), count: this.#count, lastAt: new Date(this.#last * 1_000) }]
  }
}
