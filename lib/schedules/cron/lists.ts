/** Sets of numbers as people write them. */

export const two = (value: number) => String(value).padStart(2, '0')

/** 'a', 'a and b', 'a, b and c'. */
export const listOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** The runs of an ascending set: [1, 2, 3, 7] is 1 to 3 and 7 to 7. */
export function runsOf(set: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const value of set) {
    const last = runs.at(-1)
    if (last && last[1] === value - 1) last[1] = value
    else runs.push([value, value])
  }
  return runs
}

/** '1 to 5 and 7'; two in a row are told one by one. */
export function pieces(set: readonly number[], word: (value: number) => string): string {
  return listOf(
    runsOf(set).flatMap(([low, high]) =>
      high - low < 2 ? (low === high ? [word(low)] : [word(low), word(high)]) : [`${word(low)} to ${word(high)}`],
    ),
  )
}

/** The distance between the values of a set of three or more, where it is the same between all; else undefined. */
export function stepOf(set: readonly number[]): number | undefined {
  const [first, second] = set
  if (first === undefined || second === undefined || set.length < 3) return undefined
  const step = second - first
  return set.every((value, index) => value === first + index * step) ? step : undefined
}
