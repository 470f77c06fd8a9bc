import { setTimeout as sleep } from 'node:timers/promises'

const EVERY = 30_000
/** A tick has a budget of its own; this is for a server that does not answer at all. */
const PATIENCE = 120_000

/** One tick. @param {string} url @param {string} secret @returns {Promise<{ status: number, body: string }>} */
export const tick = (url, secret) => ask(`${url}/api/cron/tick`, secret)

/**
 * What a tick would do at an instant: nothing is done.
 * @param {string} url @param {string} secret @param {string} at @returns {Promise<{ status: number, body: string }>}
 */
export const preview = (url, secret, at) =>
  ask(`${url}/api/cron/tick?${new URLSearchParams({ at, dryRun: '1' })}`, secret)

/** @param {string} address @param {string} secret @returns {Promise<{ status: number, body: string }>} */
async function ask(address, secret) {
  const response = await fetch(address, {
    headers: { authorization: `Bearer ${secret}` },
    signal: AbortSignal.timeout(PATIENCE),
  })
  return { status: response.status, body: await response.text() }
}

/**
 * Ticks every 30 s until it is told to stop; says when ticks begin to fail and when they are well again.
 * @param {string} url @param {string} secret @param {AbortSignal} signal
 * @returns {Promise<void>} fulfilled once the first one has been answered, well or not
 */
export function keepTicking(url, secret, signal) {
  let last = 'well'
  const one = async () => {
    const now = await tick(url, secret).then(
      ({ status, body }) =>
        status === 200 ? 'well' : `answered ${status} ${body.startsWith('<') ? '' : body.slice(0, 200)}`.trim(),
      (error) => `failed: ${error.cause?.message ?? error.message}`,
    )
    if (now !== last && !signal.aborted) console.log(now === 'well' ? 'tick       well again' : `tick       ${now}`)
    last = now
  }
  const first = one()
  const go = async () => {
    for (await first; !signal.aborted; signal.aborted || (await one()))
      await sleep(EVERY, undefined, { signal }).catch(() => {})
  }
  go()
  return first
}
