import type { Context } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { answerLost } from '@/lib/platform/sqlstate'
import type { DueFire, SetHandler } from '../effects'
import type { FireOutcome } from '../schema'
import { keptOutcome } from './rules'

/** Fires that a set handler gets at once. */
const BATCH = 1_000

/**
 * Runs a set handler over its fires, each batch under a savepoint. What it throws, or what its rows break at the end,
 * turns the batch back; it is halved until the fire that cannot be done stands alone as `failed`.
 */
export async function runSet(
  tx: Context,
  handler: SetHandler,
  fires: readonly DueFire[],
): Promise<readonly FireOutcome[]> {
  const outcomes: FireOutcome[] = []
  for (let at = 0; at < fires.length; at += BATCH)
    outcomes.push(...(await halving(tx, handler, fires.slice(at, at + BATCH))))
  return outcomes
}

async function halving(tx: Context, handler: SetHandler, fires: readonly DueFire[]): Promise<readonly FireOutcome[]> {
  try {
    return await underSavepoint(tx, async () => {
      const outcomes = await handler.run(tx, fires)
      if (outcomes.length !== fires.length)
        throw new Error(`A handler answered ${outcomes.length} outcomes for ${fires.length} fires.`)
      return outcomes.map(keptOutcome)
    })
  } catch (error) {
    // A deadlock, a lock that did not come free, a lost connection: no fire's fault, so the whole claim is made again.
    if (answerLost(error)) throw error
    const [only] = fires
    if (fires.length > 1) {
      const middle = fires.length >> 1
      const first = await halving(tx, handler, fires.slice(0, middle))
      return [...first, ...(await halving(tx, handler, fires.slice(middle)))]
    }
    logFor(tx.requestId).error({ schedule: only?.key, fireAt: only?.fireAt, err: error }, 'a fire could not be done')
    return [{ outcome: 'failed', detail: 'It broke. The log has the cause under the id of this tick.' }]
  }
}

/** Deferred constraints are asked before the savepoint goes, so that they fail the batch that broke them. */
async function underSavepoint<T>(tx: Context, work: () => Promise<T>): Promise<T> {
  await tx.db.$executeRaw`SAVEPOINT fires`
  try {
    const value = await work()
    await tx.db.$executeRaw`SET CONSTRAINTS ALL IMMEDIATE`
    await tx.db.$executeRaw`SET CONSTRAINTS ALL DEFERRED`
    await tx.db.$executeRaw`RELEASE SAVEPOINT fires`
    return value
  } catch (error) {
    // Where the connection is gone this throws its loss in the error's place: then no fire is at fault.
    await tx.db.$executeRaw`ROLLBACK TO SAVEPOINT fires`
    await tx.db.$executeRaw`RELEASE SAVEPOINT fires`
    throw error
  }
}
