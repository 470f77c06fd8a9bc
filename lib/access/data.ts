import { type Fact, factRows } from '@/lib/engine/audit'
import type { Context } from '@/lib/platform/context'
import type { Prisma } from '@/lib/platform/prisma/client'
import { userFacts } from './schema'

type UserFact = Omit<Fact<typeof userFacts>, 'machine' | 'subjectId'>

/**
 * The audit event of a change to a person, to stand as a CTE in the change's own statement: it happens when the CTE
 * `changed` of that statement has a row.
 */
export const factOf = (ctx: Context, userId: string, fact: UserFact): Prisma.Sql =>
  factRows(ctx, userFacts, [{ machine: 'user', subjectId: userId, ...fact }], 'changed')
