import { firstName } from '../people/rules'

/** First names where they are enough to know who is meant. */
export function callNames(names: ReadonlyMap<string, string>): Map<string, string> {
  const counts = new Map<string, number>()
  for (const name of names.values()) counts.set(firstName(name), (counts.get(firstName(name)) ?? 0) + 1)
  return new Map([...names].map(([id, name]) => [id, counts.get(firstName(name)) === 1 ? firstName(name) : name]))
}
