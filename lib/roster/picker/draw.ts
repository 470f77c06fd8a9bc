/**
 * The lot: 20 bits per pair, from the run, the salt and both ids, never from the order of rows.
 * Equal rosters up to level 6 are told apart by the sum of their lots; two sums are equal with a
 * chance of at most pairs / 2²⁰ (isolation lemma, Mulmuley, Vazirani and Vazirani 1987).
 */
export const DRAW_BITS = 20
export const MOST_DRAW = 2 ** DRAW_BITS - 1

/** The 32-bit finaliser of MurmurHash3: every input bit reaches every output bit. */
function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** FNV-1a over the code units, then mixed. */
export function hashText(text: string, salt: number): number {
  let h = 0x811c9dc5 ^ mix(salt)
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

/** The lot of a pair, from the hashes of its tender and its shift. */
export const drawOf = (tender: number, shift: number) =>
  mix(mix(tender) ^ Math.imul(shift, 0x9e3779b1)) >>> (32 - DRAW_BITS)

export type Draw = (p: number, s: number) => number

/** Lots of one run: `tenders` and `shifts` in the order their indexes mean. */
export function drawsOf(
  week: { runId: string; seed: number },
  tenders: readonly string[],
  shifts: readonly string[],
): Draw {
  const salt = hashText(`${week.runId} ${week.seed}`, 0)
  const left = Uint32Array.from(tenders, (id) => hashText(id, salt))
  const right = Uint32Array.from(shifts, (id) => hashText(id, salt + 1))
  return (p, s) => drawOf(left[p] ?? 0, right[s] ?? 0)
}
