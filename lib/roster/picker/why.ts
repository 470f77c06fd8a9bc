/**
 * Why each pair is in the roster or not. An open pair is turned the other way round and the week solved again;
 * the first level that worsens is the reason. Pins, bans and refusals need no solving.
 */
import { restWords, rulesOf, sideBar } from './beside'
import { type Board, pairOf, SILENT } from './board'
import { type Bar, type Openness, opennessOf } from './open'
import { clashOf, pinnedKeys } from './pins'
import type { Score } from './result'
import type { Pair } from './week'
import { BAR_WORDS, standing, whatWorsens } from './words'

export type Why = Pair & {
  readonly picked: boolean
  /** What decides: a pin, a bar that no solving can lift, the side rules, or a level. */
  readonly rule: 'pinned' | 'level' | 'sides' | Bar
  /** The first level (1 to 7) that would worsen; 0 when nothing would; null unless `rule` is `level`. */
  readonly level: number | null
  /** The best score with this pair the other way round; null unless `rule` is `level`. */
  readonly otherwise: Score | null
  /** The reason in words. */
  readonly text: string
}

export type Side = { readonly keys: readonly number[]; readonly score: Score }

/** Facts of the roster as picked that every reason draws on. */
export type Scene = {
  readonly board: Board
  readonly picked: Side
  readonly openness: Openness
  readonly offers: Int32Array
  readonly holders: Int32Array
}

export function sceneOf(board: Board, picked: Side): Scene {
  const m = board.shifts.length
  const offers = new Int32Array(board.tenders.length)
  const holders = new Int32Array(m)
  for (let key = 0; key < board.answers.length; key++) {
    if ((board.answers[key] ?? SILENT) <= 0) continue
    const p = Math.floor(key / m)
    offers[p] = (offers[p] ?? 0) + 1
    if (board.tenders[p]?.keyHolder) holders[key % m] = (holders[key % m] ?? 0) + 1
  }
  return { board, picked, openness: opennessOf(board), offers, holders }
}

/** "offered 3, 1.4 below their share, one of 2 key holders" */
function facts({ board, offers, holders }: Scene, key: number): string {
  const m = board.shifts.length
  const [p, s] = [Math.floor(key / m), key % m]
  const tender = board.tenders[p]
  const count = holders[s] ?? 0
  const holder = count === 1 ? 'the only key holder' : `one of ${count} key holders`
  const keys = tender?.keyHolder && board.shifts[s]?.keyWanted && count > 0 ? `, ${holder}` : ''
  return `offered ${offers[p] ?? 0}, ${standing(tender?.debt ?? 0)}${keys}`
}

function pinWords({ board, picked }: Scene, key: number): string {
  const p = Math.floor(key / board.shifts.length)
  const answer = board.answers[key] ?? SILENT
  const wish = answer > 0 ? '' : answer === 0 ? ', though they said no' : ', without an answer'
  const shifts = picked.keys.filter((other) => Math.floor(other / board.shifts.length) === p).length
  const most = board.tenders[p]?.most ?? 0
  return `pinned by an operator${wish}${shifts > most ? `; ${shifts} shifts, though they want at most ${most}` : ''}`
}

/** The reason of a pair that no solving decides; null for an open one. */
export function settledWhy(scene: Scene, key: number): Why | null {
  const base = { ...pairOf(scene.board, key), level: null, otherwise: null }
  if (scene.board.pinned[key] === 1) return { ...base, picked: true, rule: 'pinned', text: pinWords(scene, key) }
  const bar = scene.openness.bar(key)
  if (bar === null) return null
  return { ...base, picked: false, rule: bar, text: bar === 'rest' ? pinnedRest(scene, key) : BAR_WORDS[bar] }
}

/** Which pinned shift leaves too little rest, and by how much. */
function pinnedRest({ board }: Scene, key: number): string {
  const m = board.shifts.length
  const held = pinnedKeys(board).find(
    (other) => Math.floor(other / m) === Math.floor(key / m) && clashOf(board, key % m, other % m) === 'rest',
  )
  return held === undefined ? BAR_WORDS.rest : `${restWords(board, key % m, held % m)}, and they are pinned there`
}

/** The side rules of these people, to be named behind a reason. */
const ruledBy = (board: Board, keys: readonly number[]) => {
  const rules = rulesOf(board, [...new Set(keys.map((key) => Math.floor(key / board.shifts.length)))])
  return rules.length > 0 ? `: ${rules.join('; ')}` : ''
}

/**
 * The reason of a pair that the side rules and the pins decide alone: no roster can hold it, or every one must, as the
 * mentor beside a pinned trainee.
 */
export function ruledWhy({ board }: Scene, key: number, isPicked: boolean): Why {
  const pins = pinnedKeys(board)
  const bar = isPicked ? null : sideBar(board, key, new Set(pins))
  const text = isPicked
    ? `the pins need them here${ruledBy(board, pins)}`
    : (bar?.text ?? `the rules leave no room for them here beside the pins${ruledBy(board, [key, ...pins])}`)
  return { ...pairOf(board, key), picked: isPicked, rule: 'sides', level: null, otherwise: null, text }
}

/** The reason of an open pair, given the best roster with it the other way round. */
export function solvedWhy(scene: Scene, key: number, isPicked: boolean, otherwise: Side): Why {
  const { level, text } = whatWorsens(scene.board, scene.picked, otherwise)
  const bar = isPicked ? null : sideBar(scene.board, key, new Set(scene.picked.keys))
  const words = isPicked
    ? `${facts(scene, key)}; without them: ${text}`
    : bar
      ? `${bar.text}; otherwise: ${text}`
      : text
  const pair = pairOf(scene.board, key)
  return { ...pair, picked: isPicked, rule: 'level', level, otherwise: otherwise.score, text: words }
}

/** The pairs that get a reason: every one offered, and every pin. */
export function pairsToExplain(board: Board): number[] {
  const offered = Array.from(board.answers.keys()).filter((key) => (board.answers[key] ?? SILENT) > 0)
  return [...new Set([...offered, ...pinnedKeys(board)])].sort((a, b) => a - b)
}
