import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { Rehearsed } from './data'
import { deliverable, type Refused } from './delivery/data'
import { type DeliveryReport, type Progress, Run } from './delivery/effects'
import { letGoPage, parkPage, reapPage } from './recovery/data'
import { holdState } from './restore/process'
import type { Transport } from './transport/contract'
import type { RehearsalTransport } from './transport/rehearsal'

/** A kind of message, as its desk describes it. Predicates are SQL over `m`, a row of `message`. */
export type MessageKind = {
  kind: string
  /** When a queued one may be delivered. */
  may: Prisma.Sql
  /** When nobody wants a queued one sent any more: it is let go, with the reason, which may depend on the row. */
  stale?: { when: Prisma.Sql; reason: string | Prisma.Sql }
  /** Told which subjects had a message settled, after the fact and at least once. */
  settled?: (ctx: Context, subjectIds: string[]) => Promise<void>
  /**
   * What is kept of a person whose address the mail server refused for good: CTEs of the statement that fails the
   * message, over `upd`. It happens with the message's own result or not at all.
   */
  refused?: Refused
}

/** The subjects that had a message settled, by the kind of the message. */
export class Settled {
  readonly #subjects = new Map<string, Set<string>>()

  add(kind: string, subject: string): void {
    this.#subjects.set(kind, (this.#subjects.get(kind) ?? new Set()).add(subject))
  }

  /** Tells each kind of its own. */
  async tell(ctx: Context, kinds: readonly MessageKind[]): Promise<void> {
    for (const { kind, settled } of kinds) {
      const subjects = this.#subjects.get(kind)
      if (subjects) await settled?.(ctx, [...subjects])
    }
  }
}

/** What real messages leave by, and what a rehearsal's do: neither way out serves the other's. */
type Way =
  | {
      rehearsal?: false
      transport: Transport & { only?: never }
      /** Only this subject's messages. */
      subjectId?: string
    }
  | (Rehearsed & { transport: RehearsalTransport })

export type Asked = { kinds: readonly MessageKind[] } & Way

export type DeliveryOptions = Asked & {
  /** Stops claiming after so many ms or rows; what was claimed and not called is given back. */
  budget: { ms: number; rows: number }
}

const mayOf = (kinds: readonly MessageKind[]): Prisma.Sql =>
  kinds.length === 0
    ? Prisma.sql`false`
    : Prisma.sql`CASE m.kind ${Prisma.join(
        kinds.map(({ kind, may }) => Prisma.sql`WHEN ${kind}::text THEN (${may})`),
        ' ',
      )} ELSE false END`

/** A row `m` may be delivered now. */
export const dueOf = (ctx: Context, { kinds, transport, ...of }: Asked): Prisma.Sql =>
  deliverable(ctx, { may: mayOf(kinds), provider: transport.name, of })

/** How many messages could be delivered now, counted to 10,000. Reads only. */
export async function countDue(ctx: Context, asked: Asked): Promise<number> {
  const where = dueOf(ctx, asked)
  const [row] = await ctx.db.$queryRaw<[{ due: number }]>`
    SELECT count(*)::int AS due FROM (SELECT FROM public.message m WHERE ${where} LIMIT 10000) found`
  return row?.due ?? 0
}

/**
 * Delivers what may be delivered: settles what crashed workers left, then claims, commits each intent, calls, settles.
 * Safe beside any number of others of its kind. Never mails a message twice by itself, and loses none: what cannot be
 * known waits, visibly, for a person.
 *
 * @throws when the database fails; what was claimed then comes back with its lease.
 */
export async function deliver(ctx: Context, options: DeliveryOptions): Promise<DeliveryReport> {
  const { kinds, transport, budget } = options
  const report: DeliveryReport = {
    due: 0,
    sent: 0,
    deferred: 0,
    failed: 0,
    unknown: 0,
    recovered: 0,
    letGo: 0,
    left: 0,
    held: false,
    stopped: null,
  }
  const time = AbortSignal.timeout(Math.max(1, budget.ms))
  const settled = new Settled()
  const settles = (kind: string, subject: string) => settled.add(kind, subject)

  await recover(ctx, options, { report, time, settles })
  report.due = await countDue(ctx, options)
  report.held = (await holdState(ctx)).held
  if (!report.held && report.due > 0) {
    const where = dueOf(ctx, options)
    const refused = (name: string) => kinds.find(({ kind }) => kind === name)?.refused
    await new Run(ctx, { where, transport, rows: budget.rows, time, report, settles, refused }).finish()
  }
  await settled.tell(ctx, kinds)
  report.left = report.due > 0 ? await countDue(ctx, options) : 0
  return report
}

/** What may be settled without a call. */
async function recover(ctx: Context, asked: Asked, { report, time, settles }: Progress) {
  const { kinds, transport } = asked
  const pages = async (page: () => Promise<number>): Promise<number> => {
    let total = 0
    for (let rows = 1; rows > 0 && !time.aborted; total += rows) rows = await page()
    return total
  }
  report.recovered += await pages(() => reapPage(ctx, asked))
  report.recovered += await pages(() => parkPage(ctx, asked, transport.name))
  for (const { kind, stale } of kinds)
    if (stale)
      report.letGo += await pages(async () => {
        const subjects = await letGoPage(ctx, asked, { kind, ...stale })
        for (const subject of subjects) settles(kind, subject)
        return subjects.length
      })
}
