import { claimDue } from '@/lib/schedules/claims/process'
import type { Handlers } from '@/lib/schedules/effects'
import { countOpen } from '@/lib/schedules/jobs/data'
import { runJobs } from '@/lib/schedules/jobs/process'
import { countDue } from '@/lib/schedules/ledger/data'
import { tickClaims } from '@/lib/schedules/process'
import type { Plan, TickPart } from '@/lib/server/tick'

const LANES = 2

/** What is due of every schedule, then what is to be called outside. */
export function schedulesTick(handlers: Handlers): TickPart<Plan & { claims: number }> {
  return {
    name: 'schedules',
    share: 10,
    async plan(ctx) {
      const claims = await countDue(ctx)
      return { claims, due: claims + (await countOpen(ctx)) }
    },
    async run(ctx, { due }, deadline) {
      let [done, failed] = [0, 0]
      const lane = async () => {
        for (;;) {
          const claimed = await claimDue(ctx, handlers, undefined, tickClaims())
          done += claimed.schedules
          failed += claimed.failed
          if (claimed.schedules === 0 || deadline.left() <= 0) return
        }
      }
      // While one lane's statement is at work in the database, the other computes.
      await Promise.all(Array.from({ length: LANES }, lane))
      const ran = await runJobs(ctx, handlers, deadline)
      const left = (await countDue(ctx)) + (await countOpen(ctx))
      return { due, done: done + ran.done, failed: failed + ran.failed, left }
    },
  }
}
