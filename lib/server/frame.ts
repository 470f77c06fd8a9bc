import { isSample } from '@/lib/access/entry/loaders'
import type { Context } from '@/lib/platform/context'
import { loadStatus, type Status, type Told } from '@/lib/server/status'

/** What the frame of every signed-in page shows, whatever the page. */
export type Frame = { company: string; sample: boolean; status: Status }

/** @param told what the person's role is told */
export async function loadFrame(ctx: Context, told: Told): Promise<Frame> {
  const [company, sample, status] = await Promise.all([
    ctx.db.company.findFirst({ select: { name: true } }),
    isSample(),
    loadStatus(ctx, told),
  ])
  return { company: company?.name ?? 'Daybook', sample, status }
}
