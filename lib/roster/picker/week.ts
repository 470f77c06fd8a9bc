/** What the picker is given: one week of one roster. Plain data, rows in any order. */

/** 0 no, 1 if needed, 2 yes, 3 prefer. */
export type Answer = 0 | 1 | 2 | 3

export type Tender = {
  readonly id: string
  readonly name: string
  readonly keyHolder: boolean
  /** The most shifts this tender wants in the week. */
  readonly most: number
  /** Ledger balance in sixtieths of a shift, above zero = worked more than their share (`debts`). */
  readonly debt: number
}

export type Shift = {
  readonly id: string
  readonly name: string
  /** Epoch milliseconds; the span is half-open, so 18:00–22:00 and 22:00–02:00 do not overlap. */
  readonly startsAt: number
  readonly endsAt: number
  /** Local date in the roster's zone; a tender works at most one shift a date. */
  readonly date: string
  readonly min: number
  readonly target: number
  readonly keyWanted: boolean
  /** 1 (default) is filled before 2, 2 before 3. */
  readonly tier?: number
  /** What the shift counts for in the load, 1 by default; 60 × weight must be whole. */
  readonly weight?: number
}

export type Pair = { readonly tenderId: string; readonly shiftId: string }

/** Rules beyond the plain week. Any of them hands the week to the `highs` engine. */
export type Sides = {
  /** Two tenders who never share a shift. */
  readonly notTogether?: readonly (readonly [string, string])[]
  /** A trainee works only beside one of the mentors. */
  readonly trainees?: readonly { readonly tenderId: string; readonly mentors: readonly string[] }[]
  /** Least minutes between the end of one shift and the start of the next of one tender, across dates. */
  readonly restMinutes?: number
}

export type Week = {
  readonly runId: string
  /** Salt of the lot. "Shuffle" is another salt. */
  readonly seed: number
  readonly tenders: readonly Tender[]
  readonly shifts: readonly Shift[]
  /** A pair without a row is silent. Rows of tenders or shifts that are not in the week say nothing. */
  readonly answers: readonly (Pair & { readonly answer: Answer })[]
  readonly pins: readonly Pair[]
  readonly bans: readonly Pair[]
  /** The draft people have in front of them, or null before the first. */
  readonly shown: readonly Pair[] | null
  readonly sides?: Sides
}
