import { as, type Context } from '@/lib/platform/context'
import { findTenderBy } from '../../links/data'
import { findTender } from '../data'
import { type Answer, GONE } from '../process'
import { clearBounced, setBounced, setStopped } from './data'

/**
 * A tender stops their mails through their own link, or takes that back; a repeat changes nothing. They keep their
 * shifts: the desk shows them as not reached.
 * @returns false where the link is nobody's or was taken back
 */
export async function stopMails(ctx: Context, { token, stops }: { token: string; stops: boolean }): Promise<boolean> {
  const holder = await findTenderBy(ctx, 'mail', token)
  if (!holder || holder.revoked) return false
  const { tenderId: id, name } = holder
  await setStopped(as(ctx, { kind: 'tender', id, name }), { id, name }, stops)
  return true
}

/** The operator heard that mails to a tender come back. */
export async function markBounced(ctx: Context, { id, why }: { id: string; why: string }): Promise<Answer> {
  const tender = await findTender(ctx, id)
  if (!tender) return GONE
  await setBounced(ctx, tender, why)
  return { ok: true, id }
}

/** Mails reach a tender again, says the operator. */
export async function markReachable(ctx: Context, id: string): Promise<Answer> {
  const tender = await findTender(ctx, id)
  if (!tender) return GONE
  await clearBounced(ctx, tender)
  return { ok: true, id }
}
