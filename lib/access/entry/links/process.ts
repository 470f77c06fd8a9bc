import { findUserByEmail, keepLink } from '@/lib/access/entry/data'
import { linkMail, sendLink } from '@/lib/access/entry/links/effects'
import { safePath } from '@/lib/access/entry/rules'
import { countTry } from '@/lib/access/limits/data'
import { ADDRESS_TRIES, addressKey, LINK_TRIES } from '@/lib/access/limits/rules'
import type { Context } from '@/lib/platform/context'
import { hashToken, newToken } from '@/lib/platform/ids'
import { normEmail } from '@/lib/platform/normal'

/** Counts one wish for a link. @returns 0, or the milliseconds until the next may be asked for */
export const countLink = (ctx: Context, email: string, address: string): Promise<number> =>
  countTry(ctx, [
    { key: `link:${hashToken(normEmail(email))}`, tries: LINK_TRIES },
    { key: `link-from:${addressKey(address)}`, tries: ADDRESS_TRIES },
  ])

export type LinkWish = { email: string; from: string | undefined; browserHash: string; publicUrl: string }

/**
 * Makes a link and mails it, if there is an enabled account with this address. Run after the answer has gone out, which
 * is the same, and takes the same time, whether there is one or not.
 */
export async function mailLink(ctx: Context, { email, from, browserHash, publicUrl }: LinkWish): Promise<void> {
  const user = await findUserByEmail(ctx.db, normEmail(email))
  if (!user || user.disabledAt) return
  const token = newToken()
  await keepLink(ctx, { tokenHash: hashToken(token), userId: user.id, browserHash })
  const to = safePath(from, '')
  const url = new URL(`/sign-in/link${to && `?from=${encodeURIComponent(to)}`}#${token}`, publicUrl).href
  await sendLink(linkMail({ to: { name: user.name, address: user.email }, url, now: ctx.now() }))
}
