import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './database'
import { env } from './env'

/** Milliseconds that the database's clock is ahead of this process's. */
let skew = 0

/**
 * Measures the skew. The database's clock is the only one that decides, so that processes which disagree about
 * the time agree about a lease. Of five readings the one with the shortest round trip is the least wrong.
 */
export async function measureSkew(db: Db): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let reading = 0; reading < 5; reading++) {
    const sent = Date.now()
    const [row] = await db.$queryRaw<
      [{ at: number }]
    >`SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at`
    const received = Date.now()
    if (row && received - sent < best) {
      best = received - sent
      skew = Math.round(row.at - (sent + received) / 2)
    }
  }
  return skew
}

/** Measures now and each minute, for as long as the process lives. */
export async function keepSkew(db: Db): Promise<void> {
  await measureSkew(db)
  setInterval(() => void measureSkew(db).catch(() => {}), 60_000).unref()
}

/** Milliseconds that tests add to the database's clock; 0 unless DAYBOOK_TEST is set. Read on each request. */
export function currentShift(): number {
  if (!env().DAYBOOK_TEST) return 0
  try {
    return Number.parseInt(readFileSync(join(env().DAYBOOK_HOME, 'clock'), 'utf8'), 10) || 0
  } catch {
    return 0
  }
}

/** The database's clock as this process reads it, `shift` ms on. */
export const readClock = (shift: number): Date => new Date(Date.now() + skew + shift)

/** When a call outside is given up, by this process's own clock: epoch milliseconds. @param ms from now */
export const deadlineIn = (ms: number): number => Date.now() + ms
