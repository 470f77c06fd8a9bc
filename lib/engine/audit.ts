import { z } from 'zod'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import { actorValues, clock, EVENT_COLUMNS } from './sql'

/** Types of facts with what each carries. Strict, so that a typo is not a fact. */
export type Facts = Readonly<Record<string, z.ZodObject>>

/** What the engine itself records beside the moves. */
export const engineFacts = {
  /** An expired lease was taken over by an action of the same kind. */
  'lease.reclaimed': z.strictObject({ kind: z.string(), from: z.string() }),
  /** An action failed and gave its lease back; the reason is the sentence. */
  'lease.released': z.strictObject({}),
  /** The tick found a lease whose holder is gone. */
  'lease.expired': z.strictObject({ kind: z.string(), token: z.string() }),
} satisfies Facts

export type Fact<F extends Facts = Facts> = {
  machine: string
  subjectId: string
  type: keyof F & string
  data?: object
  reason?: string | null
  from?: string | null
  to?: string | null
  attempt?: number | null
  commandId?: string | null
}

/**
 * An insert of facts for a statement to carry. @param facts the catalogue that the types are of
 * @param source a relation that must have a row for the facts to happen, such as `upd`; none: they happen
 */
export function factRows<F extends Facts>(
  ctx: Context,
  facts: F,
  rows: readonly Fact<F>[],
  source?: string,
): Prisma.Sql {
  const list = rows.map((row) => {
    const schema = facts[row.type]
    if (!schema) throw new Error(`${row.type} is no fact of this catalogue`)
    return { ...row, data: schema.parse(row.data ?? {}) }
  })
  const condition = source ? Prisma.raw(`WHERE EXISTS (SELECT FROM ${source})`) : Prisma.empty
  return Prisma.sql`INSERT INTO public.audit_event (${EVENT_COLUMNS})
    SELECT ${clock(ctx)}, f.machine, f."subjectId", f.type, NULL, NULL, f."from", f."to", ${actorValues(ctx)}, f.attempt, f.reason, f.data,
           ${ctx.requestId}::text, f."commandId"
      FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        AS f(machine text, "subjectId" uuid, type text, data jsonb, reason text, "from" text, "to" text, attempt int, "commandId" uuid)
    ${condition} RETURNING id`
}

/** Records facts that no move carries. */
export async function record<F extends Facts>(ctx: Context, facts: F, rows: readonly Fact<F>[]): Promise<void> {
  if (rows.length > 0) await ctx.db.$queryRaw(factRows(ctx, facts, rows))
}

export type FirstOutcome = { id: string; from: string | null; to: string | null; version: number | null }

/** The event of a command that already happened to this subject. */
export async function findCommand(
  ctx: Context,
  machine: string,
  subjectId: string,
  commandId: string,
): Promise<FirstOutcome | null> {
  const [row] = await ctx.db.$queryRaw<FirstOutcome[]>`
    SELECT id::text, from_state AS "from", to_state AS "to", version FROM public.audit_event
     WHERE command_id = ${commandId}::uuid AND machine = ${machine}::text AND subject_id = ${subjectId}::uuid`
  return row ?? null
}
