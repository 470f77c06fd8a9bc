const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first `count` letters as a reader counts them: half of an emoji is a broken character, and breaks hydration. */
const start = (word: string, count: number): string =>
  [...letters.segment(word)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')

/** Two letters for a person: of the first and the last name, or of the only one. */
export function initials(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.at(-1)
  return (last ? start(first, 1) + start(last, 1) : start(first, 2)).toUpperCase()
}
