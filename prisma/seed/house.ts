import { hashPassword } from '@/lib/access/passwords/effects'
import { insertUser } from '@/lib/access/users/data'
import { as, type Context, SYSTEM } from '@/lib/platform/context'
import { newId } from '@/lib/platform/ids'
import type { Settings } from '@/lib/roster/schema'
import { ACCOUNTS, KEY_HOLDERS, PATTERN, SAMPLE_PASSWORD, TENDERS } from './names'

export const ZONE = 'Europe/London'

export type House = {
  rosterId: string
  /** The context of whoever operates the roster. */
  operator: Context
  /** Tenders' ids by their names. */
  ids: ReadonlyMap<string, string>
}

/**
 * The Anchor before its first week: six accounts, one roster with 24 tenders and ten shifts a week.
 * @throws when the database holds a week already
 */
export async function makeHouse(ctx: Context, rhythm: Settings): Promise<House> {
  if ((await ctx.db.rosterRun.count()) > 0)
    throw new Error('This database holds weeks already. Empty it first: npm run db -- reset')
  const createdAt = ctx.now()
  await ctx.db.company.create({ data: { id: newId(), name: 'The Anchor', zone: ZONE, sample: true, createdAt } })
  const passwordHash = await hashPassword(SAMPLE_PASSWORD)
  const people = new Map<string, string>()
  for (const account of ACCOUNTS) {
    const id = await insertUser(as(ctx, SYSTEM), { ...account, emailNorm: account.email, passwordHash })
    if (id) people.set(account.role, id)
  }
  const rosterId = newId()
  await ctx.db.roster.create({ data: { id: rosterId, name: 'The Anchor', zone: ZONE, settings: rhythm, createdAt } })
  const tenders = TENDERS.map((name) => {
    const email = `${name.toLowerCase().replace(' ', '.')}@anchor.test`
    const keyHolder = KEY_HOLDERS.has(name)
    return { id: newId(), rosterId, name, email, emailNorm: email, keyHolder, active: true, createdAt }
  })
  await ctx.db.tender.createMany({ data: tenders })
  await ctx.db.shiftTemplate.createMany({
    data: PATTERN.map((shift) => ({ id: newId(), rosterId, ...shift, active: true })),
  })
  const operator = as(ctx, { kind: 'user', id: people.get('operator') ?? null, name: 'Olive Operator' })
  return { rosterId, operator, ids: new Map(tenders.map(({ id, name }) => [name, id])) }
}
