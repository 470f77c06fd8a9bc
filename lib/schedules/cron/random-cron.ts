/**
 * Seeded crons for the tests, each with the sets that it stands for: written down while it is drawn, so that no reading
 * of ours is in them.
 */
import type { FieldName, Sets } from './fields'

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

export const below = (random: Random, n: number): number => Math.floor(random() * n)
export const pick = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)] as T

export type Drawn = { readonly text: string; readonly sets: Sets }

type Part = { text: string; values: number[] }

const upTo = (from: number, to: number, step = 1) => {
  const values: number[] = []
  for (let value = from; value <= to; value += step) values.push(value)
  return values
}

const NAMES: Partial<Record<FieldName, readonly string[]>> = {
  month: ['', 'JAN', 'feb', 'March', 'APR', 'may', 'JUNE', 'Jul', 'aug', 'SEPTEMBER', 'oct', 'Nov', 'DEC'],
  weekday: ['SUN', 'monday', 'Tue', 'WED', 'thursday', 'FRI', 'sat', '7'],
}

function drawItem(random: Random, name: FieldName, low: number, high: number): Part {
  const word = (value: number) => (random() < 0.3 ? NAMES[name]?.[value] : undefined) ?? String(value)
  const from = low + below(random, high - low + 1)
  const to = from + below(random, high - from + 1)
  const step = 1 + below(random, Math.max(2, Math.ceil((high - low) / 2)))
  switch (below(random, 5)) {
    case 0:
      return { text: `${word(from)}-${word(to)}`, values: upTo(from, to) }
    case 1:
      return { text: `${word(from)}-${word(to)}/${step}`, values: upTo(from, to, step) }
    case 2:
      return { text: `*/${step}`, values: upTo(low, high, step) }
    case 3:
      return { text: `${word(from)}/${step}`, values: upTo(from, high, step) }
    default:
      return { text: word(from), values: [from] }
  }
}

function drawField(random: Random, name: FieldName, [low, high]: readonly [number, number], star: number): Part {
  if (random() < star) return { text: '*', values: upTo(low, name === 'weekday' ? 6 : high) }
  const parts = upTo(0, below(random, 3)).map(() => drawItem(random, name, low, high))
  const values = parts.flatMap((part) => part.values).map((value) => (name === 'weekday' ? value % 7 : value))
  return { text: parts.map(({ text }) => text).join(), values: [...new Set(values)].sort((a, b) => a - b) }
}

/** One value, or two, near one that matters. */
function drawNear(random: Random, near: number, size: number): Part {
  const values = [...new Set(upTo(0, below(random, 2)).map(() => (near + below(random, 4) + size - 2) % size))]
  return { text: values.join(), values: [...values].sort((a, b) => a - b) }
}

/**
 * A cron of 5, 6 or 7 fields that mostly fires around an hour of the day in a month, a weekday and a year, where the clocks
 * are moved for instance. It may well match no date at all.
 */
export function drawCron(random: Random, near: { hour: number; day: number; month: number; year: number }): Drawn {
  const width = pick(random, [5, 5, 5, 6, 7] as const)
  const isOften = random() < 0.5
  const second: Part = width === 7 && !isOften ? drawNear(random, below(random, 60), 60) : { text: '0', values: [0] }
  const minute = drawField(random, 'minute', [0, 59], isOften ? 0.3 : 0)
  const hour = random() < 0.6 ? drawNear(random, near.hour, 24) : drawField(random, 'hour', [0, 23], 0.4)
  const day = random() < 0.15 ? drawNearDay(random, near.day) : drawField(random, 'day', [1, 31], 0.8)
  const month = drawField(random, 'month', [1, 12], 0.85)
  const weekday = drawField(random, 'weekday', [0, 7], 0.75)
  const year = drawYear(random, near.year)
  const parts: Record<FieldName, Part> = {
    second,
    minute,
    hour,
    day,
    month,
    weekday,
    year: width === 5 ? EVERY_YEAR : year,
  }
  const order: readonly FieldName[] = ['minute', 'hour', 'day', 'month', 'weekday']
  const fields = [...(width === 7 ? (['second'] as const) : []), ...order, ...(width > 5 ? (['year'] as const) : [])]
  const sets = Object.fromEntries(Object.entries(parts).map(([name, { values }]) => [name, values])) as unknown as Sets
  return { text: fields.map((name) => parts[name].text).join(' '), sets }
}

const EVERY_YEAR: Part = { text: '*', values: upTo(2000, 2100) }

const drawYear = (random: Random, year: number): Part =>
  pick(random, [
    EVERY_YEAR,
    { text: `${year}`, values: [year] },
    { text: `${year - 1}-${year + 1}`, values: upTo(year - 1, year + 1) },
    { text: `${year}/2`, values: upTo(year, 2100, 2) },
    { text: '*/3', values: upTo(2000, 2100, 3) },
  ])

function drawNearDay(random: Random, day: number): Part {
  const values = [...new Set([day, 1 + below(random, 31)])].sort((a, b) => a - b)
  return { text: values.join(), values }
}
