import { countTry, giveBack } from '@/lib/access/limits/data'
import { ACCOUNT_TRIES } from '@/lib/access/limits/rules'
import { hashPassword, isPassword } from '@/lib/access/passwords/effects'
import { passwordFault } from '@/lib/access/passwords/rules'
import type { Role } from '@/lib/access/rules'
import * as data from '@/lib/access/users/data'
import { type Context, inTransaction } from '@/lib/platform/context'
import { normEmail } from '@/lib/platform/normal'

/** What a verb of this module answers: done, or a sentence with the field that it is about. */
export type Answer<T = null> =
  | { ok: true; value: T }
  | { ok: false; gone?: true; limited?: true; field?: string; reason: string }

const GONE = { ok: false, gone: true, reason: 'There is no such account any more. Load the page again.' } as const
const LAST_ADMIN = 'This is the last enabled admin. Make somebody else an admin first.'
const CHANGED = 'This account changed since you looked. Load the page again.'

export type Person = { name: string; email: string; role: Role; password: string }

/** Adds an account. The password is the first one, to be handed over and changed by its owner. */
export async function addUser(ctx: Context, person: Person): Promise<Answer<string>> {
  const fault = passwordFault(person.password, [person.name, person.email])
  if (fault) return { ok: false, field: 'password', reason: fault }
  const id = await data.insertUser(ctx, {
    ...person,
    emailNorm: normEmail(person.email),
    passwordHash: await hashPassword(person.password),
  })
  if (id) return { ok: true, value: id }
  return {
    ok: false,
    field: 'email',
    reason: 'There is an account with this address already. Look for it in the list.',
  }
}

/** The first account, an admin, of a company that has none. Two who try at once: one gets it. `null`: there is one. */
export async function addFirstAdmin(ctx: Context, person: Omit<Person, 'role'>): Promise<Answer<string> | null> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('daybook.first-admin'))`
    return (await data.countUsers(tx.db)) > 0 ? null : addUser(tx, { ...person, role: 'admin' })
  })
}

export async function changeRole(ctx: Context, userId: string, to: Role): Promise<Answer<{ name: string }>> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  const from = user.role as Role
  if (from === to || (await data.setRole(ctx, { userId, from, to }))) return { ok: true, value: { name: user.name } }
  return { ok: false, reason: from === 'admin' ? LAST_ADMIN : CHANGED }
}

export async function disable(ctx: Context, userId: string): Promise<Answer<{ name: string }>> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  if (user.disabledAt || (await data.disableUser(ctx, userId))) return { ok: true, value: { name: user.name } }
  return { ok: false, reason: user.role === 'admin' ? LAST_ADMIN : CHANGED }
}

export async function enable(ctx: Context, userId: string): Promise<Answer<{ name: string }>> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  await data.enableUser(ctx, userId)
  return { ok: true, value: { name: user.name } }
}

/** An admin sets somebody's password: all sessions of that person end. */
export async function resetPassword(ctx: Context, userId: string, password: string): Promise<Answer<{ name: string }>> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  const fault = passwordFault(password, [user.name, user.email])
  if (fault) return { ok: false, field: 'password', reason: fault }
  await data.setPassword(ctx, { userId, passwordHash: await hashPassword(password), keep: null })
  return { ok: true, value: { name: user.name } }
}

/**
 * Somebody changes their own password: their other sessions end. Tries are counted as at sign-in, since whoever found an
 * open browser would otherwise guess here.
 */
export async function changePassword(
  ctx: Context,
  { userId, sessionId, current, next }: { userId: string; sessionId: string; current: string; next: string },
): Promise<Answer> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  const limits = [{ key: `password:${userId}`, tries: ACCOUNT_TRIES }]
  const waitMs = await countTry(ctx, limits)
  if (waitMs > 0) {
    const minutes = Math.ceil(waitMs / 60_000)
    return { ok: false, limited: true, reason: `Too many tries. Try again in ${minutes} min.` }
  }
  if (!(await isPassword(user.passwordHash, current))) {
    return { ok: false, field: 'current', reason: 'This is not your present password.' }
  }
  await giveBack(ctx, limits)
  const fault = passwordFault(next, [user.name, user.email])
  if (fault) return { ok: false, field: 'next', reason: fault }
  await data.setPassword(ctx, { userId, passwordHash: await hashPassword(next), keep: sessionId })
  return { ok: true, value: null }
}

/** Ends all sessions of a person, except the one that asks when it is their own. */
export async function endSessions(
  ctx: Context,
  userId: string,
  own: string,
): Promise<Answer<{ name: string; count: number }>> {
  const user = await data.findUser(ctx.db, userId)
  if (!user) return GONE
  return { ok: true, value: { name: user.name, count: await data.endSessionsOf(ctx, userId, own) } }
}
