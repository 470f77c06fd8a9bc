/** First names where they are enough to know who is meant. */
export function callNames(names: ReadonlyMap<string, string>): Map<string, string> {
  const first = (name: string) => name.split(' ')[0] ?? name
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(first(name), (counts.get(first(name)) ?? 0) + 1)
  return new Map([...names].map(([id, name]) => [id, counts.get(first(name)) === 1 ? first(name) : name]))
}
