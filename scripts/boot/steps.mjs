const born = performance.now()

const seconds = (/** @type {number} */ since) => ((performance.now() - since) / 1000).toFixed(1)

/**
 * Says what is going on, and how long it took.
 * @template T @param {string} name @param {string} doing '' for a step too short to announce
 * @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function step(name, doing, work) {
  const started = performance.now()
  if (doing) console.log(`${name.padEnd(10)} ${doing}`)
  const result = await work()
  console.log(`${name.padEnd(10)} ${seconds(started).padStart(5)} s`)
  return result
}

/** Seconds since this program started. */
export const elapsed = () => seconds(born)
