import type { Context } from '@/lib/platform/context'
import { findTenderBy, readCard } from '../../links/data'

export type StopView = { roster: string; name: string; email: string | null; stopped: boolean }

/** What a tender's link to stop their mails leads to; null where it is nobody's. It reads only: scanners open it too. */
export async function loadStop(ctx: Context, token: string): Promise<StopView | null> {
  const holder = await findTenderBy(ctx, 'mail', token)
  if (!holder || holder.revoked) return null
  const card = await readCard(ctx, holder.tenderId)
  return card && { roster: card.roster, name: holder.name, email: card.email, stopped: card.stopped }
}
