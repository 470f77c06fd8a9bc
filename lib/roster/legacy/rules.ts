import type { RunState } from '../machine'

/** What the old engine knows of a week: its status, and the stamps of what happened. */
export type Stamps = {
  status: string
  openedAt: Date | null
  closedAt: Date | null
  generatedAt: Date | null
  reopenedAt: Date | null
  sentAt: Date | null
}

export type Stamp = 'openedAt' | 'closedAt' | 'generatedAt' | 'reopenedAt'

/** The stamps in the order in which ties are decided: the later step wins. */
const STEPS: readonly (readonly [Stamp, RunState])[] = [
  ['openedAt', 'COLLECTING'],
  ['closedAt', 'CLOSED'],
  ['generatedAt', 'ASSIGNED'],
  ['reopenedAt', 'COLLECTING'],
]

/**
 * Where a week of the old engine is, inferred from which stamps are there and which is the latest. The one reading for
 * the old engine, for `adopt`, for one open form a roster and for the gates; in SQL it is `run_state`.
 */
export function legacyProgress(row: Stamps): RunState {
  if (row.status === 'sent' || row.sentAt !== null) return 'SENT'
  if (row.status === 'approved') return 'APPROVED'
  let [latest, state]: [number, RunState] = [Number.NEGATIVE_INFINITY, 'DRAFT']
  for (const [stamp, means] of STEPS) {
    const at = row[stamp]?.getTime()
    if (at !== undefined && at >= latest) [latest, state] = [at, means]
  }
  return state
}

/** The latest stamp of a week, as milliseconds since 1970; below every instant when it has none. */
const latestOf = (row: Stamps): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...STEPS.flatMap(([stamp]) => row[stamp]?.getTime() ?? []))

/** An instant for a new stamp: `now`, or past every stamp of the week, so that a clock set back undoes no step. */
export const stampAfter = (row: Stamps, now: Date): Date => new Date(Math.max(now.getTime(), latestOf(row) + 1))

const STAMP_OF: Partial<Record<RunState, Stamp>> = {
  COLLECTING: 'openedAt',
  CLOSED: 'closedAt',
  ASSIGNED: 'generatedAt',
}

/**
 * The stamps that a week of v2 must have for the old engine to read the same state back: those it has, or the state's
 * own moved past the others where two fell into one millisecond or the clock was set back.
 */
export function stampsFor(state: RunState, row: Stamps, now: Date): Partial<Record<Stamp, Date>> {
  if (legacyProgress(row) === state) return {}
  const stamp = state === 'COLLECTING' && row.openedAt !== null ? 'reopenedAt' : STAMP_OF[state]
  return stamp ? { [stamp]: stampAfter(row, now) } : {}
}

/**
 * The stamps that a move of the old engine writes: those of the steps that it takes, past all others, and where these do
 * not say that the week is where the move leads, the one that does. An approval that is taken back uncovers stamps
 * that nobody read while it stood, and they may tell of a form that is open.
 * @param step what the move does to the week: its new status, and the steps that it stamps
 */
export function stampsOfMove(
  to: RunState,
  row: Stamps,
  { status, steps }: { status: string; steps: readonly Stamp[] },
  now: Date,
): Partial<Record<Stamp, Date>> {
  const fresh = Object.fromEntries(steps.map((step) => [step, stampAfter(row, now)]))
  return { ...fresh, ...stampsFor(to, { ...row, status, ...fresh }, now) }
}
