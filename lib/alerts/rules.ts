import type { TodayEntry } from './schema'

/** Most urgent first; of the same urgency what began first, and what has no beginning last. */
export const inOrder = (entries: readonly TodayEntry[]): TodayEntry[] =>
  [...entries].sort(
    (a, b) => a.urgency - b.urgency || (a.at?.iso ?? '9').localeCompare(b.at?.iso ?? '9') || a.key.localeCompare(b.key),
  )

/** How many need a person. What is only worth a look is not counted. */
export const needing = (entries: readonly TodayEntry[]): number => entries.filter(({ urgency }) => urgency < 3).length
