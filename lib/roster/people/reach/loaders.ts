import type { Context } from '@/lib/platform/context'
import { findTenderBy } from '../../links/data'
import { findTender } from '../data'
import { loadRoster } from '../loaders'

export type StopView = { roster: string; name: string; email: string | null; stopped: boolean }

/** What a tender's link to stop their mails leads to; null where it is nobody's. It reads only: scanners open it too. */
export async function loadStop(ctx: Context, token: string): Promise<StopView | null> {
  const holder = await findTenderBy(ctx, 'mail', token)
  if (!holder || holder.revoked) return null
  const [tender, roster] = await Promise.all([findTender(ctx, holder.tenderId), loadRoster(ctx, holder.rosterId)])
  if (!tender || !roster) return null
  return { roster: roster.name, name: tender.name, email: tender.email, stopped: tender.unsubscribed }
}
