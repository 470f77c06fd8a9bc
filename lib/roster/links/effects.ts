import { repeating } from '@/lib/engine/repeat'
import type { Context } from '@/lib/platform/context'
import { isTransaction } from '@/lib/platform/database'
import { env } from '@/lib/platform/env'
import { hashToken, newId } from '@/lib/platform/ids'
import { deriveToken } from '@/lib/platform/secrets'
import { type LinkWanted, listLinks, writeLinks } from './data'
import type { LinkKind } from './schema'

/**
 * The token of a personal link, from what it is for: derived, so that it can be written into a mail again, and kept only
 * as its hash. @throws when the installation has no secret
 */
export function personalToken(...what: [purpose: string, ...rest: string[]]): string {
  const secret = env().NEXTAUTH_SECRET
  if (!secret) throw new Error('NEXTAUTH_SECRET is not set: personal links are derived from it. npm start makes one.')
  return deriveToken(secret, ...what)
}

/** A tender's token. */
export const linkTokenOf = (kind: LinkKind, tenderId: string, serial: number): string =>
  personalToken('tender-link', kind, tenderId, String(serial))

/** A tender's own page. */
export const pageUrl = (token: string): string => new URL(`/shifts/${token}`, env().NEXTAUTH_URL).href
/** A tender's calendar feed. */
export const calendarUrl = (token: string): string => new URL(`/calendar/${token}.ics`, env().NEXTAUTH_URL).href

/**
 * The good link of each tender, as its token; whoever has none gets one, all in one statement. The same from two at
 * once, and the same again. A hash that an older secret made is mended: the link from before cannot be made again.
 * @returns tokens by tender; a tender who is not there has none
 */
export async function ensureLinks(
  ctx: Context,
  kind: LinkKind,
  tenderIds: readonly string[],
): Promise<Map<string, string>> {
  // Somebody may take a link back between the reading and the writing: then it is looked at again.
  for (let tries = 0; tries < 5; tries++) {
    const rows = (await listLinks(ctx, kind, tenderIds)).map((row) => {
      const serial = row.good ?? row.last + 1
      return { ...row, serial, token: linkTokenOf(kind, row.tenderId, serial) }
    })
    const stale = rows.filter(({ good, hash, token }) => good === null || hash !== hashToken(token))
    if (stale.length === 0) return new Map(rows.map(({ tenderId, token }) => [tenderId, token]))
    const missing = stale.map(
      ({ tenderId, serial, token }): LinkWanted => ({ id: newId(), tenderId, serial, hash: hashToken(token) }),
    )
    const write = () => writeLinks(ctx, kind, missing)
    await (isTransaction(ctx.db) ? write() : repeating(write))
  }
  throw new Error(`Links of kind ${kind} are taken back faster than they are made.`)
}

/** The tokens that `ensureLinks` would find or make, without making them: a preview writes nothing. */
export async function tokensAhead(
  ctx: Context,
  kind: LinkKind,
  tenderIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listLinks(ctx, kind, tenderIds)
  return new Map(rows.map(({ tenderId, good, last }) => [tenderId, linkTokenOf(kind, tenderId, good ?? last + 1)]))
}
