import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { logFor } from '@/lib/platform/log'

/** What a part found to do, read only: how many things are due, and whatever of them its run wants to know. */
export type Plan = { due: number }

/** Something of a plan in words: one thing that is due, or several of a kind. */
export type PlanLine = {
  /** What the tick would do, and to what where the line has no subject: 'Close the form'. */
  what: string
  /** Why it is due: a sentence. */
  why: string
  /** Since when, or from when on, it is. */
  at: Date | null
  /** Whose clocks tell `at`; null: the company's. */
  zone: string | null
  href: string | null
  /** What it is about, as `href` is called: 'Week of 14 December'. */
  subject?: string
  /** How many of the things that are due it stands for. */
  count: number
}

/** A plan in words. `due` is what the run would find: more than the plan's own where some things come up only in it. */
export type Told = { due: number; lines: PlanLine[]; note?: string }

/** Whole milliseconds that a part still has. At or below zero it starts nothing more and reports what is left. */
export type Deadline = { left(): number }

/** Lines of a part that are shown. */
export const MOST_LINES = 50

/** How many things were due, done, failed by themselves, and are left for the next tick. */
export type PartReport = { due: number; done: number; failed: number; left: number }

/**
 * One part of the tick. `run` looks at each thing again under its own lock, because another tick may be running the
 * same plan; it is bounded by the deadline and leaves the rest to the next tick.
 */
export type TickPart<P extends Plan = Plan> = {
  name: string
  /** Its weight in the budget. What an earlier part did not use goes to the later ones. */
  share: number
  plan(ctx: Context): Promise<P>
  /**
   * That very plan in words, read only: for whoever asks what a tick would do, so an ordinary one never pays for it. A
   * part without it says how many things are due. More than `MOST_LINES` need not be made.
   */
  tell?(ctx: Context, plan: P): Promise<Told>
  run(ctx: Context, plan: P, deadline: Deadline): Promise<PartReport>
}

/** `ms` is the time it took. `error` is there when the part itself broke: a good tick has none. */
export type PartOutcome = PartReport & { name: string; ms: number; error?: string }
export type TickReport = { id: string; good: boolean; passes: number; ms: number; parts: PartOutcome[] }

export type TickOptions = {
  /** Milliseconds for all passes together: a third of the 60 s that the tightest platform gives a request. */
  budgetMs?: number
  /** Two on a host that calls only once a minute. */
  passes?: 1 | 2
  /** A part that does not heed its deadline is left behind after this much more. */
  graceMs?: number
  /** Monotonic milliseconds, and a wait: tests bring their own. */
  elapsed?: () => number
  wait?: (ms: number) => Promise<unknown>
}

const BUDGET_MS = 20_000
/** Two passes of one request stand at least this far apart, so that an outside call has time to end in between. */
export const BETWEEN_PASSES_MS = 6_000
/** Room for one statement's time limit and little more: with it a tick in which one part hangs still ends within 60 s. */
const GRACE_MS = 16_000

/**
 * Runs the parts in order, each within its share of the time. A part that breaks is logged and the others go on. Safe
 * to run while another tick runs.
 */
export async function tick(ctx: Context, parts: readonly TickPart[], options: TickOptions = {}): Promise<TickReport> {
  const { budgetMs = BUDGET_MS, passes = 1, graceMs = GRACE_MS, wait = sleep } = options
  const elapsed = options.elapsed ?? (() => performance.now())
  const began = elapsed()
  const reports: PartOutcome[][] = []
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) await wait(BETWEEN_PASSES_MS)
    reports.push(await onePass(ctx, parts, { budgetMs: budgetMs / passes, graceMs, elapsed }))
  }
  const outcomes = parts.map(({ name }, index) =>
    summed(
      name,
      reports.map((report) => report[index]),
    ),
  )
  return {
    id: ctx.requestId,
    good: outcomes.every((outcome) => outcome.error === undefined),
    passes,
    ms: Math.round(elapsed() - began),
    parts: outcomes,
  }
}

type Terms = Required<Pick<TickOptions, 'budgetMs' | 'graceMs' | 'elapsed'>>

async function onePass(ctx: Context, parts: readonly TickPart[], terms: Terms): Promise<PartOutcome[]> {
  const { budgetMs, elapsed } = terms
  const began = elapsed()
  const whole = parts.reduce((sum, part) => sum + part.share, 0)
  const outcomes: PartOutcome[] = []
  let shares = 0
  for (const part of parts) {
    shares += part.share
    const end = began + (budgetMs * shares) / whole
    outcomes.push(await onePart(ctx, part, { left: () => Math.floor(end - elapsed()) }, terms))
  }
  return outcomes
}

async function onePart(ctx: Context, part: TickPart, deadline: Deadline, terms: Terms): Promise<PartOutcome> {
  const { graceMs, elapsed } = terms
  const began = elapsed()
  const took = () => Math.round(elapsed() - began)
  let due = 0
  const work = async () => {
    const plan = await part.plan(ctx)
    due = plan.due
    return part.run(ctx, plan, deadline)
  }
  try {
    return { name: part.name, ...(await within(work(), Math.max(0, deadline.left()) + graceMs)), ms: took() }
  } catch (error) {
    logFor(ctx.requestId).error({ part: part.name, err: error }, 'a part of the tick broke')
    return { name: part.name, due, done: 0, failed: due, left: due, ms: took(), error: sentenceOf(error) }
  }
}

class Overrun extends Error {}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  const alarm = new AbortController()
  const overrun = sleep(ms, undefined, { signal: alarm.signal }).then(() => {
    throw new Overrun()
  })
  try {
    return await Promise.race([work, overrun])
  } finally {
    // Whichever loses may still fail, and nobody is left to hear it.
    overrun.catch(() => {})
    work.catch(() => {})
    alarm.abort()
  }
}

/** No text of an unknown error goes out with the report: it may hold an address or a row. The log has it. */
const sentenceOf = (error: unknown): string =>
  error instanceof Overrun
    ? 'It did not stop when its time was over, and was left behind.'
    : 'It broke. The log has the cause under the id of this tick.'

/** Passes as one line a part: what was done adds up, what is left is what the last pass left. */
function summed(name: string, passes: readonly (PartOutcome | undefined)[]): PartOutcome {
  const total: PartOutcome = { name, due: 0, done: 0, failed: 0, left: 0, ms: 0 }
  for (const pass of passes) {
    if (!pass) continue
    for (const key of ['due', 'done', 'failed', 'ms'] as const) total[key] += pass[key]
    total.left = pass.left
    if (pass.error !== undefined) total.error = pass.error
  }
  return total
}

/** Writes down that a tick was good: what `/api/health` and the banner judge silence by. */
export async function keepHeartbeat(ctx: Context, report: TickReport): Promise<void> {
  await ctx.db.$executeRaw`
    INSERT INTO public.heartbeat (name, at, report) VALUES ('tick', ${clock(ctx)}, ${JSON.stringify(report)}::jsonb)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at, report = excluded.report`
}
