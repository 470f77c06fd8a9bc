import { randomInt as cryptoInt, randomBytes } from 'node:crypto'

/** A number from 0 up to, not including, 1, of 53 random bits, as `Math.random()` is meant to give. */
export function random(): number {
  return Number(randomBytes(8).readBigUInt64BE() >> 11n) / 2 ** 53
}

/** A whole number from `min` up to, not including, `max`, each as likely. Throws RangeError when there is none. */
export const randomInt = (min: number, max: number): number => cryptoInt(min, max)
