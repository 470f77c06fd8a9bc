/** Every roster of a tiny week, tried one by one, rules read from the rows: what both engines must agree with. */
import { type Board, pairOf, SILENT, tooClose } from './board'
import { byId } from './order'
import { pinnedKeys } from './pins'
import { compareScores, type Score } from './result'
import { boardDraw, scoreOf } from './score'

function allowed(board: Board, keys: readonly number[]): boolean {
  const m = board.shifts.length
  const people = board.tenders.map((tender, p) => ({
    tender,
    p,
    mine: keys.filter((key) => Math.floor(key / m) === p),
  }))
  for (const { tender, mine } of people) {
    const pins = mine.filter((key) => board.pinned[key] === 1).length
    if (mine.length > Math.max(tender.most, pins)) return false
    for (const a of mine) {
      for (const b of mine) {
        const [s, t] = [board.shifts[a % m], board.shifts[b % m]]
        if (a >= b || s === undefined || t === undefined) continue
        if (s.date === t.date || tooClose(s, t, board.sides.restMinutes)) return false
      }
    }
  }
  const set = new Set(keys)
  return board.shifts.every((shift, s) => {
    if (keys.filter((key) => key % m === s).length > shift.target) return false
    if (board.sides.apart.some(([a, b]) => set.has(a * m + s) && set.has(b * m + s))) return false
    return board.sides.trainees.every(
      ([p, mentors]) => !set.has(p * m + s) || mentors.some((mentor) => mentor !== p && set.has(mentor * m + s)),
    )
  })
}

type Best = { readonly score: Score; readonly pairs: string; readonly count: number }

function better(best: Best | null, next: Best): Best {
  const worse = best === null ? -1 : compareScores(next.score, best.score)
  if (best === null || worse < 0) return next
  if (worse > 0) return best
  const first = [best, next].sort((a, b) => byId(a.pairs, b.pairs))[0] ?? best
  return { ...first, count: best.count + 1 }
}

/** The best score, and how many rosters have it; null when the rules allow none. */
export function bruteForce(board: Board): Best | null {
  const pins = pinnedKeys(board)
  const open = [...board.answers.keys()].filter(
    (key) => (board.answers[key] ?? SILENT) > 0 && board.pinned[key] !== 1 && board.banned[key] !== 1,
  )
  const draw = boardDraw(board)
  let best: Best | null = null
  for (let mask = 0; mask < 2 ** open.length; mask++) {
    const keys = [...pins, ...open.filter((_, i) => (mask >> i) & 1)].sort((a, b) => a - b)
    if (!allowed(board, keys)) continue
    const score = scoreOf(board, keys, draw)
    const pairs = JSON.stringify(keys.map((key) => pairOf(board, key)))
    best = better(best, { score, pairs, count: 1 })
  }
  return best
}
