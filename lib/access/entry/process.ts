import { findUserByEmail } from '@/lib/access/entry/data'
import type { Caller } from '@/lib/access/entry/effects'
import { countTry, giveBack, type Limit } from '@/lib/access/limits/data'
import { ACCOUNT_TRIES, ADDRESS_TRIES, addressKey, DEVICE_TRIES } from '@/lib/access/limits/rules'
import { isPassword } from '@/lib/access/passwords/effects'
import type { Context } from '@/lib/platform/context'
import { hashToken } from '@/lib/platform/ids'
import { log } from '@/lib/platform/log'
import { normEmail } from '@/lib/platform/normal'

export type Entry =
  | { ok: true; userId: string }
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'limited'; waitMs: number }

/**
 * What a try counts against. A browser that this person has signed in from has a count of its own and no other: so
 * tries of strangers, from anywhere, never keep its owner out.
 */
function limitsOf(emailNorm: string, userId: string | null, caller: Caller): Limit[] {
  const account = hashToken(emailNorm)
  if (userId && caller.device?.users.includes(userId)) {
    return [{ key: `device:${hashToken(caller.device.nonce)}:${account}`, tries: DEVICE_TRIES }]
  }
  return [
    { key: `account:${account}`, tries: ACCOUNT_TRIES },
    { key: `address:${addressKey(caller.address)}`, tries: ADDRESS_TRIES },
  ]
}

/**
 * Who signs in with this address and password. Known and unknown people, disabled ones and those without a password
 * cost the same statements and one hash, and get the same answer.
 */
export async function enterByPassword(
  ctx: Context,
  { email, password, caller }: { email: string; password: string; caller: Caller },
): Promise<Entry> {
  const emailNorm = normEmail(email)
  const user = await findUserByEmail(ctx.db, emailNorm)
  const limits = limitsOf(emailNorm, user?.id ?? null, caller)
  const waitMs = await countTry(ctx, limits)
  if (waitMs > 0) {
    log.warn({ requestId: ctx.requestId, userId: user?.id, address: caller.address }, 'sign-in limited')
    return { ok: false, reason: 'limited', waitMs }
  }
  const right = await isPassword(user?.passwordHash ?? null, password)
  if (!user || !right || user.disabledAt) {
    log.info({ requestId: ctx.requestId, userId: user?.id, address: caller.address }, 'sign-in refused')
    return { ok: false, reason: 'wrong' }
  }
  await giveBack(ctx, limits)
  return { ok: true, userId: user.id }
}
