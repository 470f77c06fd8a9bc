import { repeating } from '@/lib/engine/repeat'
import { type Context, inTransaction } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'
import { answerLost, sqlState } from '@/lib/platform/sqlstate'
import { alwaysByTick, type Handlers, type Waking } from '../effects'
import { UNWRITTEN } from '../labels'
import { lockAgain, lockDue, putOff } from '../ledger/data'
import { type Claimed, settleRows } from '../ledger/process'
import type { Row } from '../ledger/schema'

/** Schedules in one transaction of the tick. */
const CLAIM = 1_000
/** A schedule whose claim breaks by itself is looked at again so much later (ms). */
const LATER_MS = 5 * 60_000

/**
 * Claims up to a thousand schedules that are due and does what they name: in one transaction each one's cursor moves,
 * its times come into the ledger, and set handlers write. What is to be called outside is left open for `runJobs`. Two
 * at once never claim the same schedule; a process that dies leaves nothing behind.
 *
 * A claim that breaks as a whole is halved until the schedule that breaks it stands alone: that one is put off for five
 * minutes with a sentence, and never keeps the others back.
 * @returns what was done, of how many schedules: none where nothing is due
 * @throws the loss of the database, after five repeats
 */
export async function claimDue(
  ctx: Context,
  handlers: Handlers,
  limit = CLAIM,
  byTick: Waking['byTick'] = alwaysByTick,
): Promise<Claimed> {
  return claim(ctx, { handlers, byTick }, (tx) => lockDue(tx, limit))
}

async function claim(ctx: Context, waking: Waking, lock: (tx: Context) => Promise<Row[]>): Promise<Claimed> {
  const done = await repeating(() => claimOnce(ctx, waking, lock))
  return 'error' in done ? apart(ctx, waking, done) : done
}

type Broken = { ids: readonly string[]; error: unknown }

/** A deadlock, a killed backend: again, it left nothing behind. What would break every time is answered. */
async function claimOnce(
  ctx: Context,
  waking: Waking,
  lock: (tx: Context) => Promise<Row[]>,
): Promise<Claimed | Broken> {
  let ids: readonly string[] = []
  try {
    return await inTransaction(ctx, async (tx) => {
      const rows = await lock(tx)
      ids = rows.map(({ id }) => id)
      return settleRows(tx, rows, waking)
    })
  } catch (error) {
    if (ids.length === 0 || (answerLost(error) && !tookTooLong(error))) throw error
    return { ids, error }
  }
}

/** Over the time that a statement, or a whole transaction, may take: with fewer schedules it may go through. */
const tookTooLong = (error: unknown): boolean =>
  sqlState(error) === '57014' || (error as { code?: unknown } | null)?.code === 'P2028'

async function apart(ctx: Context, waking: Waking, { ids, error }: Broken): Promise<Claimed> {
  const [only] = ids
  if (ids.length === 1 && only !== undefined) {
    logFor(ctx.requestId).error({ schedule: only, err: error }, 'what is due of a schedule could not be written')
    await putOff(ctx, only, LATER_MS, UNWRITTEN)
    return { schedules: 1, fires: 0, failed: 1 }
  }
  const middle = ids.length >> 1
  const sums = { schedules: 0, fires: 0, failed: 0 }
  for (const half of [ids.slice(0, middle), ids.slice(middle)]) {
    const done = await claim(ctx, waking, (tx) => lockAgain(tx, half))
    for (const key of ['schedules', 'fires', 'failed'] as const) sums[key] += done[key]
  }
  // What another tick took meanwhile counts too: there was something due.
  return { ...sums, schedules: Math.max(1, sums.schedules) }
}
