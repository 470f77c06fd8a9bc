import type { Turn, WallShift } from './schema'

/** Letters of names that a row of an upright sheet holds in one line, at the size that is read from two metres. */
const UPRIGHT_LETTERS = 50
/** An empty seat is a line as long as a name. */
const LINE_LETTERS = 18
/** The gap beside a name, and its key. */
const BESIDE = 4

const lettersOf = ({ people, free }: WallShift): number =>
  people.reduce((sum, { name }) => sum + name.length + BESIDE, 0) + free * LINE_LETTERS

/** Upright as long as most rows stand in one line; sideways holds half as much again. */
export function turnOf(shifts: readonly WallShift[]): Turn {
  const wide = shifts.filter((shift) => lettersOf(shift) > UPRIGHT_LETTERS).length
  return wide * 2 > shifts.length ? 'sideways' : 'upright'
}
