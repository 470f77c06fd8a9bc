import { createHash } from 'node:crypto'
import type { Board } from './board'
import { byId } from './order'
import type { Pair } from './week'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** SHA-256 of who works which shift, rows in any order. Approval binds this; pins and answers are not part of it. */
export function hashRoster(roster: readonly Pair[]): string {
  const rows = roster.map(({ tenderId, shiftId }) => [tenderId, shiftId] as const)
  return sha256(JSON.stringify(rows.sort((a, b) => byId(a[0], b[0]) || byId(a[1], b[1]))))
}

/** SHA-256 of everything that can change the roster, in canonical order. Names cannot, so they are left out. */
export function hashInput(board: Board): string {
  const { week, tenders, shifts, sides } = board
  const keys = (marks: Uint8Array) => {
    const found: number[] = []
    for (let key = marks.indexOf(1); key >= 0; key = marks.indexOf(1, key + 1)) found.push(key)
    return found
  }
  const answers: number[] = []
  for (let key = 0; key < board.answers.length; key++) {
    const answer = board.answers[key] ?? 0
    if (answer > 0) answers.push(key, answer)
  }
  return sha256(
    JSON.stringify([
      'week-1',
      week.runId,
      week.seed,
      tenders.map(({ id, keyHolder, most, debt }) => [id, keyHolder, most, debt]),
      shifts.map(({ id, startsAt, endsAt, date, min, target, keyWanted, tier = 1, weight = 1 }) => [
        ...[id, startsAt, endsAt, date, min, target, keyWanted, tier, weight],
      ]),
      answers,
      keys(board.pinned),
      keys(board.banned),
      board.shown && keys(board.shown),
      [sides.apart, sides.trainees, sides.restMinutes],
    ]),
  )
}
