const START = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a over the text, mixed by the last steps of Murmur3, so that neighbours land far apart. @returns 0 to 2^32 - 1 */
function hashOf(text: string): number {
  let hash = START
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * How much later than its nominal time a fire comes: the same for the same id and time, whoever asks.
 * @param most seconds, exclusive @returns whole seconds in [0, most)
 */
export const jitterOf = (key: string, nominal: Date, most: number): number =>
  most > 0 ? hashOf(`${key}@${nominal.getTime() / 1000}`) % most : 0
