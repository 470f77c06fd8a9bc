import { isSample } from '@/lib/access/entry/loaders'
import type { Context } from '@/lib/platform/context'
import { type Counts, loadStatus, type Status } from '@/lib/server/status'

/** What the frame of every signed-in page shows, whatever the page. */
export type Frame = { company: string; sample: boolean; status: Status }

/** @param counts what waits at the places that the person may open */
export async function loadFrame(ctx: Context, counts: Counts): Promise<Frame> {
  const [company, sample, status] = await Promise.all([
    ctx.db.company.findFirst({ select: { name: true } }),
    isSample(),
    loadStatus(ctx, counts),
  ])
  return { company: company?.name ?? 'Daybook', sample, status }
}
