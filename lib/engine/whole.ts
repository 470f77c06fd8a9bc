import { type Context, inTransaction } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import type { Refused } from './outcome'
import { repeating } from './repeat'

class TurnedBack extends Error {
  constructor(readonly refusal: Refused) {
    super(refusal.reason)
  }
}

export const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === false

/**
 * Several moves as one: in a transaction that a refusal turns back whole. A lost answer is asked for again, so the work
 * must know its own press; inside a caller's transaction that is the caller's to do.
 * @returns what `work` answered, or the refusal, of which nothing is left behind
 */
export async function whole<T>(ctx: Context, work: (tx: Context) => Promise<T | Refused>): Promise<T | Refused> {
  const once = () =>
    inTransaction(ctx, async (tx) => {
      const done = await work(tx)
      if (isRefused(done)) throw new TurnedBack(done)
      return done
    })
  try {
    return await (isTransaction(ctx.db) ? once() : repeating(once))
  } catch (error) {
    if (error instanceof TurnedBack) return error.refusal
    throw error
  }
}
