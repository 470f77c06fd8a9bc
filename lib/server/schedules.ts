import { type Foreseen, foresee } from '@/lib/schedules/claims/loaders'
import { claimDue } from '@/lib/schedules/claims/process'
import type { Handlers } from '@/lib/schedules/effects'
import { countOpen } from '@/lib/schedules/jobs/data'
import { runJobs } from '@/lib/schedules/jobs/process'
import { fateWords } from '@/lib/schedules/labels'
import { countDue } from '@/lib/schedules/ledger/data'
import { tickClaims } from '@/lib/schedules/process'
import { MOST_LINES, type Plan, type PlanLine, type TickPart } from '@/lib/server/tick'

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
    async tell(ctx, { due, claims }) {
      const open = due - claims
      return { due, lines: [...(open > 0 ? [openLine(open)] : []), ...(await foresee(ctx, MOST_LINES)).map(lineOf)] }
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

/** What a schedule would fire, when, and by whose clocks. */
const lineOf = ({ key, zone, words, counts, at, why }: Foreseen): PlanLine => ({
  what: fateWords(counts),
  why: why ?? `${words} by the clocks of ${zone}.`,
  at,
  zone: why ? null : zone,
  href: `/schedules?id=${encodeURIComponent(key)}`,
  subject: key,
  count: 1,
})

const openLine = (count: number): PlanLine => ({
  what: 'Do what fired and is still to be done outside',
  why: 'It was claimed before and has not ended, or whoever was at it stopped.',
  at: null,
  zone: null,
  href: '/schedules',
  count,
})
