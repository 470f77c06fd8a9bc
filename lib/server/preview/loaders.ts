import { shown } from '@/lib/messages/loaders'
import { companyZone } from '@/lib/platform/company'
import type { Context } from '@/lib/platform/context'
import type { Prisma } from '@/lib/platform/database'
import { twiceAt } from '@/lib/platform/local-time'
import { logFor } from '@/lib/platform/log'
import { sqlState } from '@/lib/platform/sqlstate'
import { done, type Result, refuse } from '@/lib/server/result'
import { MOST_LINES, type PlanLine, type TickPart, type Told } from '@/lib/server/tick'
import { momentAsked } from './rules'
import type { LookAhead, LookInput, PartPreview, ShownLine, TickPreview } from './schema'

/**
 * What a tick would do at `at`, part by part, of the database as it stands now: each part makes the plan that its run
 * would take, with its clocks standing at that instant. Nothing that happens until then is played, nor what an earlier
 * part of the same tick does. The database itself refuses every write. A part that breaks is told as such, and the others
 * go on.
 */
export async function previewTick(ctx: Context, parts: readonly TickPart[], at: Date): Promise<TickPreview> {
  const zone = await companyZone(ctx.db)
  const previews: PartPreview[] = []
  for (const part of parts) previews.push(await onePart(ctx, part, { at, zone }))
  return { id: ctx.requestId, at: at.toISOString(), local: localLabel(ctx, zone, at), parts: previews }
}

/** The same for a moment as a page asks for it. Who may look is the caller's to ask. */
export async function loadLookAhead(
  ctx: Context,
  parts: readonly TickPart[],
  asked: LookInput,
): Promise<Result<LookAhead>> {
  const zone = await companyZone(ctx.db)
  const moment = momentAsked(zone, ctx.now(), asked)
  if (!moment.ok) return refuse('invalid', moment.reason, { [moment.field]: moment.reason })
  const twice = twiceAt(zone, moment.at)
  const preview = await previewTick(ctx, parts, moment.at)
  return done({ ...preview, twice: twice && { note: twice.note, other: shown({ zone, now: ctx.now() }, twice.other) } })
}

async function onePart(ctx: Context, part: TickPart, then: { at: Date; zone: string }): Promise<PartPreview> {
  try {
    const { due, lines, note } = await standingAt(ctx, then.at, async (past): Promise<Told> => {
      const plan = await part.plan(past)
      return part.tell ? part.tell(past, plan) : { due: plan.due, lines: [] }
    })
    const first = lines.slice(0, MOST_LINES)
    const told = first.reduce((sum, line) => sum + line.count, 0)
    return {
      name: part.name,
      due,
      more: Math.max(0, due - told),
      lines: first.map((line) => shownLine(ctx, line, then.zone)),
      ...(note === undefined ? {} : { note }),
    }
  } catch (error) {
    logFor(ctx.requestId).error({ part: part.name, err: error }, 'a part of the tick could not be looked ahead into')
    return { name: part.name, due: 0, more: 0, lines: [], error: sentenceOf(error) }
  }
}

function shownLine(ctx: Context, { at, zone, ...line }: PlanLine, company: string): ShownLine {
  return { ...line, at: at?.toISOString() ?? null, local: at && localLabel(ctx, zone ?? company, at) }
}

/** With its year where that is not the present one. */
const localLabel = (ctx: Context, zone: string, at: Date): string => shown({ zone, now: ctx.now() }, at).label

/** PostgreSQL's refusal of a write in a transaction that only reads. */
const READ_ONLY = '25006'

const sentenceOf = (error: unknown): string =>
  sqlState(error) === READ_ONLY
    ? 'It would have written, which a look ahead may not. The log has the statement under the id of this look.'
    : 'It could not say. The log has the cause under the id of this look.'

/**
 * Runs `work` with its clocks standing at an instant: rules get it as their now, statements by the shift, which is measured
 * on the database's clock so that what falls due at that very instant is due for both. One snapshot, because a plan and
 * its words are several statements; read only, by the database's own refusal.
 */
function standingAt<T>(ctx: Context, at: Date, work: (past: Context) => Promise<T>): Promise<T> {
  if (!ctx.db.$transaction) throw new Error('A look ahead needs the client itself: it opens a transaction of its own.')
  return ctx.db.$transaction(
    async (db: Prisma.TransactionClient) => {
      await db.$executeRaw`SET TRANSACTION READ ONLY`
      const [row] = await db.$queryRaw<[{ now: number }]>`
        SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`
      return work({ ...ctx, db, shift: at.getTime() - row.now, now: () => new Date(at) })
    },
    { isolationLevel: 'RepeatableRead' },
  )
}
