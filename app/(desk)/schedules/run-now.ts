import { after } from 'next/server'
import type { Context } from '@/lib/platform/context'
import { handlers } from '@/lib/registry'
import { runJobs } from '@/lib/schedules/jobs/process'

/** How long a press goes on with the work that it left open, in ms. What is left is the tick's. */
const WORK_MS = 20_000

/** Does what firing by hand left open once the answer is out, so that nobody waits for a tick. */
export function runNow(ctx: Context): void {
  const ends = ctx.now().getTime() + WORK_MS
  after(() => runJobs(ctx, handlers, { left: () => ends - ctx.now().getTime() }))
}
