import type { Guard } from '@/lib/engine/sql'
import type { Context } from '@/lib/platform/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { RunState } from '../machine'
import { type Charge, type EngineName, engineOf } from './rules'

/** The state of a week, whichever engine it belongs to: `legacyProgress` in SQL. @param alias a relation with the run's columns */
export const stateOf = (alias: 'r' | 'g' | 'x' | 's' | 'h'): Prisma.Sql =>
  Prisma.raw(
    `public.run_state(${['v2_state', 'status', 'opened_at', 'closed_at', 'generated_at', 'reopened_at', 'sent_at']
      .map((column) => `${alias}.${column}`)
      .join(', ')})`,
  )

/** SQL: the form of a week is open. That it is not sent lets the index of what is not be used, beside years that are. */
export const isOpenForm = (alias: Parameters<typeof stateOf>[0]): Prisma.Sql =>
  Prisma.sql`(${stateOf(alias)} = 'COLLECTING' AND ${stateOf(alias)} <> 'SENT')`

/**
 * The flag as a gate of a move: read under its own lock before the week's, so that a flip and a move of either engine
 * never pass each other unseen (hole 25).
 */
export const flagIs = (flag: Charge['flag']): Prisma.Sql =>
  Prisma.sql`SELECT FROM public.cutover f WHERE f.state = ${flag}::text FOR SHARE`

/** For a transaction that holds a week before it moves it: the flag comes first in the order of locks. */
export const shareFlag = (tx: Context): Promise<unknown> => tx.db.$queryRaw`SELECT 1 FROM public.cutover FOR SHARE`

/** The gate of what v2 alone does: the flag is LIVE, and this process has v2 not switched off. */
export const v2Acts = (ctx: Context): Prisma.Sql =>
  Prisma.sql`SELECT FROM public.cutover f WHERE f.state = 'LIVE' AND NOT ${ctx.killed}::boolean FOR SHARE`

/** What this process knows of the engines now. */
export async function findCharge(ctx: Context): Promise<Charge> {
  const [row] = await ctx.db.$queryRaw<{ state: Charge['flag'] }[]>`SELECT state FROM public.cutover`
  if (!row) throw new Error('The cut-over flag is missing: npm run db -- migrate makes it.')
  return { flag: row.state, killed: ctx.killed }
}

/** The engine that moves real weeks, as this process sees it. */
export const inCharge = async (ctx: Context): Promise<EngineName> => engineOf(await findCharge(ctx))

/** SQL: the engine that `r` belongs to may act, in this process. */
export const itsEngineActs = (ctx: Context): Prisma.Sql => Prisma.sql`
  (r.v2_state IS NOT NULL) = (${!ctx.killed}::boolean AND EXISTS (SELECT FROM public.cutover f WHERE f.state = 'LIVE'))`

/** What the old engine inferred still holds: repeated in the move's own statement (hole 17). */
export const inferred = (states: readonly RunState[]): Guard => ({
  reason: 'changed_since',
  sql: Prisma.sql`${stateOf('r')} = ANY(${[...states]}::text[])`,
})
