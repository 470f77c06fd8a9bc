/** Seeded weeks for the tests and the bench: no two runs differ. */
import type { PastWeek } from './ledger'
import type { Answer, Pair, Shift, Tender, Week } from './week'

export type Random = () => number

/** Mulberry32: uniform in [0, 1). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const below = (random: Random, n: number) => Math.floor(random() * n)

export function shuffled<T>(random: Random, rows: readonly T[]): T[] {
  const list = [...rows]
  for (let i = list.length - 1; i > 0; i--) {
    const j = below(random, i + 1)
    ;[list[i], list[j]] = [list[j] as T, list[i] as T]
  }
  return list
}

export type Shape = {
  readonly tenders: number
  readonly shifts: number
  readonly days: number
  /** Chance that a tender offers a shift. */
  readonly offer: number
  readonly seats: number
  readonly keyHolders: number
  readonly keyWanted: number
  readonly tiers: number
}

/** 60 tenders, 14 shifts, 34 seats or so: a pub's week. */
export const PUB: Shape = {
  tenders: 60,
  shifts: 14,
  days: 7,
  offer: 0.31,
  seats: 4,
  keyHolders: 0.3,
  keyWanted: 0.7,
  tiers: 1,
}

const HOUR = 3_600_000
const MONDAY = Date.UTC(2026, 11, 7)

function randomShift(random: Random, shape: Shape, s: number): Shift {
  const day = s % shape.days
  const startsAt = MONDAY + day * 24 * HOUR + (11 + 5 * (Math.floor(s / shape.days) % 2)) * HOUR
  const target = 1 + below(random, shape.seats)
  return {
    id: `s${String(s).padStart(3, '0')}`,
    name: `shift ${s}`,
    startsAt,
    endsAt: startsAt + 6 * HOUR,
    date: `2026-12-${String(7 + day).padStart(2, '0')}`,
    min: below(random, target + 1),
    target,
    keyWanted: random() < shape.keyWanted,
    tier: 1 + below(random, shape.tiers),
  }
}

/** A week of this shape, with a few bans and, by chance, pins that can stand and a shown draft. */
export function randomWeek(seed: number, shape: Shape): Week {
  const random = randomOf(seed)
  const tenders = Array.from(
    { length: shape.tenders },
    (_, p): Tender => ({
      id: `p${String(p).padStart(4, '0')}`,
      name: `tender ${p}`,
      keyHolder: random() < shape.keyHolders,
      most: 1 + below(random, 4),
      debt: below(random, 241) - 120,
    }),
  )
  const shifts = Array.from({ length: shape.shifts }, (_, s) => randomShift(random, shape, s))
  const answers: (Pair & { answer: Answer })[] = []
  const bans: Pair[] = []
  for (const { id: tenderId } of tenders) {
    for (const { id: shiftId } of shifts) {
      if (random() < shape.offer) answers.push({ tenderId, shiftId, answer: (1 + below(random, 3)) as Answer })
      else if (random() < 0.3) answers.push({ tenderId, shiftId, answer: 0 })
      if (random() < 0.01) bans.push({ tenderId, shiftId })
    }
  }
  const some = (chance: number) => answers.filter(() => random() < chance)
  const pins = standing(some(0.02), shifts, bans)
  const shown = random() < 0.5 ? some(0.2).map(({ tenderId, shiftId }) => ({ tenderId, shiftId })) : null
  return { runId: `run ${seed}`, seed, tenders, shifts, answers, pins, bans, shown }
}

/** Those of the pairs that can all be pinned: one shift a date, no more than the seats, none banned. */
function standing(pairs: readonly Pair[], shifts: readonly Shift[], bans: readonly Pair[]): Pair[] {
  const pins: Pair[] = []
  const dateOf = new Map(shifts.map((shift) => [shift.id, shift.date]))
  for (const { tenderId, shiftId } of pairs) {
    const banned = bans.some((ban) => ban.tenderId === tenderId && ban.shiftId === shiftId)
    const busy = pins.some((pin) => pin.tenderId === tenderId && dateOf.get(pin.shiftId) === dateOf.get(shiftId))
    const full =
      pins.filter((pin) => pin.shiftId === shiftId).length >= (shifts.find((s) => s.id === shiftId)?.target ?? 0)
    if (!banned && !busy && !full) pins.push({ tenderId, shiftId })
  }
  return pins
}

/** Closed weeks before this one, for the ledger. */
export function randomHistory(seed: number, week: Week, weeks: number): PastWeek[] {
  const random = randomOf(seed)
  return Array.from({ length: weeks }, (_, i) => {
    const offered = week.tenders.filter(() => random() < 0.75).map((tender) => tender.id)
    const worked = offered.filter(() => random() < 0.6).map((tenderId) => ({ tenderId, weight: 1 }))
    return { weekOf: new Date(MONDAY - (i + 1) * 7 * 24 * HOUR).toISOString().slice(0, 10), offered, worked }
  })
}
