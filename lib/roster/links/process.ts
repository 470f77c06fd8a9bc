import { findCommand } from '@/lib/engine/audit'
import type { Context } from '@/lib/platform/context'
import { deriveId, hashToken } from '@/lib/platform/ids'
import { findTender } from '../people/data'
import { endLink, findMadeLink, type LinkRow, listLinks, replaceLink } from './data'
import { ensureLinks, linkTokenOf } from './effects'
import type { LinkKind } from './schema'

type Press = { kind: LinkKind; tenderId: string; commandId: string }

/** The links of a tender of a real roster. Those of a rehearsal's copy are its mails' alone. */
async function linkOf(ctx: Context, kind: LinkKind, tenderId: string): Promise<LinkRow | null> {
  const [link] = (await findTender(ctx, tenderId)) ? await listLinks(ctx, kind, [tenderId]) : []
  return link ?? null
}

/**
 * A tender's good link, to hand on; whoever has none gets one. @returns its token, or null where there is no such tender
 */
export async function showLink(ctx: Context, { kind, tenderId }: Omit<Press, 'commandId'>): Promise<string | null> {
  if (!(await findTender(ctx, tenderId))) return null
  return (await ensureLinks(ctx, kind, [tenderId])).get(tenderId) ?? null
}

/**
 * Takes a tender's link back: it opens nothing from now on. One that is taken back already, or never was, stays so, and
 * a repeat of the press leaves the link that was made since.
 */
export async function revokeLink(ctx: Context, which: Press): Promise<{ ok: boolean }> {
  const { kind, tenderId, commandId } = which
  if (await findCommand(ctx, 'tender', tenderId, commandId)) return { ok: true }
  const link = await linkOf(ctx, kind, tenderId)
  if (!link) return { ok: false }
  // Renewed in between: the link that is good now is the one to take back.
  if (link.good !== null && !(await endLink(ctx, { kind, link }, commandId))) return revokeLink(ctx, which)
  return { ok: true }
}

/**
 * A new link in the place of the old one, which opens nothing from now on. A repeat of the same press finds the link
 * that the first made. @returns its token, or null where there is no such tender
 */
export async function renewLink(ctx: Context, { kind, tenderId, commandId }: Press): Promise<string | null> {
  const id = deriveId('tender_link', kind, tenderId, commandId)
  for (let tries = 0; tries < 20; tries++) {
    const made = await findMadeLink(ctx, id)
    if (made !== null) return linkTokenOf(kind, tenderId, made)
    const link = await linkOf(ctx, kind, tenderId)
    if (!link) return null
    const serial = link.last + 1
    const token = linkTokenOf(kind, tenderId, serial)
    if (await replaceLink(ctx, { kind, link }, { id, tenderId, serial, hash: hashToken(token) })) return token
  }
  throw new Error('A link is renewed faster than it can be seen.')
}
